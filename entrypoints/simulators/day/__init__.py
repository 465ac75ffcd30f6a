"""A day of the centre, played into a running console: the school changes, people sign in, look, and press buttons."""
