"""How the console is entered: settings, wiring, HTTP, worker, command line, and the embedded servers."""
