"""Records of schools: OULAD, and messy spreadsheets."""
