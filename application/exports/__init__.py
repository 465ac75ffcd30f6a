"""Lists as spreadsheets: the same rows, in the same order, as the screen has them (D-66)."""
