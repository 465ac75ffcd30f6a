"""The rules of homework."""
