"""Groups and lessons as a student sees them (D-96, D-98)."""

from datetime import date
from typing import Literal

from contracts.shared import ListQuery, Named, Order, Wire


class OwnTeacher(Wire):
    """A teacher of the student: name and photo, nothing else (D-96)."""

    name: str
    photo: str | None


class OwnSchedule(Wire):
    """A schedule entry: 1 Monday … 7 Sunday, ``HH:MM``, both days included."""

    teacher: OwnTeacher
    days_of_week: list[int]
    begin_time: str | None
    end_time: str | None
    start_date: date | None
    end_date: date | None
    classroom_name: str


class OwnPeriod(Wire):
    """A period of the student in a group (D-48).

    ``status``: studying 1, completed 2, not completed 3. ``schedules``: present and future entries, else the last ones.
    """

    id: int
    group: Named
    course: Named
    started_date: date | None
    ended_date: date | None
    status: int
    schedules: list[OwnSchedule]


class OwnPeriods(Wire):
    """All periods of the student, present ones first."""

    groups: list[OwnPeriod]


class OwnLessonsQuery(ListQuery):
    """Lessons of a group in the student's own periods, newest first."""

    order_by: Order = Order.DESC


class OwnLesson(Wire):
    """A lesson (D-71).

    ``status``: not started 1, active 2, ended 3 (D-68); ``topic``: null where the course has none left; ``mark``: of
    the student: attended 1, absent 2, no class 3, late 4, null without one (D-24); ``reason``: on the road 1,
    reasonable 2, without reason 3.
    """

    id: int
    date: date
    begin_time: str
    end_time: str
    classroom_name: str
    teacher: OwnTeacher
    status: int
    topic: str | None
    mark: Literal[1, 2, 3, 4] | None
    reason: Literal[1, 2, 3] | None


class OwnLessonPage(Wire):
    """A page of lessons."""

    lessons: list[OwnLesson]
    total: int
