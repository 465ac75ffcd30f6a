"""Homework of a lesson and its topic (part 2 §3, D-80)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from domain.homework.deadlines import deadline_of, moved_deadline
from domain.homework.submission import Submission, SubmissionStatus
from domain.shared.errors import DomainError

DESCRIPTION_LENGTH = 3000
MAX_ATTACHMENTS = 10


class Source(IntEnum):
    """The source of the text: the homework database, or typed (R2-191, D-85)."""

    SYSTEM = 1
    TEACHER = 2


class GenerationMode(IntEnum):
    """A variant drawn for each student, or the same for all (R2-192, D-85)."""

    RANDOM = 1
    SAME = 2


@dataclass
class Homework:
    """Homework given to the class of a lesson.

    ``hours``: 24 or 36, from which ``deadline`` was counted. ``voice_file_id``, ``voice_seconds``: its recording.
    ``mode``: of what was generated; of Same, ``edition_id`` is the published text that it is a copy of. Of Random, each
    student has one of its variants and ``description`` is the first one's.
    """

    group_id: int
    lesson_id: int
    topic_id: int | None
    description: str
    hours: int
    given_at: datetime
    deadline: datetime
    created_by: int | None
    source: Source = Source.TEACHER
    mode: GenerationMode | None = None
    edition_id: int | None = None
    voice_file_id: int | None = None
    voice_seconds: int | None = None
    version: int = 1
    id: int | None = None

    def edit(
        self, description: str, topic_id: int | None, voice_file_id: int | None, voice_seconds: int | None
    ) -> None:
        """Replaces text, topic and recording.

        A generated text that was edited is the teacher's; variants stay as they were drawn (D-85).
        """
        if self.mode != GenerationMode.RANDOM and description != self.description:
            self.source, self.description = Source.TEACHER, description
        self.topic_id = topic_id
        self.voice_file_id, self.voice_seconds = voice_file_id, voice_seconds

    def move_deadline(self, hours: int, now: datetime) -> None:
        """Counts the chosen hours anew from now (D-80)."""
        self.hours, self.deadline = hours, moved_deadline(hours, now)

    def restore_deadline(self, hours: int, deadline: datetime) -> None:
        """Restores a former deadline with the hours from which it was counted.

        One that is to come, see ``deadlines.is_to_come``.
        """
        self.hours, self.deadline = hours, deadline


def give(
    homework: Homework,
    lesson_ends_at: datetime,
    in_class: Iterable[int],
    others: Iterable[int],
    variants: Mapping[int, int] | None = None,
) -> list[Submission]:
    """The submissions of a homework just given, and sets its deadline (D-79, D-80).

    ``in_class``: students in the group on the lesson's day; ``others``: students of today's class who were not, to
    whom it is not given. ``variants``: the variant that each student drew, by student (D-85).
    """
    homework.deadline = deadline_of(homework.hours, homework.given_at, lesson_ends_at)
    drawn = variants or {}
    given = [_row(homework, id, SubmissionStatus.UNCOMPLETED, drawn.get(id)) for id in in_class]
    return given + [_row(homework, id, SubmissionStatus.NOT_GIVEN, drawn.get(id)) for id in others]


def _row(homework: Homework, student_id: int, status: SubmissionStatus, variant_id: int | None) -> Submission:
    return Submission(
        group_id=homework.group_id,
        student_id=student_id,
        status=status,
        due_at=homework.deadline,
        homework_id=homework.id,
        variant_id=variant_id,
    )


def check_deletable(handed_in: int, *, confirmed: bool, may_confirm: bool) -> None:
    """Checks that no work of students is lost unconfirmed.

    Raises DomainError("homework.handed_in_already").

    ``handed_in``: submissions with work; ``may_confirm``: the caller may delete work of students.
    """
    if handed_in and not (confirmed and may_confirm):
        raise DomainError("homework.handed_in_already", submissions=handed_in)
