"""One suite for the ledger of XP and silver, in memory and on PostgreSQL (D-30)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import asyncpg
import msgspec
import pytest

from adapters.memory.clock import MovableClock
from adapters.memory.database import MemoryDatabase
from adapters.memory.ledger import MemoryLedger
from adapters.memory.unit_of_work import MemoryUnitOfWork
from adapters.postgres.core.engine import asyncpg_arguments, create_engine
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from adapters.postgres.gamification.ledger import PostgresLedger
from adapters.postgres.gamification.rules import PostgresRuleStore
from application.actor import system
from application.gamification.earning import (
    CheckedHomework,
    ExamResult,
    award_exam,
    award_homework,
    exam_causes,
    homework_causes,
    preview_homework,
    reverse,
)
from application.gamification.first_start import seed_rules
from application.gamification.ports import Ledger
from application.ports import UnitOfWork
from contracts.gamification import EntryDetails
from domain.gamification.actions import DEFAULT_AMOUNTS, Action, ActionKind, EarningRules
from domain.gamification.ledger import Balance, Cause, CauseKind, Earned
from domain.gamification.levels import default_levels
from domain.people.student import Student
from domain.shared.errors import NotFound
from tests.support.builders import a_category, a_class_of, a_course
from tests.support.errors import raises_error
from tests.support.storing import store

NOON = datetime(2026, 3, 2, 7, 0, tzinfo=UTC)
SYSTEM = system(request_id="request-1")
ORDER = Cause(CauseKind.ORDER, "1")
UNKNOWN = 999_999


@dataclass
class Place:
    """Two students of one group, the ledger, and readers of what was committed."""

    ledger: Ledger
    uow: Callable[[], UnitOfWork]
    students: Sequence[int]
    group: int
    outbox: Callable[[], Awaitable[list[Any]]]

    def work(self, score: int, *, late: bool = False, student: int = 0, submission: int = 51) -> CheckedHomework:
        """A checked homework."""
        details = EntryDetails(score=score, title="Satrlar")
        return CheckedHomework(submission, self.students[student], self.group, score, late, details)

    async def check(self, score: int, *, student: int = 0, submission: int = 51) -> Earned:
        """Checks a homework in a commit."""
        async with self.uow() as uow:
            work = self.work(score, student=student, submission=submission)
            earned = await award_homework(work, actor=SYSTEM, uow=uow, ledger=self.ledger, now=NOON)
            await uow.commit()
        return earned

    async def reverse(self, *causes: Cause) -> int:
        """Reverses awards in a commit."""
        async with self.uow() as uow:
            number = await reverse(causes, "deleted", actor=SYSTEM, uow=uow, ledger=self.ledger, now=NOON)
            await uow.commit()
        return number

    async def buy(self, price: int, cause: Cause = ORDER) -> Balance:
        """Buys for this much silver."""
        async with self.uow() as uow:
            accounts = await self.ledger.lock(self.students[:1], (), uow)
            accounts[self.students[0]].purchase(cause, price, now=NOON, details={})
            balances = await self.ledger.post(accounts.values(), uow)
            await uow.commit()
        return balances[self.students[0]]

    async def balance(self, student: int = 0) -> Balance:
        """The committed balance."""
        id = self.students[student]
        return (await self.ledger.read([id], ()))[id].balance


@pytest.fixture(params=["memory", "postgres"])
def place(request: pytest.FixtureRequest) -> Place:
    """Both implementations."""
    found: Place = request.getfixturevalue(f"place_{request.param}")
    return found


@pytest.fixture
async def place_memory() -> Place:
    """In memory."""
    database, clock = MemoryDatabase(), MovableClock(NOON)
    actions = [
        Action(int(kind), kind, {1: DEFAULT_AMOUNTS[kind]} if DEFAULT_AMOUNTS.get(kind) else {}) for kind in ActionKind
    ]
    async with MemoryUnitOfWork(database, clock) as uow:
        students = [Student("Robiya", "Jabborova", "", None), Student("Yodgora", "Chinorova", "", None)]
        for student in students:
            uow.add(student)
        await uow.commit()

    async def outbox() -> list[Any]:
        return [row["payload"] for row in database.outbox]

    ledger = MemoryLedger(database, EarningRules(default_levels(), actions, categories={7: 3}))
    return Place(ledger, lambda: MemoryUnitOfWork(database, clock), [one.id or 0 for one in students], 7, outbox)


@pytest.fixture
async def place_postgres(database_url: str) -> AsyncIterator[Place]:
    """On the real database."""
    engine, sql = create_engine(database_url), await asyncpg.connect(**asyncpg_arguments(database_url))
    pool, clock = ReadPool(database_url, size=1), MovableClock(NOON)
    group = a_class_of(2).of_course(a_course().of_category(a_category()))
    await store(sql, group)
    await seed_rules(uow=PostgresUnitOfWork(engine, clock), rules=PostgresRuleStore(), clock=clock)

    async def outbox() -> list[Any]:
        rows = await sql.fetch("select payload::text as payload from outbox order by id")
        return [msgspec.json.decode(row["payload"]) for row in rows]

    try:
        students = [one.id or 0 for one in group.students]
        yield Place(PostgresLedger(pool), lambda: PostgresUnitOfWork(engine, clock), students, group.id or 0, outbox)
    finally:
        await pool.close()
        await sql.close()
        await engine.dispose()


async def test_a_check_earns_in_its_commit_and_says_so(place: Place) -> None:
    """D-82: band, XP, silver and level; AwardGiven leaves with the commit."""
    earned = await place.check(97)
    assert (earned.xp, earned.silver, earned.level_before, earned.level) == (300, 30, 1, 1)
    assert await place.balance() == Balance(300, 30)
    student = place.students[0]
    given = {"studentId": student, "xp": 300, "silver": 30, "levelBefore": 1, "level": 1}
    assert await place.outbox() == [{"cause": "homework", "source": "51", "awards": [given]}]


async def test_a_preview_names_the_same_and_writes_nothing(place: Place) -> None:
    """D-82: of a first check, and of a correction."""
    clock = MovableClock(NOON)
    assert (await preview_homework(place.work(97), ledger=place.ledger, clock=clock)).xp == 300
    await place.check(64)
    previewed = await preview_homework(place.work(91), ledger=place.ledger, clock=clock)
    assert (previewed.xp, previewed.silver, previewed.changed) == (255, 25, True)
    assert await place.balance() == Balance(150, 15)
    assert await place.check(91) == previewed


async def test_a_rolled_back_check_earns_nothing(place: Place) -> None:
    async with place.uow() as uow:
        await award_homework(place.work(97), actor=SYSTEM, uow=uow, ledger=place.ledger, now=NOON)
    assert await place.balance() == Balance()
    assert (await place.check(97)).changed


async def test_checking_again_replaces_and_never_adds(place: Place) -> None:
    """G1, D-30."""
    for score in (64, 64, 70, 91, 0, 40, 97):
        await place.check(score)
    assert await place.balance() == Balance(300, 30)


async def test_two_checks_of_one_work_at_the_same_moment_earn_once(place: Place) -> None:
    """D-30: the accounts are locked, so that the second sees the award of the first."""
    await asyncio.gather(*(place.check(score) for score in (97, 64, 97, 40)))
    await place.check(97)
    assert await place.balance() == Balance(300, 30)


async def test_deleting_a_homework_reverses_the_awards_of_every_student(place: Place) -> None:
    """Deletes twice: the second finds nothing in force."""
    await place.check(97)
    await place.check(64, student=1, submission=52)
    assert await place.reverse(*homework_causes([51, 52])) == 2
    assert await place.reverse(*homework_causes([51, 52])) == 0
    assert [await place.balance(0), await place.balance(1)] == [Balance(), Balance()]
    assert (await place.outbox())[-1]["awards"][0]["xp"] == -300


async def test_an_exam_awards_all_its_participants_at_once(place: Place) -> None:
    """D-82: who has no score earns nothing; participating has no default amount."""
    results = [
        ExamResult(place.students[0], place.group, 88, True, EntryDetails(score=88)),
        ExamResult(place.students[1], place.group, None, False, EntryDetails()),
    ]
    async with place.uow() as uow:
        earned = await award_exam(4, results, actor=SYSTEM, uow=uow, ledger=place.ledger, now=NOON)
        await uow.commit()
    assert [one.xp for one in earned] == [0, 400, 0, 0]
    assert [await place.balance(0), await place.balance(1)] == [Balance(400, 40), Balance()]
    assert await place.reverse(*exam_causes(4)) == 1


async def test_a_purchase_takes_what_there_is_and_no_more(place: Place) -> None:
    """D-30."""
    await place.check(97)
    with raises_error("gamification.not_enough_silver"):
        await place.buy(31)
    assert await place.buy(30) == Balance(300, 0)


async def test_two_purchases_at_once_do_not_spend_the_same_silver(place: Place) -> None:
    """G2, C2: each alone could be paid, both together could not."""
    await place.check(97)
    orders = [Cause(CauseKind.ORDER, str(number)) for number in range(4)]
    results = await asyncio.gather(*(place.buy(20, order) for order in orders), return_exceptions=True)
    assert sum(isinstance(result, Balance) for result in results) == 1
    assert await place.balance() == Balance(300, 10)


async def test_an_order_is_paid_once(place: Place) -> None:
    """G2: the same purchase again is a conflict."""
    await place.check(97)
    await place.buy(5)
    with raises_error("shared.conflict"):
        await place.buy(5)
    assert (await place.balance()).silver == 25


async def test_a_reversal_after_the_silver_was_spent_leaves_a_debt(place: Place) -> None:
    """D-30, G3: *owes n*, paid first by the next award."""
    await place.check(97)
    await place.buy(30)
    await place.check(0)
    balance = await place.balance()
    assert (balance.shown_silver, balance.owes) == (0, 30)
    await place.check(95, submission=53)
    assert await place.balance() == Balance(300, 0)


async def test_an_unknown_student_has_no_account(place: Place) -> None:
    async with place.uow() as uow:
        with pytest.raises(NotFound):
            await place.ledger.lock([UNKNOWN], (), uow)
