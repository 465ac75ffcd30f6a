"""Rules of the homework database: drafts, publishing, order, switching."""
