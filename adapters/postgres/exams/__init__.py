"""Exams on PostgreSQL."""
