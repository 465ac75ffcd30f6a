"""Retention: anonymises students who left years ago, safe from re-synchronisation.

Their activity stays as figures: groups, attended lessons (docs/decisions/retention.md).
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
MAX_PER_NIGHT = 500
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


def pseudonym(cipher: PaperCipher, school_id: str) -> str:
    """Returns the pseudonym that replaces a school's id."""
    return TOMBSTONE + cipher.digest(school_id.encode())


@permits(SUPERADMIN)
async def list_candidates(
    years: int, *, actor: Actor, candidates: RetentionCandidates, clock: Clock, zone: ZoneInfo
) -> list[RetentionCandidate]:
    """Previews the students to anonymise, and those whom an open item excludes."""
    day, found = left_before(clock.now().astimezone(zone).date(), years), list[RetentionCandidate]()
    while batch := await candidates.before(day, after=found[-1].id if found else 0):
        found += batch
    return found


@permits(SUPERADMIN)
async def enqueue_anonymisation(years: int, *, actor: Actor, uow: UnitOfWork, clock: Clock, zone: ZoneInfo) -> None:
    """Enqueues the job that anonymises students who left so many years ago."""
    day = left_before(clock.now().astimezone(zone).date(), years)
    async with uow:
        await uow.enqueue(RETENTION, {"before": day.isoformat()}, actor=actor)
        await uow.commit()


@permits(SUPERADMIN)
async def anonymise_candidates(
    before: date, *, actor: Actor, uow: UnitOfWork, candidates: RetentionCandidates, cipher: PaperCipher
) -> int:
    """Anonymises students who left before the day, one commit each.

    A repeated run skips those already anonymised; a student with an open item stays. Returns how many were anonymised.
    """
    gone, after = 0, 0
    while gone < MAX_PER_NIGHT and (batch := await candidates.before(before, after=after)):
        after = batch[-1].id
        for candidate in batch[: MAX_PER_NIGHT - gone]:
            gone += not candidate.open and await _anonymise(candidate.id, before, actor, uow, candidates, cipher)
    return gone


async def _anonymise(
    id: int, day: date, actor: Actor, uow: UnitOfWork, candidates: RetentionCandidates, cipher: PaperCipher
) -> bool:
    async with uow:
        # locked: a concurrent return of the student is either seen here or waits
        await uow.load(Student, id, lock=True)
        candidate = await candidates.one(id, day)
        if candidate is None or candidate.open:
            return False
        await uow.anonymise(id, lambda school_id: pseudonym(cipher, school_id))
        uow.audit("people.let_go", "student", id, actor=actor, after={"left_on": candidate.left_on.isoformat()})
        await uow.commit()
    return True
