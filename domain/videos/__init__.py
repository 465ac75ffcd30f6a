"""The rules of video lessons."""
