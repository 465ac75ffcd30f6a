"""Study courses in the browser."""
