"""Stand-ins for the outside systems, true to their wire contracts: they serve the demo and the tests."""
