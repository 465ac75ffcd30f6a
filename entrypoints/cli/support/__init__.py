"""The shared parts of the commands: settings, output, acting person and session."""
