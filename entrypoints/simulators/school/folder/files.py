"""The files of a school folder and their columns.

docs/school-folder.md documents them for people.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from entrypoints.simulators.school.folder import values as read


@dataclass(frozen=True)
class Column:
    """A column: its heading, its parser, whether it is required and filled."""

    name: str
    read: Callable[[str], Any] = read.text
    required: bool = False


@dataclass(frozen=True)
class FileShape:
    """A file: its name, its columns, whether the folder must have it."""

    name: str
    columns: tuple[Column, ...]
    required: bool = False


def _key(name: str = "id") -> Column:
    return Column(name, required=True)


_NAMES = (Column("first_name"), Column("last_name"), Column("middle_name"))

OFFICES = FileShape("offices.csv", (_key(), Column("name")), required=True)
TEACHERS = FileShape(
    "teachers.csv",
    (
        _key(),
        *_NAMES,
        Column("phone", read.phone),
        Column("gender", read.gender),
        Column("role", read.word),
        Column("working", read.yes_or_no),
        Column("office_ids", read.ids),
    ),
)
STUDENTS = FileShape(
    "students.csv",
    (
        _key(),
        *_NAMES,
        Column("gender", read.gender),
        Column("birth_date", read.day),
        Column("phone", read.phone),
        Column("status", read.word),
        Column("office_ids", read.ids),
        Column("passport_series"),
        Column("passport_number"),
        Column("personal_id"),
        Column("birth_certificate"),
        Column("created_at", read.moment),
    ),
    required=True,
)
COURSES = FileShape(
    "courses.csv", (_key(), Column("name"), Column("category_id"), Column("category_name"), Column("price", read.whole))
)
COURSE_TOPICS = FileShape(
    "course_topics.csv",
    (_key("course_id"), Column("month", read.whole, required=True), Column("month_name"), _key("topic")),
)
GROUPS = FileShape(
    "groups.csv",
    (
        _key(),
        Column("name"),
        _key("office_id"),
        _key("course_id"),
        Column("status", read.word),
        Column("learning_type", read.word),
        Column("start_date", read.day),
        Column("end_date", read.day),
    ),
)
SCHEDULES = FileShape(
    "schedules.csv",
    (
        Column("id"),
        _key("group_id"),
        _key("teacher_id"),
        Column("days_of_week", read.weekdays),
        Column("begin_time", read.clock),
        Column("end_time", read.clock),
        Column("start_date", read.day),
        Column("end_date", read.day),
        Column("classroom"),
    ),
)
GROUP_STUDENTS = FileShape(
    "group_students.csv",
    (
        Column("id"),
        _key("group_id"),
        _key("student_id"),
        Column("start_date", read.day),
        Column("end_date", read.day),
        Column("status", read.word),
    ),
)
FILES = (OFFICES, TEACHERS, STUDENTS, COURSES, COURSE_TOPICS, GROUPS, SCHEDULES, GROUP_STUDENTS)
