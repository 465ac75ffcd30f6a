"""Videos at their hosts: what hosts report, and how the built-in one converts."""
