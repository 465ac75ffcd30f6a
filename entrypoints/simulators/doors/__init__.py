"""The doors of a centre: devices that report entries, with real failures."""
