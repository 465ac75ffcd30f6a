"""Adapters of video hosts."""
