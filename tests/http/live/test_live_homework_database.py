"""The live stream of the homework database (D-162)."""

import asyncio

from tests.http.homework_database.database_scenario import DEPARTMENT, DatabaseScenario
from tests.http.live.served_console import ServedConsole
from tests.support.builders import a_branch, a_user_with

TOPIC, QUIET_SECONDS = "homework_database", 0.8


async def test_a_change_of_the_database_is_told_to_who_may_read_it(served: ServedConsole) -> None:
    """D-149, D-162: of which course, to every branch, never its content."""
    console = served.console
    stage = await DatabaseScenario.of(console)
    readers = [await console.sign_in(a_user_with(DEPARTMENT).of(a_branch())), stage.visitor]
    insiders = [await served.listen(one) for one in readers]
    planner = await console.sign_in(a_user_with({"study:courses": ["read"]}).of_all_branches())
    stranger = await served.listen(planner)
    lesson_id = await stage.full_lesson(variants=0)
    await stage.publish(lesson_id)
    for listener in insiders:
        await listener.until(lambda one: one.about(TOPIC))
        assert listener.about(TOPIC)[0] == {
            "topic": TOPIC, "entity": "course", "id": stage.course_id, "version": None,
        }  # fmt: skip
    await asyncio.sleep(QUIET_SECONDS)
    assert stranger.about(TOPIC) == []
