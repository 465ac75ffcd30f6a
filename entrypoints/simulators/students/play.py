"""Plays a class: each student has a habit, and acts on the open homework by it."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from domain.homework.submission import SubmissionStatus
from entrypoints.simulators.students.gateway import GatewayError, StudentApp

PAGE = 50
PROGRAM = b"sonlar = [3, 1, 2]\nprint(sorted(sonlar))\n"
# looks like a picture and is a page with a script: the gateway takes it as plain text
DISGUISED = b"<!doctype html><script>alert(1)</script>"
RIGHT, WRONG, AGAIN = "Masala yechildi, dastur ilovada.", "bilmadim", "Xatolarni tuzatdim, qayta tekshiring."


class Habit(StrEnum):
    """The way a student does homework."""

    ON_TIME = "on time"
    LATE = "late"
    WRONG = "wrongly"
    NEVER = "never"


# of ten students
HABITS = (*[Habit.ON_TIME] * 6, *[Habit.LATE] * 2, Habit.WRONG, Habit.NEVER)


def habit_of(place: int) -> Habit:
    """The habit of the student at this place of the class."""
    return HABITS[place % len(HABITS)]


async def play_class(apps: Sequence[StudentApp], now: datetime) -> Counter[str]:
    """Every student acts once; returns the number of each act."""
    acts: Counter[str] = Counter()
    for place, app in enumerate(apps):
        for homework in await _open_homework(app):
            act = await _act(app, homework, habit_of(place), now)
            if act:
                acts[act] += 1
    return acts


async def _open_homework(app: StudentApp) -> list[dict[str, Any]]:
    """Homework without a hand-in, and rejected homework."""
    found: list[dict[str, Any]] = []
    for status in (SubmissionStatus.UNCOMPLETED, SubmissionStatus.REJECTED):
        page = await app.request("GET", "/homework", params={"status": status.value, "perPage": PAGE})
        found += page["homework"]
    return found


async def _act(app: StudentApp, homework: dict[str, Any], habit: Habit, now: datetime) -> str:
    """Hands in as the habit says; returns the name of the act, empty for none."""
    past_due = now > datetime.fromisoformat(homework["dueAt"])
    if habit == Habit.NEVER or now > datetime.fromisoformat(homework["closesAt"]):
        return ""
    path = f"/homework/{homework['id']}/submissions"
    try:
        if homework["status"] == SubmissionStatus.REJECTED:
            file = await app.upload(PROGRAM, "tuzatilgan.py")
            await app.request("POST", path, json={"text": AGAIN, "fileIds": [file]})
            return "handed in again"
        if habit == Habit.WRONG:
            return await _hand_in_wrongly(app, path)
        if (habit == Habit.LATE) != past_due:
            # the late wait for the deadline; who is punctual and has missed it leaves it
            return ""
        file = await app.upload(PROGRAM, "yechim.py")
        await app.request("POST", path, json={"text": RIGHT, "fileIds": [file]})
        return f"handed in {habit}"
    except GatewayError as refused:
        return f"refused: {refused.code}"


async def _hand_in_wrongly(app: StudentApp, path: str) -> str:
    """An empty hand-in, which is refused, and then poor work with a disguised file."""
    try:
        await app.request("POST", path, json={"text": "  "})
    except GatewayError as refused:
        if refused.status != 422:
            raise
    file = await app.upload(DISGUISED, "../rasm.png")
    await app.request("POST", path, json={"text": WRONG, "fileIds": [file]})
    return f"handed in {Habit.WRONG}"
