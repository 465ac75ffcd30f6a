"""Counters that a transaction updates with its changes."""
