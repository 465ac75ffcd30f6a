"""Earnings and balance of the calling student."""

from dataclasses import replace
from datetime import datetime

from application.actor import Actor
from application.authorization import STUDENT, permits
from application.gamification.ports import AwardViews
from application.ports import Clock
from contracts.gamification import AwardBalance, AwardEntry, OwnAward, OwnAwardPage, OwnAwardsQuery, StudentAwardsQuery
from contracts.shared import check
from domain.shared.undoing import UNDO_PERIOD


@permits(STUDENT)
async def list_own_awards(
    query: OwnAwardsQuery, *, actor: Actor, award_views: AwardViews, clock: Clock
) -> OwnAwardPage:
    """Lists the entries of the caller's ledger, newest first; a correction is one row.

    They stay visible after the student has left (D-98).
    """
    check(query)
    page = StudentAwardsQuery(page=query.page, per_page=query.per_page)
    found = await award_views.of_student(actor.student_id or 0, page, _seeing_own_groups(actor), _visible_until(clock))
    return OwnAwardPage(entries=[_own(entry) for entry in found.entries], total=found.total)


@permits(STUDENT)
async def show_own_balance(*, actor: Actor, award_views: AwardViews, clock: Clock) -> AwardBalance:
    """Returns XP, silver, what is owed, the level and the next one of the caller."""
    page = StudentAwardsQuery(per_page=1)
    return (
        await award_views.of_student(actor.student_id or 0, page, _seeing_own_groups(actor), _visible_until(clock))
    ).balance


def _visible_until(clock: Clock) -> datetime:
    """The instant up to which checks are told to their students (D-69)."""
    return clock.now() - UNDO_PERIOD


def _seeing_own_groups(actor: Actor) -> Actor:
    """The student has earned in own groups alone: none of them is of another branch."""
    return replace(actor, all_offices=True)


def _own(entry: AwardEntry) -> OwnAward:
    return OwnAward(**{field: getattr(entry, field) for field in OwnAward.__struct_fields__})
