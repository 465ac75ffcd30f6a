"""Simulators of outside systems, true to their wire contracts.

They serve the demo and the tests.
"""
