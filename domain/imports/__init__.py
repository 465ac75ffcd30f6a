"""Rules of importing students from spreadsheets."""
