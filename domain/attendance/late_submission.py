"""Late submissions: the effect of confirming them (D-70)."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from domain.attendance.attendance_sheet import (
    AttendanceSheet,
    Entry,
    MarkedBy,
    RejectedMark,
    SaveOutcome,
    mark,
    requested_value,
)
from domain.attendance.marks import STATUS_OF_MARK, AttendanceStatus, Mark, MarkValue, StoredMark
from domain.shared.errors import DomainError


def preview(
    sheet: AttendanceSheet[StoredMark], entries: Sequence[Entry], sent_at: datetime, now: datetime, zone: ZoneInfo
) -> SaveOutcome:
    """The outcome that confirming these entries would have now."""
    try:
        sheet.save_window(MarkedBy.OFFICE, now, zone)
    except DomainError as refused:
        return SaveOutcome([], [RejectedMark(one.student_id, refused.code) for one in entries])
    mended = corrected_since(sheet, sent_at)
    overtaken = [RejectedMark(one.student_id, "attendance.office_mark") for one in entries if one.student_id in mended]
    stored = [one for one in entries if one.student_id not in mended]
    outcome = mark(sheet, stored, MarkedBy.OFFICE, zone)
    return SaveOutcome(outcome.changes, [*overtaken, *outcome.refusals])


def corrected_since(sheet: AttendanceSheet[StoredMark], sent_at: datetime) -> set[int]:
    """Students whom the office has marked since.

    These later marks are not replaced unseen (D-47).
    """
    return {id for id, stored in sheet.marks.items() if stored.by_office and stored.marked_at > sent_at}


def entry_status(sheet: AttendanceSheet[StoredMark], entry: Entry, zone: ZoneInfo) -> AttendanceStatus | None:
    """The status that an entry means; None for a door proposal without a door entry."""
    return sheet.proposal(entry.student_id, zone) if entry.mark is Mark.COME else STATUS_OF_MARK[entry.mark]


def entry_value(sheet: AttendanceSheet[StoredMark], entry: Entry, zone: ZoneInfo) -> MarkValue | None:
    """The mark that an entry means; None for a door proposal without a door entry."""
    try:
        return requested_value(sheet, entry, zone)
    except DomainError:
        return None
