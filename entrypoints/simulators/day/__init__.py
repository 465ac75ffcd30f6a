"""A demo day of the centre, played into a running console.

The school changes and staff use the console.
"""
