"""Fixtures of use case tests: an installation after its first start."""

import pytest

from tests.application.stage import Office


@pytest.fixture
async def office() -> Office:
    """An installation after its first start."""
    office = Office()
    await office.bootstrap()
    return office
