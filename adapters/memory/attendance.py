"""The school's book of attendance in memory: takes marks as hh v1 does, fails as it is told."""

from application.attendance.ports.pushes import AttendanceBatch, KeyReused, OutgoingMark, PushResult, UnsentMark
from application.ports import SchoolUnavailable


class AttendanceInMemory:
    """See ``application.attendance.ports.pushes.AttendanceRegister``.

    ``marks``: what the school holds, by lesson and student; ``batches``: how many it has taken. ``students``: whom it
    knows; ``members``: its groups and who is in them. ``partial``: it puts the first of a class off, once.
    ``unavailable``: answered to every call; ``torn``: marks are taken, and this is what is heard of it, once.
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

    async def give(self, marks: AttendanceBatch, key: str) -> PushResult:
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
        """Nothing to release."""

    def _refusal(self, marks: AttendanceBatch, row: OutgoingMark) -> UnsentMark | None:
        if row.student not in self.students:
            return UnsentMark(row.student, "unknown_student", "No such student.", retryable=False)
        if (marks.group, row.student) not in self.members:
            return UnsentMark(row.student, "not_in_group", "The student isn't in this group.", retryable=False)
        if self.partial and row is marks.rows[0] and (marks.lesson, row.student) not in self._put_off:
            self._put_off.add((marks.lesson, row.student))
            return UnsentMark(row.student, "lesson_closed", "The lesson is being checked: try later.", retryable=True)
        held = self.marks.get((marks.lesson, row.student))
        if held and held.version > row.version:
            return UnsentMark(row.student, "conflict", "A later mark is saved already.", retryable=False)
        return None
