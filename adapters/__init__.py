"""How the outside is reached: one folder per technology."""
