"""Imports of students from a spreadsheet: read, map, plan, commit as shown."""
