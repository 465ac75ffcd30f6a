"""Fixtures of the synchronisation tests: a centre and a school."""

from tests.sync.stage import centre, school

__all__ = ["centre", "school"]
