"""The rules of exams."""
