"""The homework database in the browser."""
