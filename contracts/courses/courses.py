"""Study courses and their study months (part 2 §3, D-100, D-103, D-151)."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from contracts.shared import MAX_PER_PAGE, Form, Limit, ListQuery, Named, Query, Required, Wire
from domain.courses.curriculum import MAX_LESSONS, MAX_MONTH_NUMBER, MAX_MONTHS, MIN_LESSONS

# not started 1, active 2, ended 3 (R2-213)
Status = Literal[1, 2, 3]
Lessons = Annotated[int, Limit(ge=MIN_LESSONS, le=MAX_LESSONS)]


class CoursesQuery(ListQuery, kw_only=True):
    """Study courses in their order, a hundred a page (R2-465)."""

    per_page: Annotated[int, Limit(ge=1, le=MAX_PER_PAGE)] = MAX_PER_PAGE
    category_id: int | None = None
    status: Status | None = None


class GroupTotals(Wire):
    """The numbers of a course's groups."""

    active: int
    total: int


class CourseRow(Wire):
    """A study course of the list.

    ``school``: it comes from the school; ``schoolName``: the school's name where the course was renamed here, else
    null. ``status``: see D-151. ``position``: 1…n in the order of courses. ``months``, ``lessons``, ``topics``: their
    numbers, without ended topics. ``endedAt``: the moment since which it is offered nowhere.
    """

    id: int
    name: str
    school: bool
    school_name: str | None
    category: Named | None
    status: Status
    position: int
    months: int
    lessons: int
    topics: int
    groups: GroupTotals
    ended_at: datetime | None
    version: int


class CoursePage(Wire):
    """A page of study courses. ``version``: of the order of all courses."""

    courses: list[CourseRow]
    total: int
    version: int


class MonthRow(Wire):
    """A study month of a course.

    ``lessons``: planned ones, at least 1 (R2-312). ``school``: it comes from the school; ``schoolName``: the school's
    name where it was renamed here, else null. ``reordered``: its topics are not in the school's order.
    ``differs``: name, order or a name of a topic differ from the school's, or a topic is of the centre's own.
    """

    id: int
    number: int
    name: str
    lessons: int
    topics: int
    school: bool
    school_name: str | None
    reordered: bool
    differs: bool


class CourseCard(Wire):
    """A study course with its study months.

    ``version``: of its name and category; ``curriculumVersion``: of its months and the order of their topics.
    ``differences``: the number of names and orders that differ from the school's. The rest as in the list.
    """

    id: int
    name: str
    school: bool
    school_name: str | None
    category: Named | None
    status: Status
    position: int
    lessons: int
    topics: int
    groups: GroupTotals
    ended_at: datetime | None
    version: int
    months: list[MonthRow]
    curriculum_version: int
    differences: int


class CourseAnswer(Wire):
    """One study course."""

    course: CourseCard


class AddCourse(Form):
    """A study course of the centre's own."""

    name: Required
    category_id: int | None = None


class EditCourse(Form):
    """The course as it shall be; ``version``: that of the card."""

    version: int
    name: Required
    category_id: int | None = None


class DeleteQuery(Query, kw_only=True):
    """``version``: as the caller has seen it."""

    version: int | None = None


class Use(Wire):
    """Records that refer to it.

    ``kind``: groups, lessons, homework, exams, topics, months; ``name``: the kind in the caller's language.
    """

    kind: str
    name: str
    count: int


class Removed(Wire):
    """The effect of deleting (D-102).

    ``outcome``: what nothing refers to is deleted, anything else is ended.
    """

    id: int
    outcome: Literal["deleted", "ended"]
    uses: list[Use]


class MoveCourse(Form):
    """Puts a course behind another, null: first. ``version``: of the order (D-103)."""

    id: int
    after_id: int | None
    version: int


class OrderedCourse(Wire):
    """A course in the order of courses."""

    id: int
    name: str
    position: int


class CourseOrder(Wire):
    """The order of all courses, with its version."""

    courses: list[OrderedCourse]
    version: int


class MonthForm(Form):
    """A study month as it shall be.

    ``id``: null for a new one. ``number``: null for the next free one behind the month before it; a month of the
    school has the school's.
    """

    name: Annotated[str, Limit(max_length=255)]
    lessons: Lessons
    id: int | None = None
    number: Annotated[int, Limit(ge=1, le=MAX_MONTH_NUMBER)] | None = None


class SaveMonths(Form):
    """All study months of a course; what is left out is deleted.

    ``version``: of the curriculum. The name of the school's month ends its difference.
    """

    months: Annotated[list[MonthForm], Limit(max_items=MAX_MONTHS)]
    version: int


class MonthList(Wire):
    """The study months of a course. ``version``: of the curriculum."""

    months: list[MonthRow]
    version: int


class CourseMonth(Wire):
    """A study month among the choices of a filter."""

    id: int
    number: int
    name: str


class CourseChoice(Wire):
    """A course with its study months among the choices of a filter."""

    id: int
    name: str
    months: list[CourseMonth]


class CourseFilters(Wire):
    """The choices of filters and forms.

    ``courses``: in their order, without those that have ended.
    """

    categories: list[Named]
    statuses: list[Named]
    courses: list[CourseChoice]


class CourseGroupsQuery(ListQuery, kw_only=True):
    """Groups of a course by name. ``status``: not started 1, active 2, ended 3."""

    status: Status | None = None


class GroupTopic(Wire):
    """A topic of the curriculum with its number in the course; null for an ended one."""

    id: int
    number: int | None
    name: str


class CourseGroup(Wire):
    """A group of the course and its place in the curriculum.

    ``lessonsHeld``: lessons that took place and have ended. ``taught``: topics it has had, of ``topics``. ``last``: the
    topic of its newest lesson that has ended; ``next``: that of its next one. ``month``: the study month of ``next``.
    """

    id: int
    name: str
    office: Named
    status: Status
    started_date: date | None
    lessons_held: int
    taught: int
    topics: int
    month: CourseMonth | None
    last: GroupTopic | None
    next: GroupTopic | None


class CourseGroupPage(Wire):
    """A page of a course's groups."""

    groups: list[CourseGroup]
    total: int


class CourseSaved(Wire):
    """A saved course."""

    id: int
    version: int


class ResetMonth(Form):
    """``version``: of the curriculum."""

    version: int = msgspec.field()
