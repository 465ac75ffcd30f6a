"""Adapters of door and face devices, one per make."""
