"""Homework statistics over HTTP."""
