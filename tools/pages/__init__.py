"""Generated pages of docs, and generated parts of pages and contracts.

A test compares them with the code.
"""
