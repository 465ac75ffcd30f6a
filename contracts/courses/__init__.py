"""Study courses: the list, study months, topics."""
