"""Generated pages of docs: states, permissions, events and errors.

A test compares them with the code.
"""
