"""The teaching of a day: door entries, marking, a rejected mark."""

import asyncio
from datetime import datetime
from typing import Any

from entrypoints.embedded.persistent_secret import read_private
from entrypoints.school import school_of
from entrypoints.simulators.day.centre import POLL_SECONDS, TIMEOUT_SECONDS, ApiError, Centre, Member
from entrypoints.simulators.day.history import PASSWORD, TEACHER
from entrypoints.simulators.doors.entries import entries_of
from entrypoints.simulators.doors.play import Doors, people_of, play

TEACHERS_NAME = "Barno Toʻlqinova"
OPENED = "select id from users where login = $1 and not must_change_password"
HERE, AS_THE_DOOR_SAYS, ABSENT = {"mark": 1}, {"mark": 3}, {"mark": 2, "reason": 3}


async def people_come(centre: Centre) -> str:
    """The doors report the entries to today's lessons so far."""
    settings, zone = centre.container.settings(), centre.container.zone()
    school = school_of(settings)
    try:
        groups, periods = await people_of(school)
    finally:
        await school.close()
    doors = Doors(centre.http, centre.address, settings.devices_token, lambda _: None)
    today = datetime.now(zone).date()
    await play(doors, entries_of(today, groups, periods, zone), lambda: datetime.now(zone), once=True)
    return "tell who has come: " + ", ".join(f"{number} {name}" for name, number in doors.counts.items())


async def teacher_signs_in(centre: Centre) -> str:
    """Signs in with the password stored beside the superadmin's.

    It waits until the demo has its history.
    """
    path = centre.container.settings().home / "secrets" / PASSWORD
    # the account is created with a random password first, which is then replaced by that of the file
    await _until(lambda: centre.container.read_pool().fetchrow(OPENED, TEACHER))
    password = str(read_private(path))
    centre.staff[TEACHER] = Member(TEACHER, TEACHERS_NAME, password)
    await centre.sign_in_again(TEACHER)
    day = await _today(centre)
    return f"signs in, {day['running']['total']} lessons now, {day['unmarked']['total']} not marked"


async def teacher_marks(centre: Centre) -> str:
    """Marks the current lesson by the doors' proposals.

    Of the other students the first is absent, the rest are present.
    """
    day = await _today(centre)
    if not day["running"]["lessons"]:
        return "has no lesson now"
    lesson_id = day["running"]["lessons"][0]["id"]
    sheet = (await centre.request(TEACHER, "GET", "/attendance/for-academic/sheet", lessonId=lesson_id))["sheet"]
    entries = [_entry(row) for row in sheet["students"]]
    unseen = next((entry for entry in entries if entry["mark"] == HERE["mark"]), None)
    if unseen is not None:
        unseen |= ABSENT
    body = {"lessonId": lesson_id, "version": sheet["lesson"]["version"], "entries": entries}
    saved = await centre.request(TEACHER, "PUT", "/attendance/save-for-academic", body)
    refused = await _refused(centre, saved["pushId"]) if saved["pushId"] else []
    suffix = f"; the school refuses {', '.join(refused)}" if refused else ""
    return f"marks {sheet['lesson']['group']['name']}: {saved['saved']} of {len(entries)}{suffix}"


async def teacher_sends_again(centre: Centre) -> str:
    """Retries the marks that the school rejected."""
    sent = 0
    for lesson in (await _today(centre))["refused"]["lessons"]:
        students = [one["studentId"] for one in lesson["students"] if one["retryable"]]
        body = {"lessonId": lesson["lessonId"], "studentIds": students}
        sent += bool((await centre.request(TEACHER, "POST", "/attendance/pushes/retry", body))["pushId"])
    await centre.request(TEACHER, "POST", "/auth/logout")
    return f"sends what was refused in {sent} lessons again, and signs out"


def _entry(row: dict[str, Any]) -> dict[str, int]:
    return {"studentId": row["studentId"]} | (HERE if row["proposed"] is None else AS_THE_DOOR_SAYS)


async def _today(centre: Centre) -> dict[str, Any]:
    day: dict[str, Any] = (await centre.request(TEACHER, "GET", "/today"))["today"]
    return day


async def _refused(centre: Centre, push_id: int) -> list[str]:
    async def answered() -> Any:
        push = await centre.request(TEACHER, "GET", f"/attendance/pushes/{push_id}")
        return push if push["state"] == "done" else None

    return [one["fullName"] for one in (await _until(answered))["refused"]]


async def _until(found: Any) -> Any:
    """The first result that is not empty. Raises ApiError after the timeout."""
    for _ in range(int(TIMEOUT_SECONDS / POLL_SECONDS)):
        answer = found()
        if answer := (await answer if asyncio.iscoroutine(answer) else answer):
            return answer
        await asyncio.sleep(POLL_SECONDS)
    raise ApiError(0, "it doesn't come")
