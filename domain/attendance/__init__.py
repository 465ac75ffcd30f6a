"""Rules of attendance: lessons, sheets, marks, journal and staff attendance."""
