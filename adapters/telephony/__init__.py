"""How the telephone exchange is reached: an adapter per provider."""
