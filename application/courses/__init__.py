"""Study courses: list, study months, topics."""
