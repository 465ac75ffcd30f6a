"""Adapters of telephone exchanges."""
