"""The speed of checking homework, and of its queue."""
