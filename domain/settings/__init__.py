"""Settings of the centre."""
