"""Messages to people: their text, their parts, and what becomes of them."""
