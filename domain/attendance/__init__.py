"""Attendance of lessons: what is marked, when it may be, and what follows from it."""
