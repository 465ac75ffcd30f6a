"""Giving homework: the staff side of it."""
