"""The homework database on PostgreSQL (D-104)."""
