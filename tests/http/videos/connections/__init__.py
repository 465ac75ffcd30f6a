"""Uploads over real connections."""
