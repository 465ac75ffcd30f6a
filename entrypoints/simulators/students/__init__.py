"""Students of a class, who use the student gateway."""
