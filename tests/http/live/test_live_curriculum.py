"""The live stream of study courses (D-103, D-162)."""

import asyncio
from collections.abc import Callable

from tests.http.courses.scenario import CourseScenario
from tests.http.live.served_console import Listener, ServedConsole
from tests.support.builders import a_user_with
from tests.support.console import Visitor, data

TOPIC, QUIET_SECONDS = "curriculum", 0.8


async def test_the_others_changes_arrive_at_everybody_who_reads_courses(served: ServedConsole) -> None:
    """D-101, D-103: that they changed, never their content."""
    stage = await CourseScenario.of(served.console)
    chief = await stage.chief()
    readers = [
        await served.listen(await served.console.sign_in(a_user_with({f"study:{option}": ["read"]})))
        for option in ("courses", "months", "curriculum", "homework_db")
    ]
    stranger = await served.listen(await served.console.sign_in(a_user_with({"study:homework_statistics": ["read"]})))
    change_of_course = {"topic": TOPIC, "entity": "course", "id": stage.course.id, "version": None}
    for number, change in enumerate((_move, _rename, _add), 1):
        await change(stage, chief)
        for reader in readers:
            await reader.until(_has_changes(number))
            assert reader.about(TOPIC) == [change_of_course] * number
    await asyncio.sleep(QUIET_SECONDS)
    assert stranger.about(TOPIC) == []


def _has_changes(number: int) -> Callable[[Listener], bool]:
    return lambda listener: len(listener.about(TOPIC)) >= number


async def _move(stage: CourseScenario, chief: Visitor) -> None:
    await stage.moved(chief, "a1", "2-oy", None)


async def _rename(stage: CourseScenario, chief: Visitor) -> None:
    data(await chief.put(f"/curriculum/{stage.topics['a2']}", {"name": "Yangi", "version": 1}))


async def _add(stage: CourseScenario, chief: Visitor) -> None:
    await stage.add(chief, "own", "1-oy", None)
