"""The rules of an education centre, in plain Python: nothing here knows a framework, a database or a wire."""
