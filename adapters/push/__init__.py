"""How notifications reach phones and browsers: an adapter per way."""
