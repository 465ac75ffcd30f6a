"""`markaz doctor`: checks machine, settings, school system and running programs."""
