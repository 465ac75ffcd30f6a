"""The servers that come with the console: PostgreSQL and NATS from their wheels, and who starts and stops them."""
