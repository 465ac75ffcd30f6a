"""Which use case does the work of a job, by the job's kind."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import date
from typing import Any

from application.actor import Actor
from application.exports.exports import perform_export
from application.imports.commit import perform_import
from application.jobs.run import Work
from application.messaging.bulk_messages import perform_batch
from application.messaging.sending import send_message
from application.people.bulk.operations import perform_act
from application.people.privacy.retention import let_go_of_leavers
from application.sync.execution import perform_run
from application.sync.ports import SchoolRegister
from application.sync.revert import perform_revert
from contracts.job_kinds import BULK, EXPORT, IMPORT, RETENTION, SMS_BATCH, SMS_SEND, SYNC_REVERT, SYNC_RUN
from entrypoints.request_id import some_request_id, under_request_id
from entrypoints.wiring import Container
from entrypoints.worker.teaching import teaching_works


@asynccontextmanager
async def closing(school: SchoolRegister) -> AsyncIterator[SchoolRegister]:
    """The school for the time of one job; its connections are given back."""
    try:
        yield school
    finally:
        await school.close()


def works(container: Container) -> dict[str, Work]:
    """Every kind of job that this console knows."""

    async def synchronise(payload: Mapping[str, Any], actor: Actor) -> None:
        async with container.rolls() as rolls, closing(container.school(await container.outside().school())) as school:
            await perform_run(
                payload["runId"],
                actor=actor,
                school=school,
                rolls=rolls,
                uow=container.uow(),
                clock=container.clock(),
                cipher=container.paper_cipher(),
            )

    async def take_back(payload: Mapping[str, Any], actor: Actor) -> None:
        async with container.rolls() as rolls:
            await perform_revert(
                payload["runId"], actor=actor, rolls=rolls, uow=container.uow(), clock=container.clock()
            )

    async def for_many(payload: Mapping[str, Any], actor: Actor) -> None:
        await perform_act(
            payload["actId"],
            actor=actor,
            uow=container.uow(),
            people=container.access(),
            jobs=container.jobs(),
            clock=container.clock(),
            zone=container.zone(),
        )

    async def export(payload: Mapping[str, Any], actor: Actor) -> None:
        await perform_export(
            payload["jobId"],
            actor=actor,
            uow=container.uow(),
            people=container.access(),
            jobs=container.jobs(),
            lists=container.lists(),
            spreadsheet_writer=container.spreadsheet_writer(),
            files=container.files(),
            clock=container.clock(),
        )

    async def bring_in(payload: Mapping[str, Any], actor: Actor) -> None:
        await perform_import(
            payload["importId"],
            actor=actor,
            uow=container.uow(),
            people=container.access(),
            jobs=container.jobs(),
            import_rows=container.import_rows(),
            clock=container.clock(),
            paper_cipher=container.paper_cipher(),
            zone=container.zone(),
        )

    async def let_go(payload: Mapping[str, Any], actor: Actor) -> None:
        await let_go_of_leavers(
            date.fromisoformat(payload["before"]),
            actor=actor,
            uow=container.uow(),
            leavers=container.leavers(),
            cipher=container.paper_cipher(),
        )

    def sending() -> Mapping[str, Any]:
        return {
            "uow": container.uow(),
            "clock": container.clock(),
            "cipher": container.sms_cipher(),
            "senders": container.outside(),
        }

    async def send_one(payload: Mapping[str, Any], actor: Actor) -> None:
        await send_message(payload["messageId"], actor=actor, **sending())

    async def send_batch(payload: Mapping[str, Any], actor: Actor) -> None:
        await perform_batch(payload["batchId"], actor=actor, **sending())

    kinds = {
        SMS_SEND: send_one,
        SMS_BATCH: send_batch,
        EXPORT: export,
        IMPORT: bring_in,
        SYNC_RUN: synchronise,
        SYNC_REVERT: take_back,
        BULK: for_many,
        RETENTION: let_go,
    }
    return {kind: _named(work) for kind, work in (kinds | teaching_works(container)).items()}


def _named(work: Work) -> Work:
    """The work under the id of the request that asked for it: in its logs, and in what it asks outside systems."""

    async def named(payload: Mapping[str, Any], actor: Actor) -> None:
        with under_request_id(actor.request_id or some_request_id()):
            await work(payload, actor)

    return named
