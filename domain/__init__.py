"""The rules of an education centre, in plain Python.

No module depends on a framework, a database or a wire format.
"""
