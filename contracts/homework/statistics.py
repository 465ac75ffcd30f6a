"""Homework statistics of groups and students, and reminders (D-89)."""

from datetime import date, datetime
from typing import Literal

import msgspec

from contracts.homework.giving import HomeworkLesson, SourceCode, Status
from contracts.shared import Form, ListQuery, Named, Order, Query, Wire
from domain.homework.deadlines import Hours

# shown status: waiting 1, rejected 2, accepted 3, not done 4, not given 5 (D-23)
ShownCode = Literal[1, 2, 3, 4, 5]
# what is not done before its deadline, apart from 4: no status of its own (D-79)
NOT_DUE = 6
FilterCode = Literal[1, 2, 3, 4, 5, 6]
SortBy = Literal["name", "averageScore", "rejected", "uncompleted", "accepted", "waiting"]
LessonSortBy = Literal["date", "averageScore", "rejected", "uncompleted", "accepted", "waiting"]


class PeriodQuery(Query, kw_only=True):
    """The lessons of these days, both included, at most 366 apart (D-89).

    ``studyMonthId``: those of a study month instead. Without any the last thirty days.
    """

    from_date: date | None = None
    to_date: date | None = None
    study_month_id: int | None = None


class StatisticsQuery(ListQuery, kw_only=True):
    """Students with their counts in a period, sorted by one of them (R2-195)."""

    sort_by: SortBy = "name"
    from_date: date | None = None
    to_date: date | None = None
    study_month_id: int | None = None


class LessonStatisticsQuery(ListQuery, kw_only=True):
    """Homework of a group's lessons in a period, sorted by date or a count.

    ``value``: of the topic.
    """

    order_by: Order = Order.DESC
    sort_by: LessonSortBy = "date"
    from_date: date | None = None
    to_date: date | None = None
    study_month_id: int | None = None


class GroupStatisticsQuery(ListQuery, kw_only=True):
    """Groups with their counts in a period."""

    sort_by: SortBy = "name"
    from_date: date | None = None
    to_date: date | None = None
    office_ids: list[int] | None = None
    course_id: int | None = None
    teacher_id: int | None = None


class FigureCounts(Wire):
    """Submissions by status as statistics show them (D-23), at the moment of the call.

    Work that is being checked is waiting. ``uncompleted``: not handed in by the student's deadline; ``notDue``: not
    handed in before it (D-79). ``given``: the sum of these five; ``notGiven`` are not among them.
    """

    given: int
    waiting: int
    rejected: int
    accepted: int
    uncompleted: int
    not_due: int
    not_given: int


class Figures(Wire):
    """Counts by status with the mean score and the share of accepted work.

    Both with one decimal; null without data. ``percentage``: accepted of given without what is not due yet (D-79).
    """

    counts: FigureCounts
    average_score: float | None
    percentage: float | None


class GroupFigures(Wire):
    """A group with its homework in the period."""

    id: int
    name: str
    course: str
    office: str
    teacher: str | None
    homework: int
    figures: Figures


class GroupFiguresPage(Wire):
    """A page of groups."""

    groups: list[GroupFigures]
    total: int
    from_date: date
    to_date: date


class GroupStatistics(Wire):
    """The head of a group's page: all of its homework in the period.

    ``lessons``: those with homework. ``fromDate``, ``toDate``: the requested days; of a study month those of its first
    and last lesson with homework, by which a student's page has the same work (D-89).
    """

    group: Named
    from_date: date
    to_date: date
    homework: int
    lessons: int
    figures: Figures
    study_months: list[Named]


class StudentFigures(Wire):
    """A student with the homework of the period."""

    student_id: int
    h_id: str | None
    full_name: str
    photo: str | None
    figures: Figures


class StudentFiguresPage(Wire):
    """A page of a group's students."""

    students: list[StudentFigures]
    total: int
    from_date: date
    to_date: date


class LessonFigures(Wire):
    """A lesson's homework with its figures, without its text (D-90).

    A lesson has a row for each of its homework. ``reminders``: sent for it.
    """

    homework_id: int
    lesson: HomeworkLesson
    topic: str | None
    deadline: datetime
    reminders: int
    figures: Figures


class LessonFiguresPage(Wire):
    """A page of a group's lessons with homework."""

    lessons: list[LessonFigures]
    total: int
    from_date: date
    to_date: date


