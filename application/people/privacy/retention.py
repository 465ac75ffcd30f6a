"""Retention: anonymises students who left years ago, safe from re-synchronisation.

Their activity stays as figures: groups, attended lessons (docs/decisions/letting-go.md).
"""

from datetime import date
from typing import Protocol, runtime_checkable
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.ports import Clock, PaperCipher, UnitOfWork
from contracts.job_kinds import RETENTION
from domain.people.retention import TOMBSTONE, RetentionCandidate, left_before
from domain.people.student import Student

# per night: a mistyped number of years is noticed before much is anonymised
A_NIGHT = 500
BATCH = 100


@runtime_checkable
class RetentionCandidates(Protocol):
    """Finds students who left long ago."""

    async def before(self, day: date, *, after: int = 0, most: int = BATCH) -> list[RetentionCandidate]:
        """Returns students who left before the day and are not anonymised yet.

        They are ordered by id, beginning after ``after``, with their open items.
        """
        ...

    async def one(self, student_id: int, day: date) -> RetentionCandidate | None:
        """Returns the same of one student; None if they have not left, or not so long ago."""
        ...


def tombstone(cipher: PaperCipher, school_id: str) -> str:
    """Returns the pseudonym that replaces a school's id."""
    return TOMBSTONE + cipher.digest(school_id.encode())


@permits(SUPERADMIN)
async def list_leavers(
    years: int, *, actor: Actor, leavers: RetentionCandidates, clock: Clock, zone: ZoneInfo
) -> list[RetentionCandidate]:
    """Previews the students to anonymise, and those whom an open item excludes."""
    day, found = left_before(clock.now().astimezone(zone).date(), years), list[RetentionCandidate]()
    while batch := await leavers.before(day, after=found[-1].id if found else 0):
        found += batch
    return found


@permits(SUPERADMIN)
async def ask_to_let_go(years: int, *, actor: Actor, uow: UnitOfWork, clock: Clock, zone: ZoneInfo) -> None:
    """Enqueues the job that anonymises students who left so many years ago."""
    day = left_before(clock.now().astimezone(zone).date(), years)
    async with uow:
        await uow.enqueue(RETENTION, {"before": day.isoformat()}, actor=actor)
        await uow.commit()


@permits(SUPERADMIN)
async def let_go_of_leavers(
    before: date, *, actor: Actor, uow: UnitOfWork, leavers: RetentionCandidates, cipher: PaperCipher
) -> int:
    """Anonymises students who left before the day, one commit each.

    A repeated run skips those already anonymised; a student with an open item stays. Returns how many were anonymised.
    """
    gone, after = 0, 0
    while gone < A_NIGHT and (batch := await leavers.before(before, after=after)):
        after = batch[-1].id
        for leaver in batch[: A_NIGHT - gone]:
            gone += not leaver.open and await _let_go(leaver.id, before, actor, uow, leavers, cipher)
    return gone


async def _let_go(
    id: int, day: date, actor: Actor, uow: UnitOfWork, leavers: RetentionCandidates, cipher: PaperCipher
) -> bool:
    async with uow:
        # locked: a concurrent return of the student is either seen here or waits
        await uow.load(Student, id, lock=True)
        leaver = await leavers.one(id, day)
        if leaver is None or leaver.open:
            return False
        await uow.let_go(id, lambda school_id: tombstone(cipher, school_id))
        uow.audit("people.let_go", "student", id, actor=actor, after={"left_on": leaver.left_on.isoformat()})
        await uow.commit()
    return True
