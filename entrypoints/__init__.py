"""The entry points: settings, wiring, HTTP, worker, command line, servers."""
