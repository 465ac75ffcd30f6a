"""The embedded servers, PostgreSQL and NATS from wheels, and the supervisor."""
