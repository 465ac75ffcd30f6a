"""Exams: giving, checking, announcing; the side of their participants."""
