"""The fields of an exam: their limits, and as the audit log records them."""

from collections.abc import Collection, Sequence
from datetime import datetime

from application.audit.fields import instant_value
from application.exams.ports import ExamGroup
from application.homework.attachments import Facts
from contracts.exams.exams import MAX_STUDY_MONTHS
from domain.exams.exam import EARLIEST, LATEST, Exam
from domain.shared.calendar import format_date
from domain.shared.errors import FieldError


def month_faults(ids: Sequence[int], group: ExamGroup) -> list[FieldError]:
    """Returns the errors of study months: some, and of the group's course."""
    if not ids:
        return [FieldError("limit.required")]
    if len(ids) > MAX_STUDY_MONTHS:
        return [FieldError("limit.le", {"limit": MAX_STUDY_MONTHS})]
    known = {month.id for month in group.study_months}
    return [] if set(ids) <= known else [FieldError("limit.unknown_choice")]


def date_faults(value: datetime) -> list[FieldError]:
    """Returns the errors of a date that no time zone can show."""
    if value < EARLIEST:
        return [FieldError("limit.ge", {"limit": format_date(EARLIEST.date())})]
    return [FieldError("limit.le", {"limit": format_date(LATEST.date())})] if value > LATEST else []


def facts_of(exam: Exam) -> Facts:
    """The exam as the audit log records it."""
    return {
        "description": exam.description,
        "begins_at": instant_value(exam.begins_at),
        "deadline": instant_value(exam.deadline),
    }


def month_facts(ids: Collection[int]) -> Facts:
    """The study months of an exam as the audit log records them."""
    return {"study_month_ids": sorted(set(ids))}
