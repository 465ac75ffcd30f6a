"""Exports of lists as spreadsheets, with the rows and order of the screen (D-66)."""
