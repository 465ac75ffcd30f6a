"""The doors of a centre: devices that tell the console who came, with the ways of failing that real ones have."""
