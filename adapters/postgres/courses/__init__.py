"""Study courses: their reads, orders and curricula."""
