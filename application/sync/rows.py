"""Rows mapped from records, and notes on records that can't be mapped as they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple

from application.ports import Cipher
from contracts.sync.school_records import Feed, Record


class Known(NamedTuple):
    """The stored state of a record.

    ``id``: our id; ``place``: the id to refer to (its branch, the student it was merged into); ``version``: the last
    one read; ``alive``: not removed. ``held``: a revert restored or removed it, which overrides the versions read so
    far.
    """

    id: int
    place: int
    version: int
    alive: bool
    held: bool = False

    def is_stale(self, version: int) -> bool:
        """Returns whether this version of the record brings nothing new."""
        return version <= self.version if self.held else version < self.version

    def is_older(self, version: int) -> bool:
        """Returns whether the school's versions went back below the one read before."""
        return version < self.version and not self.held


class Note(NamedTuple):
    """An error of a run's report; its text is ``sync.row.<code>``."""

    id: str
    field: str
    code: str


class UnresolvedReference(Exception):
    """The record refers to something that is not here (yet)."""

    def __init__(self, field: str, referent: str) -> None:
        super().__init__(field, referent)
        self.field = field
        self.referent = referent


@dataclass
class Referents:
    """The context of mapping: known records, the time, the cipher; collects notes."""

    known: Mapping[Feed, Mapping[str, Known]]
    now: datetime
    cipher: Cipher
    notes: list[Note] = field(default_factory=list)

    def find(self, feed: Feed, id: str, name: str) -> int:
        """Returns our id of a referent. Raises UnresolvedReference."""
        known = self.known[feed].get(id)
        if known is None or not known.place:
            raise UnresolvedReference(name, id)
        return known.place

    def note(self, record: Record, name: str, code: str) -> None:
        """Adds an error that does not reject the row."""
        self.notes.append(Note(record.id, name, code))


class OfficeRow(NamedTuple):
    """A head office.

    Every row begins with ``id``, our id, and ``fresh``: whether it is new here. It ends with ``stored``: the record's
    fields that need no rule (``stored_fields``). The fields between have the names of columns.
    """

    id: int
    fresh: bool
    h_id: str
    school_version: int
    name: str
    stored: tuple[object, ...]


class TeacherRow(NamedTuple):
    id: int
    fresh: bool
    h_id: str
    school_version: int
    full_name: str
    search: str
    sort_key: str
    gender: int | None
    phone: str | None
    role_number: int
    school_role: str
    work_status: int
    office_ids: list[int]
    stored: tuple[object, ...]


class StudentRow(NamedTuple):
    id: int
    fresh: bool
    h_id: str
    school_version: int
    full_name: str
    search: str
    sort_key: str
    gender: int | None
    phone: str | None
    birth_date: date | None
    status_id: int | None
    school_status: str
    has_personal_data: bool
    papers: bytes | None
    papers_digest: str | None
    paper_keys: list[str]
    created_at: datetime
    office_ids: list[int]
    stored: tuple[object, ...]


class CourseRow(NamedTuple):
    id: int
    fresh: bool
    h_id: str
    school_version: int
    name: str
    category_h_id: str | None
    category_name: str
    price: int | None
    months: str
    stored: tuple[object, ...]


class GroupRow(NamedTuple):
    id: int
    fresh: bool
    h_id: str
    school_version: int
    name: str
    sort_key: str
    office_id: int
    course_id: int
    status: int
    school_status: str
    started_date: date | None
    ended_date: date | None
    schedules: str
    stored: tuple[object, ...]


class EnrolmentRow(NamedTuple):
    id: int
    fresh: bool
    h_id: str
    school_version: int
    student_id: int
    group_id: int
    action_id: int
    school_status: str
    started_date: date | None
    ended_date: date | None
    stored: tuple[object, ...]


class SchoolAwardRow(NamedTuple):
    id: int
    fresh: bool
    h_id: str
    school_version: int
    student_id: int
    kind: str
    amount: int
    category_h_id: str | None
    given_at: datetime | None
    stored: tuple[object, ...]


class SchoolConnectionRow(NamedTuple):
    id: int
    fresh: bool
    h_id: str
    school_version: int
    group_id: int
    action: int
    enabled: bool
    stored: tuple[object, ...]


Row = OfficeRow | TeacherRow | StudentRow | CourseRow | GroupRow | EnrolmentRow | SchoolAwardRow | SchoolConnectionRow
