"""Plays a class: each student has a habit, and acts by it.

Some speak their answer instead of writing it.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from domain.exams.exam import ExamStatus
from domain.homework.submission import SubmissionStatus
from entrypoints.simulators.students.gateway import GatewayError, StudentApp

PAGE = 50
PROGRAM = b"sonlar = [3, 1, 2]\nprint(sorted(sonlar))\n"
# looks like a picture and is a page with a script: the gateway takes it as plain text
DISGUISED = b"<!doctype html><script>alert(1)</script>"
RECORDING, RECORDED_SECONDS = Path(__file__).with_name("voice.webm"), 4
# every third student speaks the answer
SPEAKS = 3
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
            act = await _act(app, homework, place, now)
            if act:
                acts[act] += 1
        for exam in await _open_exams(app):
            act = await _take_exam(app, exam, place)
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


async def _open_exams(app: StudentApp) -> list[dict[str, Any]]:
    """Exams that go on, without a hand-in."""
    page = await app.request("GET", "/exams", params={"perPage": PAGE})
    active = [exam for exam in page["exams"] if exam["status"] == ExamStatus.ACTIVE]
    return [exam for exam in active if exam["handedInAt"] is None and exam["announcedAt"] is None]


async def _take_exam(app: StudentApp, exam: dict[str, Any], place: int) -> str:
    """Hands in a running exam; returns the name of the act, empty for none."""
    if habit_of(place) == Habit.NEVER:
        return ""
    text = WRONG if habit_of(place) == Habit.WRONG else RIGHT
    try:
        await app.request("POST", f"/exams/{exam['id']}/submissions", json=await _answer(app, text, place))
    except GatewayError as refused:
        return f"refused: {refused.code}"
    return "handed in an exam"


async def _answer(app: StudentApp, text: str, place: int) -> dict[str, Any]:
    """A hand-in with a program, or with a recording."""
    if place % SPEAKS == SPEAKS - 1:
        voice = await app.speak(RECORDING.read_bytes(), RECORDED_SECONDS)
        return {"text": text, "voice": {"fileId": voice, "duration": RECORDED_SECONDS}}
    return {"text": text, "fileIds": [await app.upload(PROGRAM, "yechim.py")]}


async def _act(app: StudentApp, homework: dict[str, Any], place: int, now: datetime) -> str:
    """Hands in as the habit says; returns the name of the act, empty for none."""
    habit = habit_of(place)
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
        await app.request("POST", path, json=await _answer(app, RIGHT, place))
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
