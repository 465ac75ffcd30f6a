"""The embedded PostgreSQL and NATS: their data directories, ports and processes."""
