"""Drafts of the homework database: the difference, publishing, discarding (D-104)."""

from typing import Literal

import msgspec

from contracts.homework_database.homework import Blocking, Kind
from contracts.homework_database.tree import Change
from contracts.shared import Form, Named, Query, Wire

# what differs: a new thing, name, text, files, kind, order of variants, archive, another lesson
What = Literal["new", "name", "text", "files", "kind", "order", "archived", "moved"]


class DraftQuery(Query, kw_only=True):
    """The course whose drafts are read; required."""

    course_id: int | None = None


class Difference(Wire):
    """One thing that differs from what is published.

    ``homeworkId``: null for the lesson itself; ``kind``, ``letter``: of the homework in the draft, of an archived one
    as it is published. ``files``: attachments that were added or removed.
    """

    what: What
    change: Change
    homework_id: int | None = None
    kind: Kind | None = None
    letter: str | None = None
    files: int = 0


class DraftLesson(Wire):
    """A lesson that differs from what is published. ``blocked``: why it can't be.

    ``isEmptied``: it is left without homework, and so are its topics, ``topics`` of them.
    """

    id: int
    name: str
    published_name: str | None
    change: Change
    differences: list[Difference]
    blocked: list[Blocking]
    is_emptied: bool
    topics: int
    version: int


class DraftChapter(Wire):
    """A chapter with drafts. ``change``: of its own name or new; null for none."""

    id: int
    name: str
    published_name: str | None
    change: Change | None
    lessons: list[DraftLesson]
    version: int


class Drafts(Wire):
    """The differences of a course from what is published.

    ``lessons``, ``changes``: how many; ``given``: homework given from this course, copies that stay as they are.
    ``version``: for publishing and discarding exactly what is shown.
    """

    course: Named
    chapters: list[DraftChapter]
    lessons: int
    changes: int
    given: int
    version: int


class ChooseDrafts(Form):
    """Drafts to publish or to discard, all or nothing.

    A chapter is chosen with its lessons that have drafts; a lesson with the name of its chapter, if that is new.
    ``version``: of the drafts as the caller sees them; 409 with the present drafts if what is chosen changed since.
    """

    course_id: int
    version: int
    chapter_ids: list[int] = msgspec.field(default_factory=list)
    lesson_ids: list[int] = msgspec.field(default_factory=list)


class PublishedLesson(Wire):
    """A lesson that became current.

    ``publication``: its number, null for one that is archived now. ``homework``: published homework of it.
    """

    id: int
    name: str
    publication: int | None
    homework: int


class Published(Wire):
    """The drafts that became current. ``version``: of the drafts that remain."""

    chapters: list[Named]
    lessons: list[PublishedLesson]
    version: int


class Discarded(Wire):
    """The drafts that are as published again; those never published are deleted.

    ``version``: of the drafts that remain.
    """

    chapters: list[Named]
    lessons: list[Named]
    version: int
