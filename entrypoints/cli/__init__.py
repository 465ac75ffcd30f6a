"""`markaz`, the administrator's command line: the same use cases as the screens."""
