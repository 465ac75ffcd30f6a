"""Runs scheduled tasks: sealing of the audit log, requeueing, nightly work.

Runs beside the relay. Each task may be scheduled in several processes at once: a lock in the database lets one run it
at a time.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from adapters.postgres.core.audit.chain import head_of, seal_pending
from adapters.postgres.core.engine import CONNECTION_ERRORS
from adapters.postgres.core.outbox import connect
from adapters.postgres.jobs.housekeeping import due
from application.actor import system
from application.attendance.lesson_generation import enqueue_lesson_generation
from application.files.cleanup import delete_unreferenced_files
from application.messaging.sending import send_and_poll
from application.people.privacy.retention import enqueue_anonymisation
from application.sync.commands import end_lost_runs, start_nightly
from domain.shared.errors import DomainError
from entrypoints.wiring import Container

log = logging.getLogger("markaz.keeper")

SEAL_EVERY = 0.5
RESCUE_EVERY = 15.0
LOOK_AT_SCHEDULE_EVERY = 30.0
FORGET_EVERY = 3600.0
FOLD_EVERY = 5.0
ASK_ABOUT_SMS_EVERY = 15.0
# the hour of nightly work, in the centre's time zone
NIGHT_HOUR = 3
TRY_EVERY, TRY_FOR = timedelta(minutes=30), timedelta(hours=3)


async def run_scheduled_tasks(container: Container) -> None:
    """Runs all scheduled tasks until cancelled."""
    async with asyncio.TaskGroup() as duties:
        duties.create_task(_seal(container))
        duties.create_task(_every(RESCUE_EVERY, lambda: _requeue_lost(container)))
        duties.create_task(_every(LOOK_AT_SCHEDULE_EVERY, lambda: nightly(container)))
        duties.create_task(_every(LOOK_AT_SCHEDULE_EVERY, lambda: nightly_lessons(container)))
        duties.create_task(_every(LOOK_AT_SCHEDULE_EVERY, lambda: nightly_anonymisation(container)))
        duties.create_task(_every(FORGET_EVERY, lambda: container.housekeeping().forget()))
        duties.create_task(_every(FORGET_EVERY, lambda: _sweep(container)))
        duties.create_task(_every(ASK_ABOUT_SMS_EVERY, lambda: send_and_poll_sms(container)))
        duties.create_task(_every(FOLD_EVERY, lambda: container.housekeeping().fold_counts()))


async def _every(seconds: float, duty: Callable[[], Awaitable[object]]) -> None:
    while True:
        try:
            await duty()
        except DomainError as refused:
            log.info("not now: %s", refused.code)
        except (*CONNECTION_ERRORS, OSError) as fault:
            log.warning("waiting: %s", type(fault).__name__)
        except Exception:
            log.exception("a duty failed")
        await asyncio.sleep(seconds)


async def _seal(container: Container) -> None:
    async def sealing() -> None:
        connection = await connect(container.settings().database_url)
        told: date | None = None
        try:
            while True:
                while await seal_pending(connection):
                    pass
                if told != (today := container.clock().now().date()):
                    await log_audit_head(connection)
                    told = today
                await asyncio.sleep(SEAL_EVERY)
        finally:
            await connection.close(timeout=2)

    await _every(SEAL_EVERY, sealing)


async def log_audit_head(connection: Any) -> None:
    """Logs the audit log's head once a day and at each start (ASVS-56).

    Logs are stored elsewhere, out of reach of anyone who truncates the audit log.
    """
    if head := await head_of(connection):
        log.info("the audit log's head is %s", head, extra={"facts": {"auditHead": head}})


async def _requeue_lost(container: Container) -> None:
    sent = await container.jobs().requeue_lost()
    ended = await end_lost_runs(actor=system(), uow=container.uow(), clock=await container.jobs().clock())
    await container.pushes().mark_abandoned_unknown()
    if sent or ended:
        log.warning("sent %s lost jobs again, ended %s lost runs", sent, ended)


async def _sweep(container: Container) -> None:
    await delete_unreferenced_files(
        actor=system(), rows=container.file_rows(), files=container.files(), clock=container.clock()
    )


async def send_and_poll_sms(container: Container) -> None:
    """Sends pending messages and fetches the delivery status of sent ones."""
    await send_and_poll(
        actor=system(),
        uow=container.uow(),
        clock=container.clock(),
        cipher=container.sms_cipher(),
        senders=container.outside(),
        queue=container.sms(),
    )


async def nightly(container: Container) -> None:
    """Starts the nightly synchronisation at 3:00 in the centre's time zone (D-64).

    It is retried each half hour until 6:00 when it failed or another run was active. Once a week it is a full
    reading.
    """
    now = container.clock().now()
    night = last_night(now, container.settings().time_zone)
    school = (await container.outside().school()).school_url
    if school and await due(container.engine(), "nightly synchronisation", last_attempt(now, night)):
        await start_nightly(
            night=night,
            school=school,
            actor=system(name="schedule"),
            uow=container.uow(),
            clock=container.clock(),
            runs=container.runs(),
        )


async def nightly_lessons(container: Container) -> None:
    """Generates another day of lessons each night (D-71)."""
    night = last_night(container.clock().now(), container.settings().time_zone)
    if await due(container.engine(), "nightly lessons", night):
        await enqueue_lesson_generation(actor=system(name="schedule"), uow=container.uow())


async def nightly_anonymisation(container: Container) -> None:
    """Anonymises students past the configured retention each night (WISH-20)."""
    years, clock = container.settings().let_go_after, container.clock()
    night = last_night(clock.now(), container.settings().time_zone)
    if years and await due(container.engine(), "nightly letting go", night):
        uow, zone = container.uow(), container.zone()
        await enqueue_anonymisation(years, actor=system(name="schedule"), uow=uow, clock=clock, zone=zone)


def last_attempt(now: datetime, night: datetime) -> datetime:
    """The newest time of that night at which its work should have been attempted."""
    return night + min((now - night) // TRY_EVERY * TRY_EVERY, TRY_FOR)


def last_night(now: datetime, time_zone: str) -> datetime:
    """The newest time at which nightly work should have begun."""
    here = now.astimezone(ZoneInfo(time_zone))
    night = here.replace(hour=NIGHT_HOUR, minute=0, second=0, microsecond=0)
    return night if night <= here else night - timedelta(days=1)
