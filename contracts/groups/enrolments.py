"""Students in groups on the wire: adding, stopping, continuing, and the control actions (part 1 §4, D-48)."""

from datetime import date
from typing import Annotated, Literal

from contracts.settings.control_actions import ControlAction
from contracts.shared import Form, Limit, ListQuery, Named, Wire

AT_ONCE_MAX = 100
REASON_MAX = 500


class GroupChoicesQuery(ListQuery):
    """Groups that somebody can be added to. ``studentId``: say how each fits his week."""

    student_id: int | None = None


class Meeting(Wire):
    """When a group meets. ``daysOfWeek``: 1 Monday … 7 Sunday; times ``HH:MM``."""

    days_of_week: list[int]
    begin_time: str | None
    end_time: str | None
    teacher: str
    classroom_name: str


class GroupChoice(Wire):
    """A group that has not ended. ``students``: how many are in it now; ``price``: som a month.

    ``clash``: the name of a group of the asked-about student that meets at the same time.
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


class EnrolmentRow(Wire):
    """A period of a student in a group (R1-161). ``groupStartedDate``, ``groupEndedDate``: the bounds of a start date.

    ``version``: of the period, for whoever changes it.
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
    """All periods of one student in the caller's branches, the newest first."""

    student_groups: list[EnrolmentRow]


class StudentResult(Wire):
    """What came of a period in a group. ``outcome``: 1 studying, 2 completed, 3 not completed.

    ``days``: of the period until today, both ends included; none where its beginning is not known.
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


class StudentResults(Wire):
    """A student's way through the centre, the newest first."""

    results: list[StudentResult]


class Price(Wire):
    """What a course costs: som a month."""

    course: Named
    price: int | None


class Prices(Wire):
    """Prices of the courses of the groups asked about, or of all."""

    prices: list[Price]


class EnrolmentOptions(Wire):
    """What the forms about students in groups choose from."""

    control_actions: list[ControlAction]
    today: date


class AddToGroup(Form):
    """Students to add to a group, from a day on (``YYYY-MM-DD``; none: today, or the group's beginning if later)."""

    student_ids: list[int]
    group_id: int
    start_date: date | None = None


class Added(Wire):
    """What became of one student: the new period, or why not in words."""

    student_id: int
    student_group_id: int | None
    message: str | None


class AddedToGroup(Wire):
    """The result for each."""

    results: list[Added]


class StopInGroup(Form):
    """Ends a period: from tomorrow on he is no longer in the group. ``action``: finish 1 (D-62)."""

    student_group_id: int
    version: int
    reason: Annotated[str, Limit(max_length=REASON_MAX)] = ""
    action: Literal[1] = 1


class ContinueInGroup(Form):
    """Goes on after a period ended. ``action``: continue 2 (D-62)."""

    student_group_id: int
    version: int
    start_date: date | None = None
    action: Literal[2] = 2


class ChangeEnrolmentStatus(Form):
    """Another control action (R1-159, R1-201). ``startDate``: only for the one that does not count in statistics."""

    student_group_id: int
    control_action_id: int
    version: int
    start_date: date | None = None


class EnrolmentAnswer(Wire):
    """The period that counts from now on."""

    student_group_id: int
