"""A job kind of the fault suites: it adds an amount to an account.

Done twice it would show. A job may request its worker's death at a named point, once (``always``: at every attempt):
``claim`` (claimed, nothing done), ``half`` (written, not committed), ``effect`` (committed, the job not yet done),
``ack`` (done, the message not yet acknowledged).
"""

import asyncio
import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from sqlalchemy import text

from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from application.actor import Actor
from application.jobs.run import JobHandler
from contracts.events import Event
from domain.jobs.job import Job, JobState
from entrypoints.wiring import Container

KIND = "faults.move"
#: The same without its guard: the canary that shows that the faults are effective.
NAIVE = "faults.move-naively"
ACCOUNTS = 20
POINTS = ("claim", "half", "effect", "ack")
TABLES = f"""
create table if not exists fault_accounts (id int primary key, balance bigint not null);
create table if not exists fault_moves (key text primary key, worker int);
insert into fault_accounts select n, 0 from generate_series(1, {ACCOUNTS}) n on conflict do nothing;
"""
ONCE = text("insert into fault_moves (key, worker) values (:key, :worker) on conflict do nothing")
MOVE = text("update fault_accounts set balance = balance + :amount where id = :account")
EVENT, VERB = "FaultsMoved", "faults.moved"


class FaultsMoved(Event, kw_only=True):
    """An amount was added."""

    topic: ClassVar[str] = EVENT

    key: str


def dies(payload: Mapping[str, Any], point: str) -> None:
    """Kills this process if the job requests its death here and has not died yet."""
    if payload.get("die") == "always":
        os.kill(os.getpid(), signal.SIGKILL)
    if payload.get("die") != point:
        return
    deaths = Path(os.environ["CONSOLE_HOME"]) / "deaths"
    deaths.mkdir(exist_ok=True)
    try:
        (deaths / payload["key"]).touch(exist_ok=False)
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


class MortalUnitOfWork(PostgresUnitOfWork):
    """Dies after the commits that claim or finish a job, if the job requests it."""

    async def commit(self) -> None:
        # jobs claimed or ended now, not all that were loaded
        jobs = [thing for thing in self.session.dirty if isinstance(thing, Job)]
        await super().commit()
        for job in jobs:
            if job.state == JobState.RUNNING:
                dies(job.payload, "claim")
            if job.state == JobState.DONE:
                dies(job.payload, "ack")


def moving(container: Container, *, guarded: bool = True) -> JobHandler:
    """The handler: the amount, its audit record and its event in one commit."""

    async def move(payload: Mapping[str, Any], actor: Actor) -> None:
        await asyncio.sleep(payload.get("seconds", 0))
        if payload.get("poison"):
            raise ValueError("this job can not be done")
        async with container.uow() as uow:
            assert isinstance(uow, PostgresUnitOfWork)
            first = await uow.session.execute(ONCE, {"key": payload["key"], "worker": os.getpid()})
            if guarded and not first.rowcount:  # type: ignore[attr-defined]
                return
            await uow.session.execute(MOVE, {"amount": payload["amount"], "account": payload["account"]})
            uow.audit(VERB, "account", payload["account"], actor=actor, key=payload["key"])
            uow.emit(FaultsMoved(key=payload["key"]))
            await uow.flush()
            dies(payload, "half")
            await uow.commit()
        dies(payload, "effect")

    return move
