"""Exams: what staff and participants can do."""
