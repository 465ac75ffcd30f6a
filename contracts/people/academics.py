"""API types of academics: account view, teaching view, groups, attendance (D-16)."""

from datetime import date, datetime
from typing import Annotated, Literal

from contracts.access.sign_in import RoleRef
from contracts.access.users import MAX_REASON_LENGTH, Login
from contracts.groups.enrolments import Meeting
from contracts.shared import Form, Limit, ListQuery, Named, Order, Wire

AcademicKey = Literal["firstName", "lastName", "middleName", "hId"]


class TeachersQuery(ListQuery):
    """Query of the teachers and assistants lists (R1-143)."""

    keys: list[AcademicKey] | None = None
    work_status: Literal[1, 2] | None = None
    is_active: bool | None = None
    office_ids: list[int] | None = None


TeachingSort = Literal["name", "groups", "students", "attendanceKpi", "homeworkKpi", "examKpi", "kpi"]


class KpiQuery(TeachersQuery):
    """Query of the teachers as they teach.

    ``sortBy``: teachers without the KPI are last, equal ones by name, in both directions.
    """

    sort_by: TeachingSort = "name"


class AcademicsQuery(TeachersQuery):
    """Query of the academics list (R1-144).

    ``acStatus``: open account 1, closed 2, none 3; ``staffSystemStatus``: active 1, blocked 2, new 3.
    """

    order_by: Order = Order.DESC
    role_id: int | None = None
    staff_system_status: Literal[1, 2, 3] | None = None
    ac_status: Literal[1, 2, 3] | None = None


class AcademicRow(Wire):
    """A teacher or an assistant, with the account if there is one (R1-140).

    ``roleNumber``: teacher 2, assistant 3; ``acStatus``: open account 1, closed 2, none 3; ``groups``: number of groups
    taught at present; ``editable``: the account has no more rights than the caller.
    """

    id: int
    h_id: str | None
    user_id: int | None
    login: str | None
    photo: str | None
    photo_check: int
    full_name: str
    role_id: int | None
    role: RoleRef | None
    role_number: int
    offices: list[Named]
    groups: int
    work_status: int
    ac_status: int
    is_active: bool
    system_status: int | None
    created_at: datetime
    editable: bool = False


class AcademicPage(Wire):
    """A page of academics."""

    academics: list[AcademicRow]
    total: int


class AssistantPage(Wire):
    """A page of assistants (R1-149)."""

    assistants: list[AcademicRow]
    total: int


class AcademicCard(AcademicRow, kw_only=True):
    """One academic in full.

    ``version``: of the account, for its form; ``schoolDeleted``: removed from the school's register.
    """

    first_name: str
    last_name: str
    middle_name: str | None
    gender: int | None
    phone_number: str | None
    school_role: str
    school_deleted: bool
    block_reason: str | None
    must_change_password: bool
    last_seen_at: datetime | None
    account_opened_at: datetime | None
    account_opened_by: Named | None
    version: int | None


class AcademicAnswer(Wire):
    """An academic."""

    academic: AcademicCard


class AssistantAnswer(Wire):
    """An assistant."""

    assistant: AcademicCard


class TeacherRow(Wire):
    """A teacher in the teaching view.

    A KPI is a percentage with one decimal, null without data (D-27). ``kpi``: the mean of those that have data (D-77).
    """

    id: int
    h_id: str | None
    photo: str | None
    photo_check: int
    full_name: str
    offices: list[Named]
    work_status: int
    ac_status: int
    is_active: bool
    groups: int
    students: int
    created_at: datetime
    attendance_kpi: float | None = None
    homework_kpi: float | None = None
    exam_kpi: float | None = None
    kpi: float | None = None


class TeacherPage(Wire):
    """A page of teachers."""

    teachers: list[TeacherRow]
    total: int


class TeacherCard(TeacherRow, kw_only=True):
    """One teacher in the teaching view."""

    phone_number: str | None
    gender: int | None
    role_number: int


class TeacherAnswer(Wire):
    """A teacher."""

    teacher: TeacherCard


class AcademicGroupsQuery(ListQuery):
    """Query of an academic's groups. ``status``: not started 1, active 2, ended 3."""

    status: Literal[1, 2, 3] | None = None


class AcademicGroup(Wire):
    """A group of the academic.

    ``schedules``: the academic's times; ``students``: number of students in it today.
    """

    id: int
    name: str
    status: int
    course: Named
    office: Named
    learning_type: str
    started_date: date | None
    ended_date: date | None
    students: int
    schedules: list[Meeting]
    attendance_kpi: float | None = None
    homework_kpi: float | None = None
    exam_kpi: float | None = None


class AcademicGroupPage(Wire):
    """A page of groups."""

    groups: list[AcademicGroup]
    total: int


class AcademicSchedule(Wire):
    """Times at which the academic teaches the group.

    1 Monday … 7 Sunday, ``HH:MM``; the dates of both ends are included.
    """

    id: int
    days_of_week: list[int]
    begin_time: str | None
    end_time: str | None
    start_date: date | None
    end_date: date | None
    classroom_name: str


class AcademicAttendance(Wire):
    """A past lesson of the academic, or one at which they checked in.

    ``status``: attended 1, no class 3, late 4; null without a check-in (D-46). ``at``: time of the check-in; ``photo``:
    its photo; ``madeAfterwards``: a check-in was impossible, as the lesson had ended when its schedule was entered.
    """

    lesson_id: int
    date: date
    begin_time: str | None
    end_time: str | None
    status: int | None
    at: datetime | None
    photo: str | None
    made_afterwards: bool


class AcademicAttendances(Wire):
    """An academic's own attendance of a group's lessons, newest first.

    ``rating``: share of the lessons held and ended that were attended on time, null without any (D-77); ``total``:
    number of entries; ``beginTime``, ``endTime``: of the present schedule, or the last one.
    """

    academic: Named
    group_id: int
    group_name: str
    begin_time: str | None
    end_time: str | None
    schedules: list[AcademicSchedule]
    rating: float | None
    attendances: list[AcademicAttendance]
    total: int


class SignUpAcademic(Form):
    """A new account of an academic of the school (R1-141).

    ``genderType``: 1 male, 2 female.
    """

    login: Login
    role_id: int
    gender_type: Literal[1, 2]


class ChangeAcademic(Form):
    """An academic's account as its form shows it (R1-142).

    ``version``: the version that was read; ``reason``: required to block.
    """

    login: Login
    is_active: bool
    version: int | None = None
    reason: Annotated[str, Limit(max_length=MAX_REASON_LENGTH)] = ""


class ReviewPhoto(Form):
    """The review of a photo (R1-194)."""

    suitable: bool
