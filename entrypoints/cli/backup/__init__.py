"""`markaz backup` and `markaz restore`."""
