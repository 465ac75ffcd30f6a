"""Adapters: implementations of ports, one folder per technology."""
