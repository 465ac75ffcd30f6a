"""The homework database: chapters, lessons and homework of study courses (D-104)."""
