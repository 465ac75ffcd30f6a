"""Chapters and lessons of the homework database, and their order (D-103, D-104)."""

from datetime import datetime
from typing import Literal

from contracts.homework_database.homework import Blocking, DatabaseHomeworkCard
from contracts.shared import Form, ListQuery, Named, Query, Required, Wire

# the alphabet of change: new, changed, to archive, order of the variants
Change = Literal["new", "changed", "archived", "order"]


class ChaptersQuery(Query, kw_only=True):
    """The course whose tree is read; required.

    ``isDraft``: as it is being edited, else as it is published. ``isArchived``: with archived lessons.
    """

    course_id: int | None = None
    is_draft: bool = True
    is_archived: bool = False


class TreeLesson(Wire):
    """A lesson in the tree.

    ``change``: its difference from what is published, null for none; ``changes``: how many things differ.
    ``homework``: its homework that is not archived; ``topics``: how many topics it belongs to.
    """

    id: int
    name: str
    position: int
    change: Change | None
    changes: int
    homework: int
    topics: int
    is_published: bool
    is_archived: bool
    version: int


class TreeChapter(Wire):
    """A chapter with its lessons, in order.

    ``change``: of its own name, or new; ``changes``: with those of its lessons. ``homework``: of its lessons.
    """

    id: int
    name: str
    position: int
    change: Change | None
    changes: int
    homework: int
    lessons: list[TreeLesson]
    version: int


class Chapters(Wire):
    """The tree of a course. ``version``: of the order, for the move calls."""

    course: Named
    chapters: list[TreeChapter]
    lessons: int
    homework: int
    version: int


class AddChapter(Form):
    """A new chapter, the last of its course; a draft until it is published."""

    course_id: int
    name: Required


class EditChapter(Form):
    """The name of a chapter."""

    name: Required
    version: int


class VersionQuery(Query, kw_only=True):
    """``version``: of the record as the caller sees it."""

    version: int | None = None


class ChapterCard(Wire):
    """A chapter. ``publishedName``: null before it is published."""

    id: int
    course_id: int
    name: str
    published_name: str | None
    position: int
    version: int


class ChapterAnswer(Wire):
    """One chapter."""

    chapter: ChapterCard


class MoveChapter(Form):
    """Moves a chapter behind ``afterId``, or to the top (D-103).

    ``version``: of the order, as ``Chapters`` or the last move gave it.
    """

    id: int
    version: int
    after_id: int | None = None


class MoveLesson(Form):
    """Moves a lesson into a chapter, behind ``afterId`` or to the top (D-103).

    ``version``: of the order, as ``Chapters`` or the last move gave it.
    """

    id: int
    chapter_id: int
    version: int
    after_id: int | None = None


class OrderedChapter(Wire):
    """A chapter in the order, with its lessons."""

    id: int
    name: str
    lessons: list[Named]


class TreeOrder(Wire):
    """The whole order of a course and its new version.

    A stale move is answered by 409 with this as ``current``.
    """

    chapters: list[OrderedChapter]
    version: int


class LessonsQuery(ListQuery, kw_only=True):
    """Lessons of a course, in its order. ``value``: a part of the name."""

    course_id: int | None = None
    chapter_id: int | None = None


class DatabaseLessonRow(Wire):
    """A lesson in a list, with the topics that it belongs to."""

    id: int
    name: str
    chapter: Named
    course: Named
    topics: list[Named]
    homework: int
    change: Change | None
    is_published: bool


class DatabaseLessonPage(Wire):
    """A page of lessons."""

    lessons: list[DatabaseLessonRow]
    total: int


class AddLesson(Form):
    """A new lesson, the last of its chapter; a draft until it is published."""

    chapter_id: int
    name: Required


class EditLesson(Form):
    """A lesson as it shall be: a draft until it is published.

    ``chapterId``: another chapter puts it behind its lessons at once. ``isArchived``: false takes an archived lesson,
    or one that is to be, back.
    """

    name: Required
    version: int
    chapter_id: int | None = None
    is_archived: bool | None = None


class ChangedLesson(Wire):
    """The draft of a lesson after a change; ``version``: for the next one."""

    id: int
    chapter_id: int
    name: str
    version: int


class ChangedLessonAnswer(Wire):
    """The lesson after the change."""

    lesson: ChangedLesson


class Publication(Wire):
    """The publication of a lesson in force: its number, 1, 2, …"""

    number: int
    published_at: datetime
    published_by: str | None


class LessonTopic(Wire):
    """A topic of a lesson. ``number``: in the course, null for an ended one."""

    id: int
    name: str
    number: int | None


class DatabaseLessonCard(Wire):
    """A lesson with its homework, the main one first, then the variants in order.

    ``publishedName``: null while nothing of it is published. ``blocked``: why it can't be published now.
    """

    id: int
    course: Named
    chapter: Named
    name: str
    published_name: str | None
    position: int
    change: Change | None
    is_archived: bool
    publication: Publication | None
    topics: list[LessonTopic]
    homework: list[DatabaseHomeworkCard]
    blocked: list[Blocking]
    version: int


class DatabaseLessonAnswer(Wire):
    """One lesson of the database."""

    lesson: DatabaseLessonCard
