"""A school kept as a folder of CSV files (docs/school-folder.md)."""
