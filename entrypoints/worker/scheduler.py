"""Runs scheduled tasks (cron): sealing of the audit log, requeueing, nightly work.

Runs beside the relay. Each task may be scheduled in several processes at once: a lock in the database lets one run it
at a time.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from adapters.files.leftovers import sweep
from adapters.postgres.core.audit.chain import head_of, seal_pending
from adapters.postgres.core.engine import CONNECTION_ERRORS
from adapters.postgres.core.outbox import connect
from adapters.postgres.jobs.housekeeping import due
from application.actor import system
from application.attendance.lesson_generation import enqueue_lesson_generation
from application.exams.participants import follow_classes
from application.files.cleanup import delete_unreferenced_files
from application.homework.statistics.recount import enqueue_recount
from application.messaging.sending import send_and_poll
from application.people.privacy.retention import enqueue_anonymisation
from application.ports import NotLive
from application.sync.commands import end_lost_runs, start_nightly
from application.videos.built_in.settling import delete_orphans, settle_uploads
from application.videos.deletion import requeue_deletions
from application.videos.reports import ask_silent_hosts
from contracts.job_kinds import LONG_KINDS, OUTWARD_KINDS
from domain.shared.errors import DomainError
from entrypoints.wiring import Container

log = logging.getLogger("markaz.scheduler")

SEAL_SECONDS = 0.5
REQUEUE_LOST_SECONDS = 15.0
SCHEDULE_POLL_SECONDS = 30.0
HOUSEKEEPING_SECONDS = 3600.0
FOLD_COUNTS_SECONDS = 5.0
SMS_POLL_SECONDS = 15.0
# the hour of nightly work, in the centre's time zone
NIGHT_HOUR = 3
NIGHT_RETRY_INTERVAL, NIGHT_RETRY_WINDOW = timedelta(minutes=30), timedelta(hours=3)


async def run_scheduled_tasks(container: Container) -> None:
    """Runs all scheduled tasks until cancelled."""
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_seal(container))
        tasks.create_task(_every(REQUEUE_LOST_SECONDS, lambda: _requeue_lost(container)))
        tasks.create_task(_every(SCHEDULE_POLL_SECONDS, lambda: nightly(container)))
        tasks.create_task(_every(SCHEDULE_POLL_SECONDS, lambda: nightly_lessons(container)))
        tasks.create_task(_every(SCHEDULE_POLL_SECONDS, lambda: nightly_recount(container)))
        tasks.create_task(_every(SCHEDULE_POLL_SECONDS, lambda: nightly_anonymisation(container)))
        tasks.create_task(_every(SCHEDULE_POLL_SECONDS, lambda: exams_follow_classes(container)))
        tasks.create_task(_every(SCHEDULE_POLL_SECONDS, lambda: follow_video_hosts(container)))
        tasks.create_task(_every(SCHEDULE_POLL_SECONDS, lambda: settle_video_uploads(container)))
        tasks.create_task(_every(HOUSEKEEPING_SECONDS, lambda: container.housekeeping().delete_expired()))
        tasks.create_task(_every(HOUSEKEEPING_SECONDS, lambda: _sweep(container)))
        tasks.create_task(_every(SMS_POLL_SECONDS, lambda: send_and_poll_sms(container)))
        tasks.create_task(_every(FOLD_COUNTS_SECONDS, lambda: container.housekeeping().fold_counts()))


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
        logged_on: date | None = None
        try:
            while True:
                while await seal_pending(connection):
                    pass
                if logged_on != (today := container.clock().now().date()):
                    await log_audit_head(connection)
                    logged_on = today
                await asyncio.sleep(SEAL_SECONDS)
        finally:
            await connection.close(timeout=2)

    await _every(SEAL_SECONDS, sealing)


async def log_audit_head(connection: Any) -> None:
    """Logs the audit log's head once a day and at each start (ASVS-56).

    Logs are stored elsewhere, out of reach of anyone who truncates the audit log.
    """
    if head := await head_of(connection):
        log.info("the audit log's head is %s", head, extra={"facts": {"auditHead": head}})


async def _requeue_lost(container: Container) -> None:
    held = LONG_KINDS if await container.live().is_open() else (*LONG_KINDS, *OUTWARD_KINDS)
    sent = await container.jobs().requeue_lost(held)
    ended = await end_lost_runs(actor=system(), uow=container.uow(), clock=await container.jobs().clock())
    await container.pushes().mark_abandoned_unknown()
    if sent or ended:
        log.warning("sent %s lost jobs again, ended %s lost runs", sent, ended)


async def _sweep(container: Container) -> None:
    await delete_unreferenced_files(
        actor=system(), rows=container.file_rows(), files=container.files(), clock=container.clock()
    )
    await delete_orphans(
        actor=system(), transfers=container.transfers(), stored=container.upload_bytes(), clock=container.clock()
    )
    if swept := await asyncio.to_thread(sweep, container.settings().home):
        log.info("deleted %s temporary files of interrupted work", swept)


async def send_and_poll_sms(container: Container) -> None:
    """Sends pending messages and fetches the delivery status of sent ones.

    On a copy they wait.
    """
    with contextlib.suppress(NotLive):
        await send_and_poll(
            actor=system(),
            uow=container.uow(),
            clock=container.clock(),
            zone=container.zone(),
            cipher=container.sms_cipher(),
            senders=container.integrations(),
            queue=container.sms(),
        )


async def nightly(container: Container) -> None:
    """Starts the nightly synchronisation at 3:00 in the centre's time zone (D-64).

    It is retried each half hour until 6:00 when it failed or another run was active. Once a week it is a full
    reading.
    """
    now = container.clock().now()
    night = last_night(now, container.settings().time_zone)
    school = (await container.integrations().school()).school_url
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


async def nightly_recount(container: Container) -> None:
    """Counts yesterday's homework anew each night (D-106)."""
    night = last_night(container.clock().now(), container.settings().time_zone)
    if await due(container.engine(), "nightly recount", night):
        actor, yesterday = system(name="schedule"), night.date() - timedelta(days=1)
        await enqueue_recount(yesterday, actor=actor, uow=container.uow())


