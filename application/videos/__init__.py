"""Video lessons: uploads, playback, reports of their hosts."""
