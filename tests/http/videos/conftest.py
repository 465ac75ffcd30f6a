"""Fixtures of the tests of video lessons."""

from collections.abc import AsyncIterator

import pytest

from tests.http.live.served_console import ServedConsole, serve
from tests.http.videos.scenario import VideoScenario
from tests.http.videos.tus_client import TusStage
from tests.support.console import Console


@pytest.fixture
async def stage(fresh_console: Console) -> VideoScenario:
    """A class with a lesson."""
    return await VideoScenario.of(fresh_console)


@pytest.fixture
async def served(stage: VideoScenario | TusStage) -> AsyncIterator[ServedConsole]:
    """The console of the stage on a port."""
    async with serve(stage.console) as served:
        yield served
