"""Conversion of uploaded videos by ffmpeg, a confined program of its own."""
