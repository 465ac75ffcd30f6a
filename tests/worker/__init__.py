"""Jobs as the worker runs them."""
