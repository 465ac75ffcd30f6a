"""Groups: lists, details and lessons.

See part 1 §2 Groups list screen, part 2 §2.
"""

from datetime import date, datetime
from typing import Literal

from contracts.shared import ListQuery, Named, Order, Wire

GroupKey = Literal["hName"]
Marking = Literal["none", "partly", "marked", "no_class"]


class GroupsQuery(ListQuery):
    """Filters of the group lists (R1-164).

    ``status``: not started 1, active 2, ended 3; null: all.

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
    """The display name of a category."""

    id: int
    display_name: str


class ScheduleStaff(Wire):
    """The teacher of a schedule entry.

    ``roleNumber``: teacher 2, assistant 3; ``roleName``: of the account's role, or of the one with that number.
    """

    id: int
    first_name: str
    last_name: str
    role_number: int
    role_name: str
    photo: str | None = None


class ScheduleLine(Wire):
    """An entry of a group's schedule (R1-165).

    1 Monday … 7 Sunday, ``HH:MM``, first and last day included.
    """

    id: int
    staff: ScheduleStaff
    days_of_week: list[int]
    begin_time: str | None
    end_time: str | None
    start_date: date | None
    end_date: date | None
    classroom_name: str


class Clash(Wire):
    """Another group with the same teacher or room at the same time.

    Its name is null if the caller does not see that group.
    """

    group: Named | None
    what: Literal["teacher", "room"]
    days_of_week: list[int]
    begin_time: str
    end_time: str


class ScheduleItem(ScheduleLine):
    """A schedule entry with its clashes of teacher or room."""

    clashes: list[Clash]


class GroupRow(Wire):
    """A group of a list (R1-110, R1-112, R1-162, R1-163).

    A KPI is percent with one decimal, null without data (D-27).

    ``schedules``: present and future entries, else the last ones; teachers before assistants. ``students``: present
    students; ``actionsCount``: gamification actions, 0 until there are any; ``groupsCount``: other active groups of its
    course.
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
    """A topic of the curriculum. ``state``: taught 1, next 2, future 3."""

    id: int
    position: int
    name: str
    state: Literal[1, 2, 3]


class StudyMonthRow(Wire):
    """A study month with its topics in order and the group's lessons in it.

    Each lesson that took place covers the next topic, a cancelled one belongs to the month of the lesson after it.
    ``first``, ``last``: their days, null without any.
    """

    id: int
    number: int
    name: str
    topics: list[TopicRow]
    lessons: int
    first: date | None
    last: date | None


class CurriculumAnswer(Wire):
    """The group's progress: each lesson that took place covers the next topic."""

    months: list[StudyMonthRow]
    lessons_held: int
    topics: int


class GroupInfo(Wire):
    """The group's Info page."""

    group: GroupRow
    teachers: list[ScheduleStaff]
    assistants: list[ScheduleStaff]


class GroupStudent(Wire):
    """A student of a group with the newest period there.

    Percentages as in D-27; null without data.
    """

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
    """Students of a group.

    ``actionId``: a control action; null: present students.
    """

    action_id: int | None = None


class GroupStudentPage(Wire):
    """A page of a group's students."""

    students: list[GroupStudent]
    total: int


class LessonsQuery(ListQuery):
    """Lessons of a group, newest first.

    ``fromDate``, ``toDate``: both included; ``studyMonthId``: of a study month of its course (R2-352); ``marking``:
    lessons of one marking (D-157).
    """

    order_by: Order = Order.DESC
    study_month_id: int | None = None
    marking: Marking | None = None
    from_date: date | None = None
    to_date: date | None = None


class LessonRow(Wire):
    """A lesson (D-71).

    ``status``: not started 1, active 2, ended 3 (D-68); ``number``: its position in the group.

    ``marking``: none, partly (some of its students), marked, no_class (D-157); ``students``: those who belong to it,
    ``unmarked``: those of them without a mark; ``noClassReason``: the reason for a cancelled lesson, else null;
    ``lateSentAt``: time since which a late submission of it waits for the office (D-70).
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
    marking: Marking
    students: int
    unmarked: int
    no_class_reason: str | None
    attended: int
    late: int
    absent: int
    late_sent_at: datetime | None


class LessonPage(Wire):
    """A page of lessons."""

    lessons: list[LessonRow]
    total: int
