"""Chapters and lessons of the homework database (D-104)."""

from dataclasses import dataclass
from datetime import datetime

# longer courses are not taught
MAX_CHAPTERS, MAX_LESSONS = 200, 200


@dataclass
class Chapter:
    """A chapter of a study course.

    ``published_name``: null before the first publication. ``position``: 1, 2, … in the course, null when archived.
    ``changed_in``: the change of the course's database that touched it last.
    """

    course_id: int
    name: str
    changed_in: int
    position: int | None = None
    published_name: str | None = None
    version: int = 1
    id: int | None = None

    @property
    def differs(self) -> bool:
        """True if the name differs from what is published, or nothing is."""
        return self.name != self.published_name

    def publish(self) -> None:
        """Makes the name current."""
        self.published_name = self.name

    def discard(self) -> None:
        """Restores the published name."""
        if self.published_name is not None:
            self.name = self.published_name


@dataclass
class DatabaseLesson:
    """The draft of a lesson.

    ``position``: 1, 2, … in its chapter, null when archived. ``is_archived``: archived, or to be at the next
    publication. ``changed_in``: as of a chapter; also changed by a change of its homework.
    """

    chapter_id: int
    name: str
    changed_in: int
    position: int | None = None
    is_archived: bool = False
    version: int = 1
    id: int | None = None


@dataclass
class DatabaseHomework:
    """The draft of a homework of a lesson.

    ``position``: 0 for the main one, 1, 2, … for variants, null when archived. ``is_archived``: archived, or to be at
    the next publication. ``description`` may be empty in a draft. ``created_by``: the author.
    """

    lesson_id: int
    description: str
    created_by: int | None
    saved_by: int | None
    saved_at: datetime
    position: int | None = None
    is_archived: bool = False
    version: int = 1
    id: int | None = None

    def save(self, description: str, user_id: int | None, now: datetime) -> None:
        """Replaces the text of the draft."""
        self.description, self.saved_by, self.saved_at = description, user_id, now
