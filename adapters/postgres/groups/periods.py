"""Clauses about periods of students in groups and the hours of groups."""

from typing import Any

from sqlalchemy import Date, and_, literal_column, or_

from adapters.postgres.core.engine import TODAY
from domain.groups.enrolments import GOING_ON


def going_on(e: Any) -> Any:
    """The clause that a period lasts today or later."""
    open_end = or_(e.ended_date.is_(None), e.ended_date >= literal_column(TODAY, Date))
    return and_(e.school_deleted_at.is_(None), or_(*(e.action_id == action for action in GOING_ON)), open_end)


def meet_at_once(one: Any, other: Any) -> Any:
    """The clause that two entries of schedules share a day and an hour."""
    return and_(
        one.days_of_week.op("&&")(other.days_of_week),
        one.begin_time < other.end_time,
        other.begin_time < one.end_time,
    )
