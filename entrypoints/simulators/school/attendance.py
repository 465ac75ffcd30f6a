"""Attendance pushed by the console: saved row by row, with partial rejections."""

from dataclasses import dataclass, field
from datetime import date, datetime

import msgspec

from contracts.sync.school_records import Feed, GroupStudentRecord
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.register import School

STATUSES = ("attended", "late", "absent")
REASONS = ("on_the_road", "reasonable", "without_reason")


class AttendanceRow(msgspec.Struct, kw_only=True):
    """One student's mark: late and absent have a reason.

    ``version`` grows with every correction of the mark.
    """

    student_id: str
    status: str
    reason: str | None = None
    at: datetime | None = None
    version: int = 1


class AttendanceBatch(msgspec.Struct, kw_only=True):
    """The marks of one lesson."""

    lesson_id: str
    group_id: str
    date: date
    rows: list[AttendanceRow]


class Failed(msgspec.Struct):
    """A mark that was not saved; ``retryable`` if a retry may succeed."""

    student_id: str
    code: str
    message: str
    retryable: bool = False


class Outcome(msgspec.Struct):
    """The result of a batch."""

    saved: list[str]
    failed: list[Failed]


class KeyReused(Exception):
    """The idempotency key was used before with another body."""


@dataclass
class AttendanceBook:
    """The saved marks, by lesson and student.

    ``taken``: the number of saves per lesson, without repeats.
    """

    marks: dict[tuple[str, str], AttendanceRow] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    _put_off: set[tuple[str, str]] = field(default_factory=set)
    _answered: dict[str, tuple[bytes, Outcome]] = field(default_factory=dict)
    _members: tuple[int, set[tuple[str, str]]] = (0, set())

    def save(self, key: str, body: bytes, school: School, *, partial: bool = False) -> Outcome:
        """Saves valid marks; the same key and body give the same answer.

        Raises KeyReused. ``partial``: the first student is rejected once; students that the school never accepts are
        always rejected.
        """
        if known := self._answered.get(key):
            if known[0] != body:
                raise KeyReused
            return known[1]
        batch = msgspec.json.decode(body, type=AttendanceBatch)
        self.taken[batch.lesson_id] = self.taken.get(batch.lesson_id, 0) + 1
        outcome = Outcome([], [])
        for row in batch.rows:
            refused = self._refusal(batch, row, school, put_off=partial and row is batch.rows[0])
            if refused:
                outcome.failed.append(refused)
            else:
                self.marks[batch.lesson_id, row.student_id] = row
                outcome.saved.append(row.student_id)
        self._answered[key] = (body, outcome)
        return outcome

    def _refusal(self, batch: AttendanceBatch, row: AttendanceRow, school: School, *, put_off: bool) -> Failed | None:
        place = (batch.lesson_id, row.student_id)
        if row.status not in STATUSES or (row.status == "attended") != (row.reason is None):
            return Failed(row.student_id, "invalid", "The mark can't be understood.")
        if row.student_id not in school.feeds[Feed.STUDENTS].rows:
            return Failed(row.student_id, "unknown_student", "No such student.")
        if (batch.group_id, row.student_id) not in self._enrolled(school):
            return Failed(row.student_id, "not_in_group", "The student isn't in this group.")
        if row.student_id in unwelcome(school) or (put_off and place not in self._put_off):
            self._put_off.add(place)
            return Failed(row.student_id, "lesson_closed", "The lesson is being checked: try later.", retryable=True)
        known = self.marks.get(place)
        if known and known.version > row.version:
            return Failed(row.student_id, "conflict", "A later mark is saved already.")
        return None

    def _enrolled(self, school: School) -> set[tuple[str, str]]:
        """Returns groups and their students, reloaded after a change of the school."""
        if self._members[0] != school.sequence:
            log = school.feeds[Feed.GROUP_STUDENTS]
            periods = (msgspec.json.decode(log.rows[id], type=GroupStudentRecord) for id in log.living())
            self._members = (school.sequence, {(period.group_id, period.student_id) for period in periods})
        return self._members[1]


def unwelcome(school: School) -> frozenset[str]:
    """Returns students whose marks a generated school always rejects.

    The demo shows rejections by them.
    """
    return school.unwelcome if isinstance(school, GeneratedSchool) else frozenset()
