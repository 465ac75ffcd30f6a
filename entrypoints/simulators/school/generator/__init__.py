"""The generator of the demo school: people, curriculum, timetable."""
