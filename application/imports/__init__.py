"""Students from a spreadsheet: read, mapped, planned; what was shown is committed, and nothing else."""
