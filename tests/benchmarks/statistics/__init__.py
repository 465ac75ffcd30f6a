"""Homework statistics over millions of submissions."""
