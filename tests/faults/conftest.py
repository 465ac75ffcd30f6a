"""Shared consoles: one after all faults, and one for the gentler faults."""

from collections.abc import AsyncIterator

import pytest

from tests.faults.support.centre import Centre, a_centre
from tests.faults.support.storm import Storm

SURVIVOR = pytest.StashKey[Centre]()


@pytest.fixture(scope="session")
async def storm(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> AsyncIterator[Storm]:
    """A console after the storm, at rest."""
    async with a_centre(tmp_path_factory.mktemp("storm") / "home") as centre:
        storm = Storm(centre)
        await storm.run_all()
        request.config.stash[SURVIVOR] = centre
        yield storm
        del request.config.stash[SURVIVOR]


@pytest.fixture(scope="session")
async def calm(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> AsyncIterator[Centre]:
    """A running console whose school has 600 students.

    It is the storm's console if there was one, since a start takes long. A test may do to it what affects no other
    test's verdict: jobs and students of its own.
    """
    if survivor := request.config.stash.get(SURVIVOR, None):
        yield survivor
        return
    async with a_centre(tmp_path_factory.mktemp("calm") / "home") as centre:
        yield centre
