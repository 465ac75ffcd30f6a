"""The callers and the days of homework statistics (D-54, D-89, D-90)."""

from dataclasses import dataclass
from datetime import date, timedelta

from application.actor import Actor
from application.groups.views import GroupScope
from application.homework.scope import work_scope
from domain.access.permissions import Action
from domain.shared.errors import FieldError, ValidationError

OPTIONS = ("all_homeworks", "homework_statistics")
STUDY = "study:homework_statistics"
KEYS = (*(f"{module}:{option}" for module in ("all_groups", "my_groups") for option in OPTIONS), STUDY)
# the days between the first and the last one, at most (D-89)
MAX_DAYS_APART = 366
DEFAULT_DAYS = 30


@dataclass(frozen=True)
class Days:
    """The days of the statistics, both included, or a study month.

    ``reaches_today``: nothing was handed in or checked after the last day.
    """

    first: date
    last: date
    study_month_id: int | None = None
    reaches_today: bool = False


def statistics_scope(actor: Actor) -> GroupScope:
    """The groups whose statistics the caller reads.

    The study department reads those of its branches without a key of groups (D-90).
    """
    scope = work_scope(actor, *OPTIONS)
    if actor.may(STUDY, Action.READ):
        return GroupScope(None if actor.all_offices else list(actor.office_ids), scope.user_id)
    return scope


def days_of(first: date | None, last: date | None, today: date, study_month_id: int | None = None) -> Days:
    """The requested days; without any the last thirty.

    Raises ValidationError for an end before the beginning and for more than 366 days apart.
    """
    last = last or (_shifted(first, DEFAULT_DAYS) if first else today)
    first = first or _shifted(last, -DEFAULT_DAYS)
    if last < first:
        raise ValidationError({"toDate": [FieldError("limit.ends_before_it_begins")]})
    if (last - first).days > MAX_DAYS_APART:
        raise ValidationError({"toDate": [FieldError("limit.days_at_most", {"limit": MAX_DAYS_APART})]})
    return Days(first, last, study_month_id, last >= today)


def _shifted(day: date, days: int) -> date:
    """The day so many days later; the first or last one of the calendar beyond it."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return date.max if days > 0 else date.min
