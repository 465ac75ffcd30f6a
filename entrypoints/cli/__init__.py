"""`markaz`, the console's command line: the same use cases as the screens, for whoever looks after the machine."""