async def exams_follow_classes(container: Container) -> None:
    """Aligns exams that have not begun with their classes (D-86)."""
    await follow_classes(
        actor=system(name="schedule"),
        uow=container.uow(),
        exam_participants=container.exam_participants(),
        clock=container.clock(),
        zone=container.zone(),
    )


async def follow_video_hosts(container: Container) -> None:
    """Asks silent hosts for their videos, and queues lost deletions again (D-95)."""
    actor, videos, clock = system(name="schedule"), container.video_store(), container.clock()
    uow, hosts = container.uow(), container.video_hosts()
    await ask_silent_hosts(actor=actor, uow=uow, hosts=hosts, videos=videos, clock=clock)
    await requeue_deletions(actor=actor, uow=container.uow(), videos=videos, clock=clock)


async def settle_video_uploads(container: Container) -> None:
    """Completes and expires uploads to the built-in video host (ASVS-37)."""
    await settle_uploads(
        actor=system(name="schedule"),
        transfers=container.transfers(),
        stored=container.upload_bytes(),
        uow=container.uow(),
        clock=container.clock(),
    )


async def nightly_anonymisation(container: Container) -> None:
    """Anonymises students past the configured retention each night (WISH-20)."""
    years, clock = container.settings().anonymise_after, container.clock()
    night = last_night(clock.now(), container.settings().time_zone)
    if years and await due(container.engine(), "nightly anonymisation", night):
        uow, zone = container.uow(), container.zone()
        await enqueue_anonymisation(years, actor=system(name="schedule"), uow=uow, clock=clock, zone=zone)


def last_attempt(now: datetime, night: datetime) -> datetime:
    """The newest time of that night at which its work should have been attempted."""
    return night + min((now - night) // NIGHT_RETRY_INTERVAL * NIGHT_RETRY_INTERVAL, NIGHT_RETRY_WINDOW)


def last_night(now: datetime, time_zone: str) -> datetime:
    """The newest time at which nightly work should have begun."""
    local = now.astimezone(ZoneInfo(time_zone))
    night = local.replace(hour=NIGHT_HOUR, minute=0, second=0, microsecond=0)
    return night if night <= local else night - timedelta(days=1)
