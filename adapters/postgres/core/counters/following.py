"""Counters of homework that follow from changed submissions (D-106).

The unit of work calls it for every use case, so that none can forget to; writes in SQL of their own name what they
change. Counters are written last, so that their rows are locked briefly.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator
from typing import Any

from sqlalchemy import inspect
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstanceState

from adapters.postgres.core.counters import counters_sql as sql
from domain.homework.attempt import Attempt
from domain.homework.check import Check
from domain.homework.homework import Homework
from domain.homework.submission import Submission, SubmissionStatus

# runs a statement that returns one value
Run = Callable[[str, tuple[Any, ...]], Awaitable[Any]]


class HomeworkCounters:
    """The counters of one transaction.

    Whatever is noted must be locked by the transaction, or of its own making: two transactions that count the same
    change would count it twice.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._submissions: set[int] = set()
        self._homework: set[int] = set()
        self._lessons: set[int] = set()
        # lists of JSON, without their brackets
        self._before: list[str] = []

    async def note(
        self, submissions: Iterable[int] = (), homework: Iterable[int] = (), lessons: Iterable[int] = ()
    ) -> None:
        """Notes contributions before they change.

        Those of submissions, of homework as a whole, and of lessons.
        """
        fresh = {*submissions} - self._submissions, {*homework} - self._homework, {*lessons} - self._lessons
        if not any(fresh):
            return
        if fresh[2]:
            await self._run(sql.LOCK_LESSONS, (sorted(fresh[2]),))
        known = _lists(self._submissions, self._homework)
        self._before.append((await self._run(sql.CONTRIBUTED, (*_lists(*fresh), *known)))[1:-1])
        self._submissions |= fresh[0]
        self._homework |= fresh[1]
        self._lessons |= fresh[2]

    def added(self, homework: Iterable[int]) -> None:
        """Notes homework that the transaction has created, with its submissions."""
        self._homework.update(homework)

    async def write(self) -> None:
        """Adds the differences since they were noted to the counters.

        Called after every other change.
        """
        if self._submissions or self._homework or self._lessons:
            before = f"[{','.join(filter(None, self._before))}]"
            changed = _lists(self._submissions, self._homework, self._lessons)
            if await self._run(sql.FOLLOW, (*changed, before)):
                await self._run(sql.LONGEST, (before,))
        self._submissions, self._homework, self._lessons, self._before = set(), set(), set(), []

    async def delete_homework(self, homework: Collection[Homework]) -> None:
        """Notes homework that is about to be deleted."""
        ids = [int(one.id or 0) for one in homework]
        await self._run(sql.LOCK_HOMEWORK, (ids,))
        await self.note(homework=ids, lessons=[one.lesson_id for one in homework])


def _lists(*ids: Iterable[int]) -> tuple[list[int], ...]:
    return tuple(sorted(one) for one in ids)


def counters_of(session: AsyncSession) -> HomeworkCounters:
    """The counters of a session's transaction."""

    async def run(statement: str, values: tuple[Any, ...]) -> Any:
        return (await (await session.connection()).exec_driver_sql(statement, values)).scalar()

    found: HomeworkCounters = session.info.setdefault("homework_counters", HomeworkCounters(run))
    return found


async def note_changes(session: AsyncSession) -> list[Homework]:
    """Notes the pending changes of a session before they are flushed.

    Returns the new homework, whose id is known after.
    """
    changed = set(_changed_submissions(session))
    added = [one for one in session.new if isinstance(one, Homework)]
    if changed or added:
        await counters_of(session).note(changed, lessons=[one.lesson_id for one in added])
    if deleted := [one for one in session.deleted if isinstance(one, Homework)]:
        await counters_of(session).delete_homework(deleted)
    return added


def _changed_submissions(session: AsyncSession) -> Iterator[int]:
    exams = {one.id for one in session.identity_map.values() if isinstance(one, Submission) and one.homework_id is None}
    for thing in [*session.new, *session.dirty, *session.deleted]:
        match thing:
            case Submission() if thing.id is not None and thing.id not in exams and _counts_otherwise(thing):
                yield thing.id
            case Attempt() | Check() if thing.submission_id not in exams and _is_changed(thing, session):
                yield thing.submission_id


def _is_changed(thing: Attempt | Check, session: AsyncSession) -> bool:
    return thing in session.deleted or session.is_modified(thing)


def _counts_otherwise(submission: Submission) -> bool:
    """True where status or score change; a claim changes neither (D-69)."""
    state: InstanceState[Any] = inspect(submission)

    def before(name: str) -> Any:
        history = state.attrs[name].history
        return history.deleted[0] if history.deleted else getattr(submission, name)

    status = before("status")
    if status == SubmissionStatus.CHECKING:
        status = before("status_before") or SubmissionStatus.WAITING
    return bool(status != submission.unclaimed_status() or before("score") != submission.score)
