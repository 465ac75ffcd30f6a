"""Presents a late submission and the effect of confirming it, by name (D-70)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from contracts.attendance.attendance_sheets import LateChange, LateSubmissionRow, RejectedEntry
from contracts.errors import wire_code
from contracts.shared import Named
from contracts.texts import translate
from domain.attendance.attendance_sheet import AttendanceSheet, Entry, MarkChange, RejectedMark
from domain.attendance.late_submission import entry_status, preview
from domain.attendance.marks import AttendanceStatus, StoredMark


@dataclass(frozen=True)
class Waiting:
    """A late submission with its lesson.

    ``entries`` are in the order of ``names``, which are the students' names.
    """

    id: int
    sheet: AttendanceSheet[StoredMark]
    group_name: str
    sent_by: str
    marked_at: datetime
    sent_at: datetime
    entries: Sequence[Entry]
    names: Mapping[int, str]


def late_row(one: Waiting, *, now: datetime, zone: ZoneInfo, language: str) -> LateSubmissionRow:
    """Builds the API row. Rejected students are listed with the reason (A1)."""
    lesson = one.sheet.lesson
    outcome = preview(one.sheet, one.entries, one.sent_at, now, zone)
    statuses = Counter(entry_status(one.sheet, entry, zone) for entry in one.entries)
    return LateSubmissionRow(
        id=one.id,
        lesson_id=lesson.id,
        group=Named(lesson.group_id, one.group_name),
        staff_id=lesson.teacher_id,
        schedule_id=lesson.schedule_id,
        date=lesson.day,
        begin_time=f"{lesson.begin:%H:%M}",
        sent_by=one.sent_by,
        marked_at=one.marked_at,
        sent_at=one.sent_at,
        attended=statuses[AttendanceStatus.ATTENDED],
        late=statuses[AttendanceStatus.LATE],
        absent=statuses[AttendanceStatus.ABSENT],
        changes=[_change(change, one.names) for change in outcome.changes],
        refused=[_refused(refusal, one.names, language) for refusal in outcome.refusals],
    )


def _change(change: MarkChange, names: Mapping[int, str]) -> LateChange:
    was, becomes = change.before and change.before.value, change.after.value
    return LateChange(
        student_id=change.student_id,
        full_name=names.get(change.student_id, ""),
        was=was.status.value if was else None,
        was_reason=was.reason.value if was and was.reason else None,
        status=becomes.status.value,
        reason=becomes.reason.value if becomes.reason else None,
    )


def _refused(refusal: RejectedMark, names: Mapping[int, str], language: str) -> RejectedEntry:
    code = refusal.code
    name = names.get(refusal.student_id, "")
    return RejectedEntry(refusal.student_id, name, wire_code(code), translate(f"error.{code}", language))
