"""Homework of the database: the draft beside what is published (D-104)."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from contracts.homework.files import FileCard
from contracts.shared import Form, Limit, ListQuery, Named, Order, Wire
from domain.homework.homework import DESCRIPTION_LENGTH

Kind = Literal["main", "variant"]
# new, changed, to archive, another place among the variants
HomeworkChange = Literal["new", "changed", "archived", "order"]
# may be empty in a draft; publishing needs a text
DraftText = Annotated[str, Limit(max_length=DESCRIPTION_LENGTH)]


class Blocking(Wire):
    """A reason why a lesson can't be published, in words.

    ``homeworkId``: the homework to correct; ``lessonId``: the lesson to publish with it.
    """

    code: Literal["text_empty", "no_main", "moved"]
    message: str
    homework_id: int | None = None
    lesson_id: int | None = None


class EditionCard(Wire):
    """A published text. ``number``: 1, 2, … of its homework."""

    id: int
    number: int
    description: str
    attachments: list[FileCard]
    published_at: datetime
    published_by: str | None


class DatabaseHomeworkCard(Wire):
    """A homework of the database: the draft, and what is published of it.

    ``letter``: of a variant, A, B, … in the order of the draft. ``published``: null before the first publication and
    after archiving; ``publishedKind``, ``publishedLetter``: as published. ``groups``: to how many it was given.
    ``savedBy``: who saved the draft last.
    """

    id: int
    lesson_id: int
    kind: Kind
    letter: str | None
    position: int
    description: str
    attachments: list[FileCard]
    change: HomeworkChange | None
    is_archived: bool
    published: EditionCard | None
    published_kind: Kind | None
    published_letter: str | None
    groups: int
    saved_at: datetime
    saved_by: Named | None
    version: int


class DatabaseHomeworkAnswer(Wire):
    """One homework of the database."""

    homework: DatabaseHomeworkCard


class AddDatabaseHomework(Form):
    """A new homework of a lesson, as a draft.

    ``kind``: by default the main one where the lesson has none, else a variant behind the others; a new main one makes
    the present one the first variant. ``attachments``: ids of uploaded files.
    """

    lesson_id: int
    description: DraftText = ""
    kind: Kind | None = None
    attachments: list[str] = msgspec.field(default_factory=list)


class EditDatabaseHomework(Form):
    """The draft of a homework as it shall be.

    ``attachments``: what stays, by the ids of the answer, and what is new, by those of the uploads. ``kind``: main
    makes the present main one the first variant. ``isArchived``: false takes back that it is to be archived.
    """

    version: int
    description: DraftText
    attachments: list[str] = msgspec.field(default_factory=list)
    kind: Kind | None = None
    is_archived: bool | None = None


class ChangedDatabaseHomework(Wire):
    """The draft of a homework after a change; ``version``: for the next one."""

    id: int
    lesson_id: int
    kind: Kind
    letter: str | None
    version: int


class ChangedDatabaseHomeworkAnswer(Wire):
    """The homework after the change."""

    homework: ChangedDatabaseHomework


class MoveHomework(Form):
    """Moves a homework behind a variant of a lesson, or to the top (D-103).

    In another lesson it is a variant, or the main one where there is none. ``version``: of that lesson.
    """

    id: int
    lesson_id: int
    version: int
    after_id: int | None = None


class OrderedHomework(Wire):
    """A homework in the order of its lesson."""

    id: int
    kind: Kind
    letter: str | None
    position: int


class HomeworkOrder(Wire):
    """The whole order of a lesson's homework and the lesson's new version.

    A stale move is answered by 409 with this as ``current``.
    """

    lesson_id: int
    homework: list[OrderedHomework]
    version: int


class DatabaseQuery(ListQuery, kw_only=True):
    """Homework of the database, newest change first.

    ``value``: a part of text, lesson or chapter; with ``keys``, of the text alone. ``state``: what is published, what
    differs from it, or the archive; null: everything but the archive.
    """

    order_by: Order = Order.DESC
    course_id: int | None = None
    study_month_id: int | None = None
    topic_id: int | None = None
    chapter_id: int | None = None
    lesson_id: int | None = None
    author_id: int | None = None
    keys: list[Literal["text"]] | None = None
    state: Literal["published", "draft", "archived"] | None = None


class DatabaseHomeworkRow(Wire):
    """A homework in a list.

    ``description``: its beginning, of the draft; ``excerpt``: the text around the word that was searched for, null
    where it isn't in the text. ``edition``: the number of what is published, null for nothing.
    """

    id: int
    kind: Kind
    letter: str | None
    description: str
    excerpt: str | None
    files: int
    groups: int
    lesson: Named
    chapter: Named
    course: Named
    change: HomeworkChange | None
    is_archived: bool
    edition: int | None
    published_at: datetime | None
    author: Named | None
    saved_at: datetime


class DatabaseHomeworkPage(Wire):
    """A page of homework of the database."""

    homework: list[DatabaseHomeworkRow]
    total: int


class DatabaseFileAnswer(Wire):
    """A stored upload; a form names its ``fileId``, else it is deleted after a day."""

    file: FileCard


class UsesQuery(ListQuery, kw_only=True):
    """Uses of a homework, newest first."""

    order_by: Order = Order.DESC


class UseRow(Wire):
    """A group to which a homework of the database was given (D-104).

    ``homeworkId``: the given copy; ``edition``: of which it is one; ``letter``: as a variant. ``isEdited``: its text
    was changed by the teacher since. ``students``: how many have it.
    """

    homework_id: int
    group: Named
    lesson_id: int
    lesson_date: date
    lesson_number: int
    topic: str | None
    edition: int
    letter: str | None
    given_at: datetime
    given_by: Named | None
    is_edited: bool
    students: int


class UsePage(Wire):
    """A page of uses, newest first. ``groups``: in how many groups."""

    uses: list[UseRow]
    total: int
    groups: int
