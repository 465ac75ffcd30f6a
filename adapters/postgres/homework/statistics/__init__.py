"""Homework statistics of groups, students and teachers."""
