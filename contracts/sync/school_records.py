"""The records of a school system, vendor-neutral (hh v1).

The wire contract is ``contracts/external/hh-v1.yaml``. Every school adapter converts to these records; vendor terms
never leave the adapter. Unknown fields are ignored. An enumeration (gender, role, a status) carries the school's own
word: readers treat a word outside the set named here as *other*, and the word itself is stored.
"""

from datetime import date, datetime, time
from enum import StrEnum
from typing import Annotated

import msgspec

# an instant always has its zone: a school that sends local time without one breaks the contract
Instant = Annotated[datetime, msgspec.Meta(tz=True)]


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


class Record(msgspec.Struct, kw_only=True):
    """Fields of every record.

    ``version`` only grows; a tombstone has ``deleted`` and may lack the rest.
    """

    id: str
    version: int
    changed_at: Instant
    deleted: bool = False
    deleted_reason: str | None = None
    merged_into: str | None = None


class OfficeRecord(Record, kw_only=True):
    """A branch of the school."""

    name: str = ""


class TeacherRecord(Record, kw_only=True):
    """A teacher or an assistant (``role``).

    ``phone`` is E.164 with its plus, or empty; ``gender`` one of GENDERS.
    """

    first_name: str = ""
    last_name: str = ""
    middle_name: str = ""
    phone: str = ""
    gender: str = ""
    role: str = "teacher"
    working: bool = True
    office_ids: list[str] = []


class Documents(msgspec.Struct, kw_only=True):
    """Identity documents as stored by the school; any may be empty."""

    passport_series: str = ""
    passport_number: str = ""
    personal_id: str = ""
    birth_certificate: str = ""


class StudentRecord(Record, kw_only=True):
    """A student.

    ``status`` is one of STUDENT_STATUSES and ``gender`` one of GENDERS; another word is other.
    """

    first_name: str = ""
    last_name: str = ""
    middle_name: str = ""
    gender: str = ""
    birth_date: date | None = None
    phone: str = ""
    status: str = "active"
    office_ids: list[str] = []
    documents: Documents | None = None
    created_at: Instant | None = None


class StudyMonth(msgspec.Struct, kw_only=True):
    """A month of a course and its topics in order. ``number`` counts from 1."""

    number: int
    name: str
    topics: list[str] = []


class CourseRecord(Record, kw_only=True):
    """A course with its category and its curriculum.

    ``price``: som a month, None if the school has none.
    """

    name: str = ""
    category_id: str = ""
    category_name: str = ""
    price: int | None = None
    months: list[StudyMonth] = []


class ScheduleRecord(msgspec.Struct, kw_only=True):
    """A weekly time at which a member of staff teaches a group.

    Days are ISO weekdays (1 Monday … 7 Sunday); times are local.
    """

    id: str
    teacher_id: str
    days_of_week: list[int] = []
    begin_time: time | None = None
    end_time: time | None = None
    start_date: date | None = None
    end_date: date | None = None
    classroom: str = ""


class GroupRecord(Record, kw_only=True):
    """A group of students who take a course together in one branch.

    ``status``: not_started, active or ended.
    """

    name: str = ""
    office_id: str = ""
    course_id: str = ""
    status: str = "active"
    learning_type: str = ""
    start_date: date | None = None
    end_date: date | None = None
    schedules: list[ScheduleRecord] = []


class GroupStudentRecord(Record, kw_only=True):
    """One period of a student in a group; a returning student has a second one.

    ``status``: active, finished or left. A period may begin before its group does; ``end_date`` None: not ended.
    """

    group_id: str = ""
    student_id: str = ""
    start_date: date | None = None
    end_date: date | None = None
    status: str = "active"


RECORDS: dict[Feed, type[Record]] = {
    Feed.OFFICES: OfficeRecord,
    Feed.TEACHERS: TeacherRecord,
    Feed.STUDENTS: StudentRecord,
    Feed.COURSES: CourseRecord,
    Feed.GROUPS: GroupRecord,
    Feed.GROUP_STUDENTS: GroupStudentRecord,
}

GENDERS = ("male", "female", "")
# the school's words for a student's status, in the order of the control actions 1–6 (D-62)
STUDENT_STATUSES = ("active", "finished", "without_course", "finished_privilege", "left", "not_counted")


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
