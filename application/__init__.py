"""Use cases and the ports they need. No framework, no SQL."""
