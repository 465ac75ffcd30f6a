"""Spreadsheets of students on their way in."""
