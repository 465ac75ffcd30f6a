"""Processing and hosts of video lessons."""
