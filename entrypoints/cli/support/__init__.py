"""The shared parts of the commands: settings, output, the acting person, a session."""
