"""What is done to many students at once."""
