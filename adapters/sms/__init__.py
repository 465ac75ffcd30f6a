"""Adapters of SMS providers."""
