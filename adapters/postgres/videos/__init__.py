"""Video lessons on PostgreSQL."""
