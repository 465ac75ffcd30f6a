"""HTTP tests of video lessons."""
