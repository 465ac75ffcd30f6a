"""Audit records and the revert of a recorded change."""
