"""The live stream of video lessons (D-162)."""

import asyncio

from tests.http.live.served_console import ServedConsole
from tests.http.videos.scenario import OFFICE, PAUSE, TEACHES, VideoScenario
from tests.support.builders import a_branch

TOPIC, QUIET_SECONDS = "videos", 0.8


async def test_a_change_of_a_video_is_told_to_those_who_see_its_group(served: ServedConsole) -> None:
    """D-12, D-54, D-162: that it changed, never its content."""
    stage = await VideoScenario.of(served.console)
    teacher = await stage.teacher()
    insiders = [await served.listen(await stage.visitor(OFFICE)), await served.listen(await stage.teacher())]
    strangers = [
        await served.listen(await stage.visitor(OFFICE, a_branch())),
        await served.listen(await stage.visitor(TEACHES)),
        await served.listen(await stage.visitor({"all_groups:exam": ["read"]})),
    ]
    id = (await stage.upload(teacher))["id"]
    for listener in insiders:
        await listener.until(lambda one: one.about(TOPIC))
    await stage.report(teacher, id, PAUSE)
    for listener in insiders:
        await listener.until(lambda one: len(one.about(TOPIC)) > 1)
        assert listener.about(TOPIC)[0] == {"topic": TOPIC, "entity": "video", "id": id, "version": None}
    await asyncio.sleep(QUIET_SECONDS)
    assert [listener.about(TOPIC) for listener in strangers] == [[], [], []]
