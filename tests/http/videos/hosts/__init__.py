"""HTTP tests of what video hosts report."""
