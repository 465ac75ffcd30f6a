"""The servers that come with the console, PostgreSQL and NATS from their wheels, and the supervisor of a start."""
