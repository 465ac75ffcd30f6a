"""What the centre sets for itself."""
