"""The message broker, NATS JetStream, as far as it carries the live stream."""
