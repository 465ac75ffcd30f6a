"""Bulk load of the scored work of another system (``markaz load``)."""
