"""How SMS leave the console: an adapter per provider."""
