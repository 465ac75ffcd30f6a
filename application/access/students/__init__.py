"""Students who sign in to their application (D-97)."""
