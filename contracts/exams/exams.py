"""Exams of a group: giving, editing, participants (part 2 §3, D-86)."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from contracts.homework.files import FileCard
from contracts.shared import Form, Limit, ListQuery, Named, Query, Wire
from domain.exams.exam import DESCRIPTION_LENGTH

MAX_STUDY_MONTHS = 24
Description = Annotated[str, Limit(min_length=1, max_length=DESCRIPTION_LENGTH)]
# not started 1, active 2, ended 3 (D-68)
Status = Literal[1, 2, 3]
# in progress 1, completed 2: announced (D-86)
Progress = Literal[1, 2]
# failed 1, passed 2, absent 3, failed for a reason 4 (D-29)
Result = Literal[1, 2, 3, 4]


class AddExam(Form, kw_only=True):
    """An exam for a group about study months of its course.

    ``studentIds``: the participants; null: who is in the group when it begins. ``attachments``: ids of uploads.
    """

    group_id: int
    study_month_ids: list[int]
    description: Description
    begins_at: datetime
    deadline: datetime
    student_ids: list[int] | None = None
    attachments: list[str] = msgspec.field(default_factory=list)


class EditExam(Form, kw_only=True):
    """The exam as it shall be, until it is announced.

    ``attachments``: what stays and what is new. ``studentIds``: students of the group that take part too, until the
    deadline.
    """

    version: int
    study_month_ids: list[int]
    description: Description
    begins_at: datetime
    deadline: datetime
    student_ids: list[int] = msgspec.field(default_factory=list)
    attachments: list[str] = msgspec.field(default_factory=list)


class MoveExamDeadline(Form):
    """A new deadline, in the future."""

    version: int
    deadline: datetime


class DeleteExamQuery(Query, kw_only=True):
    """``confirmed``: delete it with the work that students have handed in."""

    version: int | None = None
    confirmed: bool = False


class ExamsQuery(ListQuery, kw_only=True):
    """Filters of a group's exams; the newest first."""

    study_month_id: int | None = None


class StudyMonth(Wire):
    """A study month of the group's course."""

    id: int
    number: int
    name: str


class ExamCounts(Wire):
    """The numbers of an exam's participants.

    ``waiting``: handed in and not checked; to those who do not check all that is handed in, until the announcement.
    ``checked``: with a score or a failing reason. ``passed``, ``failed`` (of these ``failedExam`` for a reason),
    ``absent``: after the announcement, before it for its checkers alone; else null.
    """

    participants: int
    handed_in: int
    waiting: int
    checked: int | None
    passed: int | None
    failed: int | None
    failed_exam: int | None
    absent: int | None


class ExamRow(Wire):
    """An exam in the list of its group."""

    id: int
    description: str
    study_months: list[StudyMonth]
    begins_at: datetime
    deadline: datetime
    status: Status
    progress: Progress
    announced_at: datetime | None
    counts: ExamCounts
    version: int


class ExamPage(Wire):
    """A page of a group's exams."""

    exams: list[ExamRow]
    total: int


class ExamCard(ExamRow):
    """An exam.

    ``publicId``: the address of its public result, once it is announced (D-88)."""

    group: Named
    course: str
    created_by: Named | None
    announced_by: Named | None
    attachments: list[FileCard]
    public_id: str | None


class ExamAnswer(Wire):
    """One exam."""

    exam: ExamCard


class ExamSaved(Wire):
    """A saved exam."""

    id: int
    version: int


class ExamCountAnswer(Wire):
    """The numbers of one exam."""

    counts: ExamCounts


class StudyMonthsQuery(Query, kw_only=True):
    """The group whose course is meant."""

    group_id: int | None = None


class StudyMonths(Wire):
    """The study months of a group's course."""

    study_months: list[StudyMonth]


class FailingReasonRow(Wire):
    """A reason of failing; ``needsText``: with words of the checker (D-87)."""

    id: Literal[1, 2, 3, 4, 5]
    name: str
    needs_text: bool


class FailingReasons(Wire):
    """The reasons of failing, a fixed list (D-87)."""

    reasons: list[FailingReasonRow]


class ExamFormQuery(Query, kw_only=True):
    """The group, and the exam that is edited."""

    group_id: int | None = None
    exam_id: int | None = None


class ExamFormStudent(Wire):
    """A student of today's class. ``participates``: in the exam that is edited."""

    id: int
    h_id: str | None
    full_name: str
    photo: str | None
    participates: bool


class ExamFormOptions(Wire):
    """The choices of the form. ``begins_at``, ``deadline``: proposals."""

    group: Named
    study_months: list[StudyMonth]
    students: list[ExamFormStudent]
    begins_at: datetime
    deadline: datetime


class PublicResult(Wire):
    """The result of a participant as everybody may see it: no more (D-88)."""

    h_id: str | None
    name: str
    result: Result
    score: int | None


class PublicExam(Wire):
    """The public result of an announced exam (D-40, D-88, D-147).

    ``date``: the day it began."""

    group: str
    course: str
    study_months: list[str]
    date: date
    results: list[PublicResult]


class PublicExamAnswer(Wire):
    """One public result."""

    exam: PublicExam
