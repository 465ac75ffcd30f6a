"""The built-in host: uploads by tus, their bytes, and the streams that are played."""
