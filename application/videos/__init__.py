"""What staff and students can do with video lessons."""
