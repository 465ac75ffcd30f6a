"""Homework statistics of groups and students, and reminders."""
