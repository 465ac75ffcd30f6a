"""The rows that records become, and what is said of records that can't be placed as they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple

from application.ports import Cipher
from contracts.sync.school_records import Feed, Record


class Known(NamedTuple):
    """What is here already of a record: our id, the id to refer to it by (its branch, the student he was merged
    into), the version last read, whether it lives, and whether it is in activity (a tombstone and a brake ask).
    ``held``: a revert brought it back or ended it, and that holds against what the school has said so far."""

    id: int
    place: int
    version: int
    alive: bool
    active: bool
    held: bool = False

    def heard(self, version: int) -> bool:
        """Whether this version of the record says nothing new."""
        return version <= self.version if self.held else version < self.version


class Note(NamedTuple):
    """An error of a run's report. ``code`` has words in the texts as ``sync.row.<code>``."""

    id: str
    field: str
    code: str


class Unplaced(Exception):
    """The record names something that is not here (yet)."""

    def __init__(self, field: str, referent: str) -> None:
        super().__init__(field, referent)
        self.field = field
        self.referent = referent


@dataclass
class Places:
    """Where records are put: what is known per feed, the centre's day, and who seals papers. Collects notes."""

    known: Mapping[Feed, Mapping[str, Known]]
    now: datetime
    cipher: Cipher
    notes: list[Note] = field(default_factory=list)

    def find(self, feed: Feed, id: str, name: str) -> int:
        """Our id of a referent. Raises Unplaced."""
        known = self.known[feed].get(id)
        if known is None or not known.place:
            raise Unplaced(name, id)
        return known.place

    def note(self, record: Record, name: str, code: str) -> None:
        """Adds an error that leaves the row standing."""
        self.notes.append(Note(record.id, name, code))


class OfficeRow(NamedTuple):
    """A head office; ``id`` and ``fresh`` come first in every row: our id, and whether it is new here."""

    id: int
    fresh: bool
    h_id: str
    school_version: int
    name: str


class TeacherRow(NamedTuple):
    id: int
    fresh: bool
    h_id: str
    school_version: int
    first_name: str
    last_name: str
    middle_name: str
    full_name: str
    search: str
    sort_key: str
    gender: int | None
    phone: str | None
    role_number: int
    school_role: str
    work_status: int
    office_ids: list[int]


class StudentRow(NamedTuple):
    id: int
    fresh: bool
    h_id: str
    school_version: int
    first_name: str
    last_name: str
    middle_name: str
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
    learning_type: str
    started_date: date | None
    ended_date: date | None
    schedules: str


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


Row = OfficeRow | TeacherRow | StudentRow | CourseRow | GroupRow | EnrolmentRow
