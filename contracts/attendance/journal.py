"""The journal of a group: days × students (R2-052, R2-203, R2-204).

Its cells hold attendance, homework and exam.
"""

from datetime import date
from typing import Literal

from contracts.shared import Named, Query, Wire


class JournalFiltersQuery(Query, kw_only=True):
    """The group; required."""

    group_id: int | None = None


class JournalQuery(JournalFiltersQuery, kw_only=True):
    """The range of the journal.

    ``fromDate``, ``toDate``: both included, at most a hundred days; without them the current month or, if the group has
    no lesson in it, the month of its nearest one. ``studyMonthId``: the lessons of a study month, on any day.
    """

    from_date: date | None = None
    to_date: date | None = None
    study_month_id: int | None = None


class AdditionalStats(Wire):
    """Percent with one decimal; null without data (R2-204).

    ``attended``, ``late``, ``absent``: the marked cells counted (D-27).
    """

    attendance_percentage: float | None
    homework_percentage: float | None
    attended: int
    late: int
    absent: int


class JournalDay(Wire):
    """A column: a lesson of the group.

    ``number``: its position in the group; ``marked``: whether it has any mark; ``homeworkId``: the homework of its
    cells, the one given last.
    """

    lesson_id: int
    number: int
    date: date
    begin_time: str
    topic: str | None
    no_class_reason: str | None
    marked: bool
    homework_id: int | None
    additional_stats: AdditionalStats


class JournalCell(Wire, omit_defaults=True):
    """A cell.

    ``attendance``: its status (D-24), null if unmarked; ``reasonIsDefault``: nobody chose the reason; ``outside``:
    unmarked because the student was not in the group yet (D-46). ``homework``: its result (D-23) with the score, the
    submission, whether its newest hand-in came late, and whether it can still be done in time; ``exam``: the score.
    Empty fields are omitted: a journal has thousands of cells.
    """

    attendance: int | None
    reason: int | None
    reason_is_default: bool = False
    outside: bool = False
    homework: int | None = None
    homework_score: int | None = None
    homework_late: bool = False
    homework_open: bool = False
    submission_id: int | None = None
    exam: int | None = None


class JournalStudent(Wire):
    """A row: a student with a cell for each day, in order."""

    student_id: int
    h_id: str | None
    full_name: str
    photo: str | None
    cells: list[JournalCell]
    additional_stats: AdditionalStats


class Journal(Wire):
    """The journal.

    ``students``: by name; ``additionalStats``: of the whole group in these days.
    """

    group: Named
    days: list[JournalDay]
    students: list[JournalStudent]
    additional_stats: AdditionalStats
    from_date: date
    to_date: date


class JournalMonth(Wire):
    """A month that has lessons, ``YYYY-MM``, with its first and last lesson."""

    month: str
    first: date
    last: date
    lessons: int


class JournalFilters(Wire):
    """The filters of a group's journal."""

    group: Named
    months: list[JournalMonth]
    kinds: list[Literal["attendance", "homework", "exam"]]
