"""Groups on the wire: lists, one group with its parts, its lessons (part 1 §2 Groups list screen, part 2 §2)."""

from datetime import date, datetime
from typing import Literal

from contracts.shared import ListQuery, Named, Order, Wire

GroupKey = Literal["hName"]


class GroupsQuery(ListQuery):
    """What the groups lists can be asked (R1-164). ``status``: not started 1, active 2, ended 3; none: all.

    ``fromBy…``/``toBy…``: days, both included.
    """

    keys: list[GroupKey] | None = None
    status: Literal[1, 2, 3] | None = None
    category_id: int | None = None
    course_id: int | None = None
    teacher_id: int | None = None
    learning_type_id: str | None = None
    office_ids: list[int] | None = None
    from_by_started_date: date | None = None
    to_by_started_date: date | None = None
    from_by_ended_date: date | None = None
    to_by_ended_date: date | None = None


class DisplayName(Wire):
    """A category by the name that it is shown with."""

    id: int
    display_name: str


class ScheduleStaff(Wire):
    """Who teaches a line of a schedule. ``roleNumber``: teacher 2, assistant 3; ``roleName``: of his account, empty
    without one."""

    id: int
    first_name: str
    last_name: str
    role_number: int
    role_name: str
    photo: str | None = None


class ScheduleLine(Wire):
    """A line of a group's schedule (R1-165): 1 Monday … 7 Sunday, ``HH:MM``, whole days of both ends."""

    id: int
    staff: ScheduleStaff
    days_of_week: list[int]
    begin_time: str | None
    end_time: str | None
    start_date: date | None
    end_date: date | None
    classroom_name: str


class Clash(Wire):
    """Another group that has the teacher or the room at the same time; none where the caller doesn't see that group."""

    group: Named | None
    what: Literal["teacher", "room"]
    days_of_week: list[int]
    begin_time: str
    end_time: str


class ScheduleItem(ScheduleLine):
    """A line with what it clashes with: who or what is in two places at once."""

    clashes: list[Clash]


class GroupRow(Wire):
    """A group of a list (R1-110, R1-112, R1-162, R1-163). A KPI is percent with one decimal, none without data (D-27).

    ``schedules``: the lines that hold now or will, where there are none the last ones; teachers before assistants.
    ``students``: who is in it now; ``actionsCount``: gamification actions, 0 until there are any;
    ``groupsCount``: other groups of its course that are active.
    """

    id: int
    h_id: str | None
    name: str
    status: int
    category: DisplayName | None
    course: Named
    office: Named
    learning_type: str
    started_date: date | None
    ended_date: date | None
    students: int
    attendance_kpi: float | None
    homework_kpi: float | None
    exam_kpi: float | None
    actions_count: int
    groups_count: int
    schedules: list[ScheduleLine]


class GroupPage(Wire):
    """A page of groups."""

    groups: list[GroupRow]
    total: int


class GroupAnswer(Wire):
    """One group."""

    group: GroupRow


class SchedulesAnswer(Wire):
    """The schedule of a group."""

    schedules: list[ScheduleItem]


class TopicRow(Wire):
    """A topic of the curriculum. ``state``: held 1, next 2, to come 3."""

    id: int
    position: int
    name: str
    state: Literal[1, 2, 3]


class StudyMonthRow(Wire):
    """A study month with its topics in order, and the group's lessons in it: each that took place takes the next topic,
    one that did not belongs to the month of the one after it. ``first``, ``last``: their days, none without any."""

    id: int
    number: int
    name: str
    topics: list[TopicRow]
    lessons: int
    first: date | None
    last: date | None


class CurriculumAnswer(Wire):
    """Where the group stands: each lesson that took place takes the next topic."""

    months: list[StudyMonthRow]
    lessons_held: int
    topics: int


class GroupInfo(Wire):
    """What the group's Info page shows."""

    group: GroupRow
    teachers: list[ScheduleStaff]
    assistants: list[ScheduleStaff]


class GroupStudent(Wire):
    """A student of a group with his newest period there. Percentages as D-27; none without data."""

    id: int
    h_id: str | None
    full_name: str
    photo: str | None
    phone_number: str | None
    student_group_id: int
    action_id: int
    action_name: str
    started_date: date | None
    ended_date: date | None
    attendance_percentage: float | None
    version: int


class GroupStudentsQuery(ListQuery):
    """Students of a group. ``actionId``: a control action; none: who is in it now."""

    action_id: int | None = None


class GroupStudentPage(Wire):
    """A page of a group's students."""

    students: list[GroupStudent]
    total: int


class LessonsQuery(ListQuery):
    """Lessons of a group, the newest first. ``fromDate``, ``toDate``: both included; ``studyMonthId``: of a study month
    of its course (R2-352)."""

    order_by: Order = Order.DESC
    study_month_id: int | None = None
    from_date: date | None = None
    to_date: date | None = None


class LessonRow(Wire):
    """A lesson (D-71). ``status``: not started 1, active 2, ended 3 (D-68); ``number``: which one of the group it is.

    ``marked``: whether anything is saved (D-46); ``noClassReason``: why it did not take place, none where it did;
    ``lateSentAt``: since when a late sheet of it waits for the office (D-70).
    """

    id: int
    number: int
    date: date
    begin_time: str
    end_time: str
    classroom_name: str
    staff_id: int
    staff_name: str
    schedule_id: int | None
    status: int
    topic: str | None
    marked: bool
    no_class_reason: str | None
    attended: int
    late: int
    absent: int
    late_sent_at: datetime | None


class LessonPage(Wire):
    """A page of lessons."""

    lessons: list[LessonRow]
    total: int
