"""Fixtures of the tests of video lessons."""

import pytest

from tests.http.videos.scenario import VideoScenario
from tests.support.console import Console


@pytest.fixture
async def stage(fresh_console: Console) -> VideoScenario:
    """A class with a lesson."""
    return await VideoScenario.of(fresh_console)
