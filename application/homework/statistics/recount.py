"""Counts the counters of homework statistics anew (D-106)."""

import logging
from datetime import date, timedelta

from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.homework.statistics.ports import CounterDifference, CounterStore
from application.ports import Clock, UnitOfWork
from contracts.job_kinds import STATISTICS_RECOUNT
from domain.shared.errors import FieldError, ValidationError

log = logging.getLogger("markaz.homework")

# days that are counted in one transaction
DAYS_AT_ONCE = 31
# differences that the log and the report name
SHOWN_DIFFERENCES = 100


@permits(SUPERADMIN)
async def enqueue_recount(day: date, *, actor: Actor, uow: UnitOfWork) -> int:
    """Enqueues the nightly recount of a day."""
    async with uow:
        job_id = await uow.enqueue(STATISTICS_RECOUNT, {"day": day.isoformat()}, actor=actor)
        await uow.commit()
        return job_id


@permits(SUPERADMIN)
async def recount_night(day: date, *, actor: Actor, uow: UnitOfWork, counters: CounterStore, clock: Clock) -> None:
    """Counts a day anew, corrects what differs, and logs it.

    The job ``statistics.recount`` runs it as the system. The statistics show the number of differences.
    """
    await _recounted(day, day, uow, counters, clock, nightly=True)


@permits(SUPERADMIN)
async def recount_period(
    first: date, last: date, *, actor: Actor, uow: UnitOfWork, counters: CounterStore, clock: Clock
) -> list[CounterDifference]:
    """Counts the days of a period anew, both included.

    Returns what differed and is corrected now.


    A month at a time, each in a commit of its own. Raises ValidationError for an end before the beginning.
    """
    if last < first:
        raise ValidationError({"to": [FieldError("limit.ends_before_it_begins")]})
    found: list[CounterDifference] = []
    while first <= last:
        until = min(last, first + timedelta(days=DAYS_AT_ONCE - 1))
        found += await _recounted(first, until, uow, counters, clock, nightly=False)
        first = until + timedelta(days=1)
    return found


async def _recounted(
    first: date, last: date, uow: UnitOfWork, counters: CounterStore, clock: Clock, *, nightly: bool
) -> list[CounterDifference]:
    async with uow:
        different = await counters.recount(first, last, uow)
        shown = different[:SHOWN_DIFFERENCES]
        await counters.record(first, last, len(different), shown, clock.now(), uow, nightly=nightly)
        await uow.commit()
    for one in shown if nightly else ():
        facts = {"day": one.day.isoformat(), "group": one.group_id, "teacher": one.teacher_id, "missing": one.missing}
        log.warning("a counter of homework differed", extra={"facts": facts})
    return different
