"""Control calls of the simulator, beside the contract.

They make the school change or fail during a reading.
"""

import msgspec
from aiohttp import web

from contracts.sync.school_records import Feed
from entrypoints.simulators.school.changes import Change
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.responses import SERVED, problem, reply


class SetFaults(msgspec.Struct):
    """The active faults; none clears all."""

    faults: list[str]


async def change(request: web.Request) -> web.StreamResponse:
    """POST /simulator/change: applies the given numbers of changes.

    Kinds: new, moved, left, returned, renamed, merged, removed, rescheduled.
    """
    school = request.app[SERVED].school
    if not isinstance(school, GeneratedSchool):
        return problem(409, "folder", "This school is a folder: change its files.")
    return reply(school.change(msgspec.json.decode(await request.read(), type=Change)))


async def forget(request: web.Request) -> web.StreamResponse:
    """POST /simulator/forget: invalidates every cursor issued so far."""
    school = request.app[SERVED].school
    if not isinstance(school, GeneratedSchool):
        return problem(409, "folder", "This school is a folder: delete its state file.")
    school.forget()
    return reply({})


async def set_faults(request: web.Request) -> web.StreamResponse:
    """POST /simulator/faults {faults: [...]}"""
    wanted = msgspec.json.decode(await request.read(), type=SetFaults).faults
    try:
        request.app[SERVED].faults.set(wanted)
    except ValueError as unknown:
        return problem(400, "unknown_fault", str(unknown))
    return reply({"faults": wanted})


async def state(request: web.Request) -> web.StreamResponse:
    """GET /simulator: number of records by kind, and the active faults."""
    served = request.app[SERVED]
    living = {feed: len(served.school.feeds[feed].rows) - len(served.school.feeds[feed].gone) for feed in Feed}
    return reply({"epoch": served.school.epoch, "records": living, "faults": sorted(served.faults.names)})


async def attendance(request: web.Request) -> web.StreamResponse:
    """GET /simulator/attendance?lesson=: the stored marks of a lesson.

    It also returns how often marks were saved.
    """
    book, lesson = request.app[SERVED].attendance, request.query.get("lesson", "")
    marks = {row.student_id: row for (of, _), row in book.marks.items() if of == lesson}
    return reply({"marks": marks, "batches": book.taken.get(lesson, 0)})
