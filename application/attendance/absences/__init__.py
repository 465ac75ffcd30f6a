"""Absences: messages about them, and absences in a row (D-158)."""
