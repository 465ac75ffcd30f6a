"""The built-in video host: files in the console's own directory."""
