"""What staff write to students."""
