"""Tests of use cases have an office that has been started once."""

import pytest

from tests.application.stage import Office


@pytest.fixture
async def office() -> Office:
    """After its first start."""
    office = Office()
    await office.prepare()
    return office
