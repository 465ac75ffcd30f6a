"""Homework from the student's side (D-20)."""
