"""What a teacher sent after his time: what the office would save by confirming it (D-70)."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from domain.attendance.attendance_sheet import Entry, Hand, Outcome, Refusal, Sheet, mark
from domain.attendance.marks import KEPT_AS, Cell, Kept, Mark
from domain.shared.errors import Refused


def would_be(sheet: Sheet[Kept], entries: Sequence[Entry], sent_at: datetime, now: datetime, zone: ZoneInfo) -> Outcome:
    """What confirming these entries would come to now: whose mark becomes another, and who is not marked, and why."""
    try:
        sheet.takes(Hand.OFFICE, now, zone)
    except Refused as refused:
        return Outcome([], [Refusal(one.student_id, refused.code) for one in entries])
    mended = mended_since(sheet, sent_at)
    overtaken = [Refusal(one.student_id, "attendance.office_mark") for one in entries if one.student_id in mended]
    kept = [one for one in entries if one.student_id not in mended]
    outcome = mark(sheet, kept, Hand.OFFICE, zone)
    return Outcome(outcome.changes, [*overtaken, *outcome.refusals])


def mended_since(sheet: Sheet[Kept], sent_at: datetime) -> set[int]:
    """Whom the office has marked since then: its later word is not taken back unseen (D-47)."""
    return {id for id, kept in sheet.kept.items() if kept.by_office and kept.marked_at > sent_at}


def says(sheet: Sheet[Kept], entry: Entry, zone: ZoneInfo) -> Cell | None:
    """The cell that an entry means; None where it means what a door told, and no door has."""
    return sheet.proposal(entry.student_id, zone) if entry.mark is Mark.COME else KEPT_AS[entry.mark]
