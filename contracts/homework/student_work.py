"""Homework as a student sees it, hands it in and writes about it (D-81, D-96)."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from contracts.homework.files import FileCard, Voice, VoiceCard
from contracts.shared import MAX_PAGE, MAX_PER_PAGE, PER_PAGE_DEFAULT, Form, Limit, Named, Query, Wire
from domain.homework.attempt import MAX_TEXT_LENGTH
from domain.homework.submission import MESSAGE_LENGTH

# waiting 1, rejected 2, accepted 3, checking 4, uncompleted 5 (D-23)
OwnStatus = Literal[1, 2, 3, 4, 5]


class OwnWorkQuery(Query, kw_only=True):
    """A page of own work, newest first; ``groupId``: of one group."""

    page: Annotated[int, Limit(ge=1, le=MAX_PAGE)] = 1
    per_page: Annotated[int, Limit(ge=1, le=MAX_PER_PAGE)] = PER_PAGE_DEFAULT
    group_id: int | None = None


class OwnHomeworkQuery(OwnWorkQuery, kw_only=True):
    """A page of own homework; ``status``: of one status."""

    status: OwnStatus | None = None


class OwnHomeworkRow(Wire):
    """A homework of the student.

    ``dueAt``: the student's own deadline, later than the homework's after a rejection; ``closesAt``: until then work is
    taken, late (D-80). ``isLate``: the newest hand-in came after the deadline. ``score``: of the check in force.
    """

    id: int
    group: Named
    lesson_date: date
    topic: str | None
    given_at: datetime
    due_at: datetime
    closes_at: datetime
    status: OwnStatus
    score: int | None
    handed_in_at: datetime | None
    is_late: bool


class OwnHomeworkPage(Wire):
    """A page of own homework."""

    homework: list[OwnHomeworkRow]
    total: int


class OwnAttempt(Wire):
    """A hand-in of the student. ``number``: 1, 2, … of this work."""

    id: int
    number: int
    text: str
    files: list[FileCard]
    voice: VoiceCard | None
    handed_in_at: datetime
    is_late: bool


class OwnMessage(Wire):
    """A message about the work.

    ``own``: the student wrote it; ``withResult``: it came with a result.

    ``author``: the name of a teacher of the group, null for other staff (D-96).
    """

    id: int
    author: str | None
    own: bool
    text: str
    files: list[FileCard]
    voice: VoiceCard | None
    with_result: bool
    sent_at: datetime


class OwnHomework(OwnHomeworkRow):
    """A homework with its text, the own attempts and the chat, oldest first.

    ``variant``: the letter of the own variant, whose text and files these are; null where all have the same (D-85).
    """

    description: str
    variant: str | None
    files: list[FileCard]
    voice: VoiceCard | None
    attempts: list[OwnAttempt]
    messages: list[OwnMessage]


class OwnHomeworkAnswer(Wire):
    """One own homework."""

    homework: OwnHomework


class HandIn(Form):
    """A hand-in: text, files, a recording, at least one of them (D-81).

    ``fileIds``, ``voice``: of uploads of the student.
    """

    text: Annotated[str, Limit(max_length=MAX_TEXT_LENGTH)] = ""
    file_ids: list[str] = msgspec.field(default_factory=list)
    voice: Voice | None = None


class HandedIn(Wire):
    """The new attempt."""

    submission: OwnAttempt


class WriteMessage(Form):
    """A message to the teacher: text, files, a recording, at least one of them."""

    text: Annotated[str, Limit(max_length=MESSAGE_LENGTH)] = ""
    file_ids: list[str] = msgspec.field(default_factory=list)
    voice: Voice | None = None


class WrittenMessage(Wire):
    """The new message."""

    message: OwnMessage
