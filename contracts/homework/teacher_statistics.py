"""Homework statistics of teachers (D-106)."""

from datetime import date, datetime
from typing import Literal

import msgspec

from contracts.shared import ListQuery, Named, Query, Wire

TeacherSort = Literal[
    "name",
    "lessons",
    "homeworkGiven",
    "lessonsWithHomework",
    "handIns",
    "checked",
    "median",
    "worst",
    "waiting",
    "averageScore",
    "rejectedShare",
    "reminders",
]

Step = Literal["day", "month"]


class TeacherPeriodQuery(Query, kw_only=True):
    """These days, both included, at most 366 apart; without any the last thirty."""

    from_date: date | None = None
    to_date: date | None = None


class TeacherStatisticsQuery(ListQuery, kw_only=True):
    """Teachers with the figures of their groups in a period.

    ``value``: of the name. ``officeIds``, ``categoryId``, ``courseId``: of the groups that are counted. ``active``:
    teachers who work at the centre, or who have left. ``sortBy``: ``lessonsWithHomework`` and ``checked`` sort by the
    shares; teachers without the figure are last.
    """

    sort_by: TeacherSort = "name"
    office_ids: list[int] | None = None
    category_id: int | None = None
    course_id: int | None = None
    active: bool | None = None
    from_date: date | None = None
    to_date: date | None = None


class TeachingFigures(Wire):
    """The figures of a teacher, a group or a week (D-106).

    Lessons, homework and reminders count on their lesson's day, or the reminder's; everything about a hand-in counts on
    the day it came and for the teacher whom the group had then. Shares in percent and scores with one decimal, times in
    seconds; null without data.

    ``lessons``: lessons held; ``lessonsWithHomework``: those with homework. ``handIns``: without those that a newer one
    replaced unchecked; ``checked``: of them. ``medianSeconds``, ``worstSeconds``: from hand-in to its first check; the
    median within 5 %. ``waiting``: unchecked now, whenever handed in (of a week: of its hand-ins); ``waitingOver24h``:
    of them, for longer than a day. ``averageScore``, ``rejectedShare``: of those checked, by the newest check.
    """

    lessons: int
    lessons_with_homework: int
    given_share: float | None
    homework_given: int
    hand_ins: int
    checked: int
    checked_share: float | None
    median_seconds: int | None
    worst_seconds: int | None
    waiting: int
    waiting_over_24h: int = msgspec.field(name="waitingOver24h")
    average_score: float | None
    rejected: int
    rejected_share: float | None
    reminders: int


class PreviousFigures(Wire):
    """The period of the same length before."""

    from_date: date
    to_date: date
    checked_share: float | None
    median_seconds: int | None


class DayFigures(Wire):
    """A day of the plot, or a month that begins on ``day``; see ``step``.

    ``handIns``: that came then; ``checked``: hand-ins checked then, whenever they came.
    """

    day: date
    hand_ins: int
    checked: int


class Recount(Wire):
    """The newest nightly recount of the counters (D-106).

    ``at``: null before the first; ``fromDay``, ``toDay``: the recounted days; ``differences``: counters that differed
    and were corrected.
    """

    at: datetime | None
    from_day: date | None
    to_day: date | None
    differences: int


class TrendPoint(Wire):
    """The median time to check of hand-ins.

    Of those of a day, or of a month that begins on ``day``; see ``step``.
    """

    day: date
    median_seconds: int | None


class TeacherFiguresRow(Wire):
    """A teacher with the figures of the period.

    ``offices``, ``courses``: those of the counted groups, that with most work first. ``trend``: steps with a checked
    hand-in.
    """

    id: int
    full_name: str
    photo: str | None
    active: bool
    offices: list[Named]
    courses: list[Named]
    figures: TeachingFigures
    trend: list[TrendPoint]


class TeacherFiguresPage(Wire):
    """A page of teachers.

    ``step``: of days and trends, by day up to 62 days, by month beyond. ``summary``, ``previous``, ``days``: of all of
    them, not of the page.
    """

    teachers: list[TeacherFiguresRow]
    total: int
    summary: TeachingFigures
    previous: PreviousFigures
    step: Step
    days: list[DayFigures]
    from_date: date
    to_date: date
    recount: Recount


class GroupWeek(Wire):
    """A week of a group.

    ``week``: its Monday.
    """

    week: date
    hand_ins: int
    checked: int
    median_seconds: int | None


class TeachingGroup(Wire):
    """A group of the teacher with its figures and weeks.

    Weeks without a hand-in are left out.
    """

    group: Named
    course: str
    office: str
    figures: TeachingFigures
    weeks: list[GroupWeek]


class TeachingWeek(Wire):
    """A week of the teacher.

    ``week``: its Monday; the figures are those of its days within the period.
    """

    week: date
    figures: TeachingFigures


class TeacherStatistics(Wire):
    """One teacher's figures by group, week and day.

    Groups with most hand-ins are first.
    """

    teacher: Named
    photo: str | None
    active: bool
    figures: TeachingFigures
    previous: PreviousFigures
    groups: list[TeachingGroup]
    weeks: list[TeachingWeek]
    step: Step
    days: list[DayFigures]
    from_date: date
    to_date: date
    recount: Recount
