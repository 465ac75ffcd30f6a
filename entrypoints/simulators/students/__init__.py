"""Students of a class at the student gateway: they hand in on time, late, wrongly, again."""
