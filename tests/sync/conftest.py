"""Fixtures of the synchronisation tests: a centre and a school."""

from tests.sync.centre import centre, school

__all__ = ["centre", "school"]
