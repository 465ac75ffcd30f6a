"""The use case of each kind of job, bound when the worker starts.

The signature of the use case is the declaration: ``actor`` is the system, a number, text, date or list of ids comes
from the job's payload by its name (``run_id`` as ``runId``), everything else is a port of the container, bound by its
type; a port with a limited life is open for the duration of one job.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from datetime import date
from typing import Any

import msgspec

from application.actor import Actor
from application.attendance.absences.messages import run_absence_messages
from application.attendance.lesson_generation import make_lessons
from application.attendance.pushes import push_attendance
from application.exports.exports import run_export
from application.gamification.attendance import award_attendance
from application.gamification.recomputation import carry_out_recomputation, plan_recomputation
from application.gamification.school import settle_school_records
from application.homework.statistics.recount import recount_night
from application.imports.commit import run_import
from application.imports.revert import run_import_revert
from application.jobs.run import JobHandler
from application.messaging.bulk_messages import run_batch
from application.messaging.sending import send_message
from application.people.bulk.operations import run_operation
from application.people.privacy.retention import anonymise_candidates
from application.sync.execution import run_synchronisation
from application.sync.revert import run_revert
from application.videos.deletion import delete_at_host
from application.videos.processing import convert_video
from application.videos.reports import rename_at_host, take_webhook
from contracts.job_kinds import (
    ATTENDANCE_PUSH,
    BULK,
    EXPORT,
    GAMIFICATION_ATTENDANCE,
    GAMIFICATION_SCHOOL,
    IMPORT,
    IMPORT_REVERT,
    LESSONS_MAKE,
    RECOMPUTE_COMMIT,
    RECOMPUTE_PREVIEW,
    RETENTION,
    SMS_ABSENCES,
    SMS_BATCH,
    SMS_SEND,
    STATISTICS_RECOUNT,
    SYNC_REVERT,
    SYNC_RUN,
    VIDEO_DELETE,
    VIDEO_PROCESS,
    VIDEO_RENAME,
    VIDEO_WEBHOOK,
)
from entrypoints.binding import Binder, parameters_of
from entrypoints.request_id import some_request_id, under_request_id
from entrypoints.wiring import Container

IN_PAYLOAD: tuple[object, ...] = (int, str, date, list[int])

# kind of job → its use case
JOBS: dict[str, Callable[..., Awaitable[Any]]] = {
    SYNC_RUN: run_synchronisation,
    SYNC_REVERT: run_revert,
    LESSONS_MAKE: make_lessons,
    STATISTICS_RECOUNT: recount_night,
    ATTENDANCE_PUSH: push_attendance,
    GAMIFICATION_ATTENDANCE: award_attendance,
    GAMIFICATION_SCHOOL: settle_school_records,
    RECOMPUTE_PREVIEW: plan_recomputation,
    RECOMPUTE_COMMIT: carry_out_recomputation,
    SMS_SEND: send_message,
    SMS_BATCH: run_batch,
    SMS_ABSENCES: run_absence_messages,
    EXPORT: run_export,
    IMPORT: run_import,
    IMPORT_REVERT: run_import_revert,
    BULK: run_operation,
    RETENTION: anonymise_candidates,
    VIDEO_DELETE: delete_at_host,
    VIDEO_PROCESS: convert_video,
    VIDEO_RENAME: rename_at_host,
    VIDEO_WEBHOOK: take_webhook,
}


def job_handlers(container: Container) -> dict[str, JobHandler]:
    """The handler of every kind of job. Raises Unbound."""
    binder = Binder(container, Container)
    return {kind: _handler(use_case, binder) for kind, use_case in JOBS.items()}


def _handler(use_case: Callable[..., Awaitable[Any]], binder: Binder) -> JobHandler:
    payload_types = [(name, kind) for name, (kind, _) in parameters_of(use_case).items() if kind in IN_PAYLOAD]
    names = ["actor", *(name for name, _ in payload_types)]
    opened = binder.bind_opened(use_case)
    ports = binder.bind(use_case, given=[*names, *(name for name, _ in opened)])

    async def work(payload: Mapping[str, Any], actor: Actor) -> None:
        arguments = {name: msgspec.convert(payload[_camel(name)], kind) for name, kind in payload_types}
        # under the id of the request that enqueued it: in logs, and in calls of outside systems
        with under_request_id(actor.request_id or some_request_id()):
            async with AsyncExitStack() as stack:
                for name, provide in opened:
                    arguments[name] = await stack.enter_async_context(provide())
                for name, provide in ports:
                    arguments[name] = provide()
                await use_case(**arguments, actor=actor)

    return work


def _camel(name: str) -> str:
    first, *more = name.split("_")
    return first + "".join(map(str.capitalize, more))
