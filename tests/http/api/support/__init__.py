"""Shared parts of the tests that sweep the whole API."""
