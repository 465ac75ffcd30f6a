"""The files of a school folder and their columns, derived from the records.

docs/school-folder.md documents them for people; ``make docs`` writes its table.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, get_args, get_type_hints

import msgspec

from contracts.sync.school_records import (
    CourseRecord,
    GamificationConnectionRecord,
    GamificationStudentRecord,
    GroupRecord,
    GroupStudentRecord,
    OfficeRecord,
    Record,
    ScheduleRecord,
    StudentRecord,
    TeacherRecord,
)
from entrypoints.simulators.school.folder import values as read


@dataclass(frozen=True)
class Column:
    """A column: its heading, its parser, whether it is required and filled."""

    name: str
    read: Callable[[str], Any] = read.text
    required: bool = False
    note: str = ""


@dataclass(frozen=True)
class FileShape:
    """A file: its name, its columns, whether the folder must have it."""

    name: str
    columns: tuple[Column, ...]
    required: bool = False
    note: str = ""


_READ_BY_TYPE: dict[Any, Callable[[str], Any]] = {
    str: read.text,
    int: read.whole,
    bool: read.yes_or_no,
    date: read.day,
    datetime: read.moment,
    time: read.clock,
    list[str]: read.ids,
    list[int]: read.weekdays,
}
_READ_BY_NAME = {
    "phone": read.phone,
    "gender": read.gender,
    "role": read.word,
    "status": read.word,
    "learning_type": read.word,
    "kind": read.word,
    "action": read.word,
}
_NOTES = {
    "role": "`teacher`, `assistant`; empty: teacher",
    "working": "empty: yes",
    "personal_id": "PINFL",
    "price": "som a month",
    "days_of_week": "1 Monday … 7 Sunday",
    "kind": "`xp`, `silver`",
    "amount": "points",
    "action": "`participate_lesson`, `do_homework`, `participate_exam`, `pass_exam`",
    "enabled": "empty: yes",
}
_OF_EVERY_RECORD = {*Record.__struct_fields__} - {"id"}


def _columns(kind: type[msgspec.Struct], required: Collection[str] = ("id",)) -> Iterator[Column]:
    """A column for each field of a Struct, and for those of a Struct in it.

    A list of Structs is a file of its own.
    """
    for name, hint in get_type_hints(kind).items():
        type_ = next((part for part in get_args(hint) if hint == part | None), hint)
        if name in _OF_EVERY_RECORD and issubclass(kind, Record):
            continue
        if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
            yield from _columns(type_)
        elif not _is_list_of_structs(type_):
            reader = _READ_BY_NAME.get(name) or _READ_BY_TYPE[type_]
            yield Column(name, reader, name in required, _NOTES.get(name, ""))


def _is_list_of_structs(type_: Any) -> bool:
    return any(isinstance(part, type) and issubclass(part, msgspec.Struct) for part in get_args(type_))


OFFICES = FileShape("offices.csv", (*_columns(OfficeRecord),), required=True, note="branches")
TEACHERS = FileShape("teachers.csv", (*_columns(TeacherRecord),), note="teachers and assistants")
STUDENTS = FileShape("students.csv", (*_columns(StudentRecord),), required=True)
COURSES = FileShape("courses.csv", (*_columns(CourseRecord),))
COURSE_TOPICS = FileShape(
    "course_topics.csv",
    (
        Column("course_id", required=True),
        Column("month", read.whole, required=True, note="1, 2 …"),
        Column("month_name"),
        Column("topic", required=True),
    ),
    note="study months and topics, in the order they are taught",
)
GROUPS = FileShape("groups.csv", (*_columns(GroupRecord, ("id", "office_id", "course_id")),))
SCHEDULES = FileShape(
    "schedules.csv",
    (Column("group_id", required=True), *_columns(ScheduleRecord, ("teacher_id",))),
    note="when a member of staff teaches a group",
)
GROUP_STUDENTS = FileShape(
    "group_students.csv",
    (*_columns(GroupStudentRecord, ("group_id", "student_id")),),
    note="periods of students in groups",
)
GAMIFICATION_STUDENTS = FileShape(
    "gamification_students.csv",
    (*_columns(GamificationStudentRecord, ("id", "student_id", "kind", "amount")),),
    note="XP and silver that the school gives of its own",
)
GAMIFICATION_CONNECTIONS = FileShape(
    "gamification_connections.csv",
    (*_columns(GamificationConnectionRecord, ("id", "group_id", "action")),),
    note="whether a group earns by an action",
)
FILES = (
    OFFICES,
    TEACHERS,
    STUDENTS,
    COURSES,
    COURSE_TOPICS,
    GROUPS,
    SCHEDULES,
    GROUP_STUDENTS,
    GAMIFICATION_STUDENTS,
    GAMIFICATION_CONNECTIONS,
)
