"""Video lessons in the browser."""