class StudentWork(Wire):
    """A homework in a student's statistics.

    ``status``: see D-23; ``late``: the newest hand-in was; ``notDue``: uncompleted before the student's deadline.
    """

    submission_id: int
    homework_id: int
    lesson_id: int
    lesson_number: int
    lesson_date: date
    topic: str | None
    description: str
    source: SourceCode
    status: Status
    shown_status: ShownCode
    score: int | None
    attempts: int
    handed_in_at: datetime | None
    due_at: datetime
    not_due: bool
    late: bool
    reminded_at: datetime | None


class StudentStatistics(Wire):
    """One student's homework in the period, newest first."""

    group: Named
    student: Named
    photo: str | None
    from_date: date
    to_date: date
    figures: Figures
    works: list[StudentWork]


class LessonHomeworkQuery(ListQuery, kw_only=True):
    """The students of a lesson's homework.

    ``value``: of the name; ``status``: as statistics show it, 6 for what is not due yet and not among 4 then.
    """

    status: FilterCode | None = None


class LessonHomeworkHead(Wire):
    """A lesson's homework without its text, files and recording (D-90).

    ``handedIn``: students of whom there is work. ``reminders``: sent for it.
    """

    id: int
    group: Named
    lesson: HomeworkLesson
    topic: Named | None
    source: SourceCode
    hours: Hours
    given_at: datetime
    deadline: datetime
    created_by: Named | None
    figures: Figures
    handed_in: int
    reminders: int


class LessonHomeworkWork(Wire):
    """The result of one student.

    ``notDue``: uncompleted before the student's deadline. ``late``: the newest hand-in was. ``checkedAfter``: seconds
    from the newest hand-in to its first check, null while it waits.
    """

    submission_id: int
    student_id: int
    h_id: str | None
    full_name: str
    photo: str | None
    status: Status
    shown_status: ShownCode
    score: int | None
    attempts: int
    handed_in_at: datetime | None
    due_at: datetime
    not_due: bool
    late: bool
    checked_by: str | None
    checked_at: datetime | None
    checked_after: int | None
    reminded_at: datetime | None


class LessonHomework(Wire):
    """A lesson's homework with a page of its students, by name.

    ``others``: further homework of the lesson, by topic.
    """

    homework: LessonHomeworkHead
    submissions: list[LessonHomeworkWork]
    total: int
    others: list[Named]


class StudentsOfGroup(StatisticsQuery, kw_only=True):
    """A group's students as they are exported."""

    group_id: int


class LessonsOfGroup(LessonStatisticsQuery, kw_only=True):
    """The homework of a group's lessons as it is exported."""

    group_id: int


class ResultsOfLesson(LessonHomeworkQuery, kw_only=True):
    """The results of a lesson's homework as they are exported."""

    group_id: int
    lesson_id: int
    homework_id: int


class WorksOfStudent(ListQuery, kw_only=True):
    """A student's homework in a period as it is exported."""

    group_id: int
    student_id: int
    from_date: date | None = None
    to_date: date | None = None
    study_month_id: int | None = None


class StatisticsFilters(Wire):
    """The choices of the list of groups."""

    offices: list[Named]
    categories: list[Named]
    courses: list[Named]
    teachers: list[Named]
    sorts: list[SortBy]


class UnfinishedStudent(Wire):
    """A student who has not handed the homework in.

    ``remindedAt``: the newest reminder; ``today``: it was today, so there is no other.
    """

    student_id: int
    full_name: str
    reminded_at: datetime | None
    today: bool


class RemindOption(Wire):
    """A homework of the last seven days with the students to remind (R2-310)."""

    homework_id: int
    topic_id: int | None
    topic: str
    lesson_date: date
    deadline: datetime
    students: list[UnfinishedStudent]


class RemindOptions(Wire):
    """Homework of the last seven days, newest first."""

    homework: list[RemindOption]


class Remind(Form):
    """Reminds of homework of the last seven days (D-89).

    ``topicIds``, ``homeworkIds``: of the group's homework; ``studentIds``: empty for everybody who has not handed in.
    """

    group_id: int
    topic_ids: list[int] = msgspec.field(default_factory=list)
    homework_ids: list[int] = msgspec.field(default_factory=list)
    student_ids: list[int] = msgspec.field(default_factory=list)


class Reminded(Wire):
    """The reminders sent, and those left out: of today already."""

    reminded: int
    left_out: int
