"""Courses, as far as staff edit them (D-16)."""

from dataclasses import dataclass
from datetime import datetime


@dataclass
class Course:
    """A course of the school. ``author_id``: the author of its online lessons."""

    name: str
    author_id: int | None = None
    school_deleted_at: datetime | None = None
    id: int | None = None
