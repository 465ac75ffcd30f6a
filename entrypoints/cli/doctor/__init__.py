"""`markaz doctor`: checks of the machine, the settings, the school system and the running programs."""
