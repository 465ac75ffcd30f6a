"""How door and face devices are reached: an adapter per make."""
