"""The timetable of the demo day.

A new part of the console adds its moments to ``PARTS``.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import time
from typing import Any

from entrypoints.simulators.day.centre import PEOPLE, ApiError, Centre
from entrypoints.simulators.day.failed_job import leave_failed_job
from entrypoints.simulators.day.teaching import (
    TEACHERS_NAME,
    people_come,
    teacher_marks,
    teacher_sends_again,
    teacher_signs_in,
)

MANAGER, STUDY, ADMIN = PEOPLE
SCHOOL = "the school"


@dataclass(frozen=True)
class Moment:
    """An action of a person at a time of the day.

    ``what`` returns a report of its result.
    """

    at: time
    who: str
    what: Callable[[Centre], Awaitable[str]]
    of_the_school: bool = False


def _at(clock: str, who: str, what: Callable[[Centre], Awaitable[str]]) -> Moment:
    return Moment(time.fromisoformat(clock), who, what, of_the_school=who == SCHOOL)


# --- the school ---


def _changes(**kinds: int) -> Callable[[Centre], Awaitable[str]]:
    async def change(centre: Centre) -> str:
        happened: dict[str, list[str]] = await centre.school("POST", "/change", kinds)
        counted = ((kind, len(ids)) for kind, ids in happened.items() if isinstance(ids, list))
        return "changes: " + ", ".join(f"{number} {kind}" for kind, number in counted)

    return change


def _fails(*faults: str) -> Callable[[Centre], Awaitable[str]]:
    async def fail(centre: Centre) -> str:
        await centre.school("POST", "/faults", {"faults": list(faults)})
        return f"is {', '.join(faults)}" if faults else "is well again"

    return fail


# --- the office ---


def _signs_in(login: str) -> Callable[[Centre], Awaitable[str]]:
    async def sign_in(centre: Centre) -> str:
        await centre.sign_in(login)
        await centre.request(login, "GET", "/roles/permission-objects/mine")
        badge = await centre.request(login, "GET", "/notifications/count")
        return f"signs in, {badge['count']} notifications"

    return sign_in


async def _is_refused(centre: Centre) -> str:
    try:
        await centre.request(None, "POST", "/auth/sign-in", {"login": MANAGER, "password": "someone-elses-1"})
    except ApiError as refused:
        return f"tries {MANAGER}'s door with a wrong password: {refused}"
    raise ApiError(200, "a wrong password opened the door")


def _looks(login: str, path: str, of: str, **params: Any) -> Callable[[Centre], Awaitable[str]]:
    async def run_query(centre: Centre) -> str:
        page = await centre.request(login, "GET", path, **params)
        criteria = f" for {params['value']!r}" if "value" in params else ""
        return f"looks at {of}{criteria}: {page['total']} in all, {len(page[of])} on the page"

    return run_query


async def _opens_a_card(centre: Centre) -> str:
    page = await centre.request(STUDY, "GET", "/students/all", perPage=5)
    if not page["students"]:
        return "finds no student yet"
    card = (await centre.request(STUDY, "GET", f"/students/{page['students'][0]['id']}"))["student"]
    return f"opens the card of {card['fullName'].strip() or card['hId']}"


async def _may_not(centre: Centre) -> str:
    try:
        await centre.request(MANAGER, "GET", "/jobs/all")
    except ApiError as refused:
        return f"asks for the jobs, which are not hers: {refused}"
    raise ApiError(200, "a right that she does not hold let her in")


def _synchronises(login: str, word: str = "all") -> Callable[[Centre], Awaitable[str]]:
    async def synchronise(centre: Centre) -> str:
        begun = (await centre.request(login, "PUT", f"/synchronization/{word}"))["run"]
        run = await centre.finished_run(login, begun["id"])
        counts = {kind: sum(part[kind] for part in run["parts"]) for kind in ("read", "created", "updated", "deleted")}
        counts_text = ", ".join(f"{number} {kind}" for kind, number in counts.items())
        return f"synchronises {word}: run {run['id']} is {run['status']} ({counts_text})"

    return synchronise


async def _runs_a_job_again(centre: Centre) -> str:
    job_id = await leave_failed_job(centre.container)
    failed = await centre.request(ADMIN, "GET", "/jobs/all", state="failed")
    await centre.request(ADMIN, "POST", f"/jobs/{job_id}/retry")
    job = await centre.finished_job(ADMIN, job_id)
    return f"finds {failed['total']} failed jobs and runs job {job_id} again: it is {job['state']}"


async def _goes_home(centre: Centre) -> str:
    for login in PEOPLE:
        await centre.request(login, "POST", "/auth/logout")
    return "signs out, and so do the others"


OFFICE = (
    _at("08:00", MANAGER, _signs_in(MANAGER)),
    _at("08:05", "a stranger", _is_refused),
    _at("08:15", MANAGER, _looks(MANAGER, "/students/all", "students")),
    _at("09:00", STUDY, _signs_in(STUDY)),
    _at("09:10", STUDY, _looks(STUDY, "/students/all", "students", value="ali")),
    _at("09:15", STUDY, _opens_a_card),
    _at("10:40", MANAGER, _may_not),
    _at("13:00", ADMIN, _signs_in(ADMIN)),
    _at("13:05", ADMIN, _runs_a_job_again),
    _at("16:30", MANAGER, _looks(MANAGER, "/students/all", "students", perPage=100)),
    _at("19:00", MANAGER, _goes_home),
)
SYNCHRONISATION = (
    _at("08:30", SCHOOL, _changes(new=5)),
    _at("08:40", MANAGER, _synchronises(MANAGER)),
    _at("10:00", SCHOOL, _changes(renamed=2, rescheduled=1)),
    _at("10:15", STUDY, _synchronises(STUDY, "student")),
    _at("11:20", SCHOOL, _changes(moved=2, left=1)),
    _at("11:30", STUDY, _synchronises(STUDY, "groups")),
    _at("14:00", SCHOOL, _fails("down")),
    _at("14:10", ADMIN, _synchronises(ADMIN)),
    _at("14:40", SCHOOL, _fails()),
    _at("15:00", ADMIN, _synchronises(ADMIN)),
    _at("17:00", SCHOOL, _changes(new=2, returned=1)),
    _at("18:00", MANAGER, _synchronises(MANAGER)),
)
TEACHING = tuple(
    Moment(time.fromisoformat(clock), who, what, of_the_school=True)
    for clock, who, what in (
        ("08:50", "the doors", people_come),
        ("09:30", TEACHERS_NAME, teacher_signs_in),
        ("09:35", TEACHERS_NAME, teacher_marks),
        ("09:50", TEACHERS_NAME, teacher_sends_again),
        ("16:00", "the doors", people_come),
    )
)
PARTS: tuple[tuple[Moment, ...], ...] = (OFFICE, SYNCHRONISATION, TEACHING)


def the_day() -> list[Moment]:
    """Every moment of every part, in the order of the clock."""
    return sorted((moment for part in PARTS for moment in part), key=lambda moment: moment.at)
