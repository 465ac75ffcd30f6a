"""What was recorded of a change, and how it is taken back."""
