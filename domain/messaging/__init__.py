"""Messages to people: text, parts and delivery."""
