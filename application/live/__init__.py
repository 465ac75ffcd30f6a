"""Live streams: what changed is told to the browsers that may see it (D-162)."""
