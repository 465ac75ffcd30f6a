"""What stands behind a call or a screen, read from the code itself: `markaz explain`."""
