"""Messages from staff to students."""
