"""Bulk operations on students."""
