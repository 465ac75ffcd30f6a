"""Calls of videos that are written by hand: tus uploads, and streams with ranges."""
