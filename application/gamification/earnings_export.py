"""Builds the spreadsheet of a student's earnings, a row for each entry (D-30)."""

from collections.abc import Sequence
from datetime import date
from zoneinfo import ZoneInfo

from application.files.spreadsheets import FormattedSpreadsheet, FormattedValue, SpreadsheetColumn
from contracts.gamification import AwardEntry, EntryDetails, StudentAwardsQuery
from contracts.texts import translate
from domain.attendance.marks import AttendanceStatus as Status
from domain.shared.calendar import format_date

# columns in their order → width in characters
COLUMNS = {
    **{"date": 12, "time": 8, "cause": 32, "details": 48, "xp": 9, "silver": 9, "silver_after": 11},
    **{"level": 10, "made_by": 28, "note": 14},
}
MARK_TEXTS = {Status.ATTENDED: "attended", Status.ABSENT: "absent", Status.LATE: "late"}
BANDS = ("extra", "high", "top", "good", "satisfactory", "awful")


def earnings_spreadsheet(
    name: str, entries: Sequence[AwardEntry], query: StudentAwardsQuery, language: str, zone: ZoneInfo
) -> FormattedSpreadsheet:
    """Builds the spreadsheet of the entries; a correction is one row with its net."""
    return FormattedSpreadsheet(
        name=name,
        titles=(name, *_days(query.from_date, query.to_date)),
        columns=[SpreadsheetColumn(_text(f"column.{column}", language), width) for column, width in COLUMNS.items()],
        rows=[_values(entry, language, zone) for entry in entries],
    )


def _days(first: date | None, last: date | None) -> tuple[str, ...]:
    """The chosen days as a title; none without a choice."""
    if first is None and last is None:
        return ()
    return (f"{format_date(first) if first else '…'} – {format_date(last) if last else '…'}",)


def _values(entry: AwardEntry, language: str, zone: ZoneInfo) -> list[FormattedValue]:
    at = entry.at.astimezone(zone)
    return [
        at.date(), f"{at:%H:%M}", _text(f"line.{_line(entry)}", language), _details(entry, language) or None,
        entry.xp, entry.silver, entry.silver_after, entry.reached, _maker(entry, language), _note(entry, language),
    ]  # fmt: skip


def _line(entry: AwardEntry) -> str:
    """The key of the words that name an entry."""
    achievement = entry.achievement or ""
    if entry.kind in ("purchase", "refund"):
        return entry.kind
    if entry.cause == "order":
        return "purchase"
    if entry.kind == "correction":
        return f"{entry.cause}_corrected"
    if achievement in ("attended", "came_late"):
        return achievement
    if achievement.startswith("on_time_"):
        return "homework_on_time"
    return "homework_late" if achievement.startswith("late_") else entry.cause


def _details(entry: AwardEntry, language: str) -> str:
    """Group, lesson, title, what was achieved or what a correction changed, reason."""
    details = entry.details
    parts = (
        details.group,
        _text("lesson", language, number=details.lesson) if details.lesson else None,
        details.title,
        entry.source if entry.cause == "order" else None,
        _change(details, language) or _achieved(details, entry.achievement or "", language),
        entry.reason,
    )
    return " · ".join(part for part in parts if part)


def _change(details: EntryDetails, language: str) -> str | None:
    corrected = details.corrected
    if corrected is None:
        return None
    if details.score is not None and corrected.score is not None:
        return _text("points_changed", language, before=details.score, after=corrected.score)
    before, after = _mark(details.mark, language), _mark(corrected.mark, language)
    return f"{before} → {after}" if before and after else None


def _achieved(details: EntryDetails, achievement: str, language: str) -> str | None:
    band = next((_text(f"band.{one}", language) for one in BANDS if achievement.endswith(f"_{one}")), None)
    if details.score is None:
        return ", ".join(part for part in (band, _mark(details.mark, language)) if part)
    return ", ".join(part for part in (_text("points", language, score=details.score), band) if part)


def _mark(mark: int | None, language: str) -> str | None:
    name = next((name for status, name in MARK_TEXTS.items() if status == mark), None)
    return _text(f"mark.{name}", language) if name else None


def _maker(entry: AwardEntry, language: str) -> str:
    """The member of staff, or the student, the school, the system."""
    if entry.made_by:
        return entry.made_by
    if entry.kind == "purchase":
        return _text("by.student", language)
    return _text("by.school" if entry.cause == "school" else "by.system", language)


def _note(entry: AwardEntry, language: str) -> str | None:
    if entry.kind == "correction":
        return _text("correction", language)
    return _text("corrected", language) if entry.corrected else None


def _text(key: str, language: str, **values: object) -> str:
    return translate(f"export.earnings.{key}", language, **values)
