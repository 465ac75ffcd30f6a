"""Seeding the rules and running the ledger's jobs, for tests of earnings."""

from collections.abc import Mapping
from typing import Any

import msgspec

from application.actor import Actor, system
from application.gamification.earning import CheckedHomework, award_homework
from application.gamification.first_start import seed_rules
from contracts.gamification import EntryDetails
from contracts.job_kinds import GAMIFICATION_ATTENDANCE
from domain.gamification.ledger import Cause, CauseKind
from entrypoints.worker.handlers import job_handlers
from tests.support.console import Console

UNDONE = "select id, payload::text as payload from jobs where kind = $1 and state = 'waiting' order by id"


async def seed(console: Console) -> None:
    """The rules of a fresh installation, from the console's present time on."""
    container = console.container
    await seed_rules(uow=container.uow(), rules=container.rule_store(), clock=console.clock)


async def waiting_jobs(console: Console, kind: str = GAMIFICATION_ATTENDANCE) -> list[Mapping[str, Any]]:
    """The payloads of the jobs of a kind that wait; they wait no longer."""
    rows = await console.sql.fetch(UNDONE, kind)
    await console.sql.execute(
        "update jobs set state = 'done' where id = any ($1::bigint[])", [row["id"] for row in rows]
    )
    return [msgspec.json.decode(row["payload"]) for row in rows]


async def run_jobs(console: Console, kind: str = GAMIFICATION_ATTENDANCE) -> int:
    """Runs what waits, as the worker does; returns the number of jobs."""
    payloads = await waiting_jobs(console, kind)
    for payload in payloads:
        await job_handlers(console.container)[kind](payload, system())
    return len(payloads)


async def balance(console: Console, student_id: int | None) -> tuple[int, int]:
    """The stored XP and silver of a student, held to the sum of the entries (D-30)."""
    sql = "select coalesce(sum(xp), 0) as xp, coalesce(sum(silver), 0) as silver from {} where student_id = $1"
    stored = tuple(await console.sql.fetchrow(sql.format("balances"), student_id))
    assert stored == tuple(await console.sql.fetchrow(sql.format("ledger_entries"), student_id))
    return stored


async def check(
    console: Console, submission_id: int, student: int, group: int, score: int, by: int | None = None
) -> None:
    """Checks a homework in a commit, at the console's present time."""
    container, actor = console.container, Actor(id=by, name="x")
    work = CheckedHomework(submission_id, student, group, score, False, EntryDetails(title="Satrlar", score=score))
    async with container.uow() as uow:
        await award_homework(work, actor=actor, uow=uow, ledger=container.ledger(), now=console.clock.now())
        await uow.commit()


async def buy(console: Console, order: int, student: int, price: int) -> None:
    """Buys for silver in a commit."""
    container = console.container
    async with container.uow() as uow:
        accounts = await container.ledger().lock([student], (), uow)
        cause = Cause(CauseKind.ORDER, str(order))
        accounts[student].purchase(cause, price, now=console.clock.now(), details={"title": "Termokrujka"})
        await container.ledger().post(accounts.values(), uow)
        await uow.commit()
