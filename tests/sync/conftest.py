"""Fixtures of the synchronisation tests: a centre and a school."""

from tests.sync.centre import centre, school
from tests.sync.records.school_awards import seeded

__all__ = ["centre", "school", "seeded"]
