"""How videos are kept by a host: an adapter per host."""
