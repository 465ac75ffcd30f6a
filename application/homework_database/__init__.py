"""The homework database of study courses: editing, publishing, topics (D-104)."""
