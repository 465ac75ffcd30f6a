"""Enrolments: adding, stopping, continuing, control actions (part 1 §4, D-48)."""

from datetime import date, datetime
from typing import Annotated, Literal

from contracts.exams.exams import Result
from contracts.settings.control_actions import ControlAction
from contracts.shared import Form, Limit, ListQuery, Named, Wire

MAX_PER_CALL = 100
MAX_REASON_LENGTH = 500


class GroupChoicesQuery(ListQuery):
    """Groups that accept students.

    ``studentId``: include clashes with the student's schedule.
    """

    student_id: int | None = None


class Meeting(Wire):
    """A weekly time of a group.

    ``daysOfWeek``: 1 Monday … 7 Sunday; times ``HH:MM``.
    """

    days_of_week: list[int]
    begin_time: str | None
    end_time: str | None
    teacher: str
    classroom_name: str


class GroupChoice(Wire):
    """A group that has not ended.

    ``students``: present students; ``price``: som a month.

    ``clash``: the name of a group of the given student that meets at the same time.
    """

    id: int
    name: str
    course: Named
    office: Named
    status: int
    started_date: date | None
    ended_date: date | None
    students: int
    price: int | None
    schedules: list[Meeting]
    clash: str | None
    joined: bool


class GroupChoices(Wire):
    """A page of groups to choose from."""

    groups: list[GroupChoice]
    total: int


class GroupCandidatesQuery(ListQuery):
    """Students to add to a group, found by name, school id, id or phone."""


class GroupCandidate(Wire):
    """A student of the caller's branches, beside a group.

    ``offices``: those that the caller sees. ``joined``: in the group already; ``clash``: the name of another group of
    the student that meets at the same time.
    """

    id: int
    h_id: str | None
    full_name: str
    photo: str | None
    phone_number: str | None
    birth_date: date | None
    system_status: int
    offices: list[Named]
    joined: bool
    clash: str | None


class GroupCandidates(Wire):
    """A page of students to choose from.

    ``similar``: nobody is found by the words as typed; these have a name one letter away.
    """

    students: list[GroupCandidate]
    total: int
    similar: bool


class EnrolmentRow(Wire):
    """A period of a student in a group (R1-161).

    ``groupStartedDate``, ``groupEndedDate``: the bounds of a start date.

    ``version``: of the period, required for a change.
    """

    student_group_id: int
    group_id: int
    group_name: str
    course_name: str | None
    office_name: str | None
    action_id: int
    action_name: str
    started_date: date | None
    ended_date: date | None
    group_status: int
    group_started_date: date | None
    group_ended_date: date | None
    school_owned: bool
    version: int


class StudentEnrolments(Wire):
    """All periods of a student in the caller's branches, newest first."""

    student_groups: list[EnrolmentRow]


class ResultExam(Wire):
    """An exam in which the student takes part; ``resultId``: of the student's work.

    Score and result are null until it is announced, but to its checkers.
    """

    id: int
    result_id: int
    group_id: int
    study_months: list[str]
    begins_at: datetime
    announced: bool
    score: int | None
    result: Result | None


class StudentResult(Wire):
    """The result of a period in a group, with its exams, newest first.

    ``outcome``: 1 studying, 2 completed, 3 not completed.

    ``days``: length of the period until today, both ends included; null without a known start.
    """

    student_group_id: int
    group_id: int
    group_name: str
    course_name: str | None
    office_name: str | None
    started_date: date | None
    ended_date: date | None
    action_name: str
    counts_in_statistics: bool
    days: int | None
    outcome: int
    exams: list[ResultExam]


class StudentResults(Wire):
    """A student's results, newest first."""

    results: list[StudentResult]


class Price(Wire):
    """The price of a course: som a month."""

    course: Named
    price: int | None


class Prices(Wire):
    """Prices of the courses of the given groups, or of all."""

    prices: list[Price]


class EnrolmentOptions(Wire):
    """The choices of the enrolment forms."""

    control_actions: list[ControlAction]
    today: date


class AddToGroup(Form):
    """Adds students to a group from a day on.

    The day is ``YYYY-MM-DD``; by default today, or the group's start if later.
    """

    student_ids: list[int]
    group_id: int
    start_date: date | None = None


class Added(Wire):
    """The result for one student: the new period, or the error text."""

    student_id: int
    student_group_id: int | None
    message: str | None


class AddedToGroup(Wire):
    """The result for each student."""

    results: list[Added]


class StopInGroup(Form):
    """Ends a period: the student leaves the group from tomorrow on.

    ``action``: finish 1 (D-62).
    """

    student_group_id: int
    version: int
    reason: Annotated[str, Limit(max_length=MAX_REASON_LENGTH)] = ""
    action: Literal[1] = 1


class ContinueInGroup(Form):
    """Continues after an ended period. ``action``: continue 2 (D-62)."""

    student_group_id: int
    version: int
    start_date: date | None = None
    action: Literal[2] = 2


class ChangeEnrolmentStatus(Form):
    """Changes the control action (R1-159, R1-201).

    ``startDate``: only for the action that does not count in statistics.
    """

    student_group_id: int
    control_action_id: int
    version: int
    start_date: date | None = None


class EnrolmentAnswer(Wire):
    """The current period after the change."""

    student_group_id: int
