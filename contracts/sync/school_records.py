"""The records of a school system, vendor-neutral (hh v1).

The wire contract is ``contracts/external/hh-v1.yaml``; its records are written from these. Every school adapter
converts to these records; vendor terms never leave the adapter. Unknown fields are ignored. An enumeration (gender,
role, a status) carries the school's own word: readers treat a word outside the set named here as *other*, and the word
itself is stored.
"""

import functools
from datetime import date, datetime, time
from enum import StrEnum
from typing import Annotated, TypeVar, get_type_hints

import msgspec

# an instant always has its zone: a school that sends local time without one breaks the contract
Instant = Annotated[datetime, msgspec.Meta(tz=True)]
T = TypeVar("T")
_STORED = msgspec.Meta(extra={"stored": True})
# a field that needs no rule: it is stored in the column of its name, a text normalised
Stored = Annotated[T, _STORED]
GENDERS = ("male", "female", "")
# the school's words for a student's status, in the order of the control actions 1–6 (D-62)
STUDENT_STATUSES = ("active", "finished", "without_course", "finished_privilege", "left", "not_counted")

# the school's words for what earns, in the order of the kinds of actions 1–4 (D-31)
ACTIONS = ("participate_lesson", "do_homework", "participate_exam", "pass_exam")


def _note(text: str | None = None, **limits: int) -> msgspec.Meta:
    """A description for the wire contract; its limits are not checked here."""
    return msgspec.Meta(description=text, extra_json_schema=dict(limits) or None)


Phone = Annotated[str, _note("E.164 with its plus, or empty")]
Gender = Annotated[str, _note("male, female, or empty")]


class Feed(StrEnum):
    """The kinds of school records in referent order.

    A record refers to earlier kinds only.
    """

    OFFICES = "offices"
    TEACHERS = "teachers"
    STUDENTS = "students"
    COURSES = "courses"
    GROUPS = "groups"
    GROUP_STUDENTS = "group-students"
    GAMIFICATION_STUDENTS = "gamification-students"
    GAMIFICATION_CONNECTIONS = "gamification-connections"

    @property
    def path(self) -> str:
        """The path of the feed below ``/v1`` (D-92)."""
        return self.replace("gamification-", "gamification/")


class Record(msgspec.Struct, kw_only=True):
    """Fields of every record."""

    id: Annotated[str, _note(minLength=1)]
    version: Annotated[int, _note("Grows with every change; up to 2^63.", minimum=0)]
    changed_at: Annotated[Instant, _note("With its zone.")]
    deleted: Annotated[bool, _note("True for a tombstone, which may lack all that follows.")] = False
    deleted_reason: str | None = None
    merged_into: Annotated[str | None, _note("The record that took its place.")] = None


class OfficeRecord(Record, kw_only=True):
    """A branch of the school."""

    name: str = ""


class TeacherRecord(Record, kw_only=True):
    """A teacher or an assistant."""

    first_name: Stored[str] = ""
    last_name: Stored[str] = ""
    middle_name: Stored[str] = ""
    phone: Phone = ""
    gender: Gender = ""
    role: Annotated[str, _note("teacher or assistant")] = "teacher"
    working: bool = True
    office_ids: list[str] = []


class Documents(msgspec.Struct, kw_only=True):
    """Identity documents; any may be empty."""

    passport_series: str = ""
    passport_number: str = ""
    personal_id: Annotated[str, _note("PINFL, 14 digits")] = ""
    birth_certificate: str = ""


class StudentRecord(Record, kw_only=True):
    """A student."""

    first_name: Stored[str] = ""
    last_name: Stored[str] = ""
    middle_name: Stored[str] = ""
    gender: Gender = ""
    birth_date: date | None = None
    phone: Phone = ""
    status: Annotated[str, _note(f"{', '.join(STUDENT_STATUSES[:-1])} or {STUDENT_STATUSES[-1]}")] = "active"
    office_ids: list[str] = []
    documents: Documents | None = None
    created_at: Instant | None = None


