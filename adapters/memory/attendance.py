"""The school's attendance register in memory, with the behaviour of hh v1.

Tests set its failures.
"""

from application.attendance.ports.pushes import AttendanceBatch, KeyReused, OutgoingMark, PushResult, UnsentMark
from application.ports import SchoolUnavailable


class AttendanceInMemory:
    """See ``application.attendance.ports.pushes.AttendanceRegister``.

    ``marks``: the marks that the school holds, by lesson and student; ``batches``: the number of accepted batches.
    ``students``: the known students; ``members``: its groups and their students. ``partial``: it defers the first
    mark of a class, once. ``unavailable``: the error of every call; ``torn``: marks are accepted and this error is
    the response, once.
    """

    def __init__(self) -> None:
        self.marks: dict[tuple[int, str], OutgoingMark] = {}
        self.batches = 0
        self.students: set[str] = set()
        self.members: set[tuple[str, str]] = set()
        self.partial = False
        self.unavailable: SchoolUnavailable | None = None
        self.torn: SchoolUnavailable | None = None
        self._put_off: set[tuple[int, str]] = set()
        self._answered: dict[str, tuple[AttendanceBatch, PushResult]] = {}

    async def push(self, marks: AttendanceBatch, key: str) -> PushResult:
        if self.unavailable:
            raise self.unavailable
        if known := self._answered.get(key):
            if known[0] != marks:
                raise KeyReused
            return known[1]
        refused = [refusal for row in marks.rows if (refusal := self._refusal(marks, row))]
        without = {one.student for one in refused}
        saved = [row for row in marks.rows if row.student not in without]
        self.marks |= {(marks.lesson, row.student): row for row in saved}
        self._answered[key] = (marks, PushResult(frozenset(row.student for row in saved), refused))
        self.batches += 1
        if torn := self.torn:
            self.torn = None
            raise torn
        return self._answered[key][1]

    async def close(self) -> None:
        """Does nothing."""

    def _refusal(self, marks: AttendanceBatch, row: OutgoingMark) -> UnsentMark | None:
        if row.student not in self.students:
            return UnsentMark(row.student, "unknown_student", "No such student.", retryable=False)
        if (marks.group, row.student) not in self.members:
            return UnsentMark(row.student, "not_in_group", "The student isn't in this group.", retryable=False)
        if self.partial and row is marks.rows[0] and (marks.lesson, row.student) not in self._put_off:
            self._put_off.add((marks.lesson, row.student))
            return UnsentMark(row.student, "lesson_closed", "The lesson is being checked: try later.", retryable=True)
        stored = self.marks.get((marks.lesson, row.student))
        if stored and stored.version > row.version:
            return UnsentMark(row.student, "conflict", "A later mark is saved already.", retryable=False)
        return None
