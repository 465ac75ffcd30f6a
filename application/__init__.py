"""What staff can do: use cases and the ports they need. No framework, no SQL."""