class StudyMonth(msgspec.Struct, kw_only=True):
    """A month of a course and its topics."""

    number: Annotated[int, _note(minimum=1)]
    name: str
    topics: Annotated[list[str], _note("In the order they are taught.")] = []


class CourseRecord(Record, kw_only=True):
    """A course with its category and its curriculum."""

    name: str = ""
    category_id: str = ""
    category_name: str = ""
    price: Annotated[int | None, _note("Som a month.", minimum=0)] = None
    months: list[StudyMonth] = []


class ScheduleRecord(msgspec.Struct, kw_only=True):
    """A weekly time at which a member of staff teaches the group; dates are local."""

    id: str
    teacher_id: str
    days_of_week: list[Annotated[int, _note("1 Monday … 7 Sunday", minimum=1, maximum=7)]] = []
    begin_time: Annotated[time | None, _note("HH:MM:SS")] = None
    end_time: Annotated[time | None, _note("HH:MM:SS")] = None
    start_date: date | None = None
    end_date: date | None = None
    classroom: str = ""


class GroupRecord(Record, kw_only=True):
    """A group of students who take a course together in one branch."""

    name: str = ""
    office_id: str = ""
    course_id: str = ""
    status: Annotated[str, _note("not_started, active or ended")] = "active"
    learning_type: Stored[str] = ""
    start_date: date | None = None
    end_date: date | None = None
    schedules: list[ScheduleRecord] = []


class GroupStudentRecord(Record, kw_only=True):
    """One period of a student in a group; a returning student has a second one.

    A period may begin before its group does; without an end it has not ended.
    """

    group_id: str = ""
    student_id: str = ""
    start_date: date | None = None
    end_date: date | None = None
    status: Annotated[str, _note("active, finished or left")] = "active"


class GamificationStudentRecord(Record, kw_only=True):
    """XP or silver that the school gave a student, or took (D-92)."""

    student_id: str = ""
    kind: Annotated[str, _note("xp or silver")] = "xp"
    amount: Annotated[int, _note("Points of XP or silver; below zero where the school took them.")] = 0
    category_id: Annotated[str | None, _note("The category of courses that the XP belongs to.")] = None
    reason: Stored[str] = ""
    at: Annotated[Instant | None, _note("When it was given.")] = None


class GamificationConnectionRecord(Record, kw_only=True):
    """An action that a group earns by, or does not (D-92, D-123)."""

    group_id: str = ""
    action: Annotated[str, _note(f"{', '.join(ACTIONS[:-1])} or {ACTIONS[-1]}")] = ""
    enabled: bool = True


RECORDS: dict[Feed, type[Record]] = {
    Feed.OFFICES: OfficeRecord,
    Feed.TEACHERS: TeacherRecord,
    Feed.STUDENTS: StudentRecord,
    Feed.COURSES: CourseRecord,
    Feed.GROUPS: GroupRecord,
    Feed.GROUP_STUDENTS: GroupStudentRecord,
    Feed.GAMIFICATION_STUDENTS: GamificationStudentRecord,
    Feed.GAMIFICATION_CONNECTIONS: GamificationConnectionRecord,
}


@functools.cache
def stored_fields(record: type[Record]) -> tuple[str, ...]:
    """Returns the names of the fields declared as ``Stored``, in order."""
    hints = get_type_hints(record, include_extras=True)
    return tuple(name for name, hint in hints.items() if _STORED in getattr(hint, "__metadata__", ()))


class Capabilities(msgspec.Struct, kw_only=True):
    """The features of a school system.

    ``retention_days``: how long it stores tombstones and cursors; ``attendance``: whether it accepts marks.
    """

    types: list[str]
    delta: bool = True
    push: bool = False
    max_page: int = 1000
    retention_days: int = 30
    clock: Instant | None = None
    attendance: bool = True


class Page(msgspec.Struct, kw_only=True):
    """A page of a feed.

    ``announced`` is the number of records in the whole reading, for the progress.

    ``cursor`` continues the reading; on the last page it starts the next delta. ``full`` distinguishes a full snapshot
    from a delta.
    """

    items: list[Record]
    cursor: str | None
    last: bool
    announced: int
    full: bool
