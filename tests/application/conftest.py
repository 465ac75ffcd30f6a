"""Fixtures of use case tests: an installation after its first start."""

import pytest

from tests.application.installation import Installation


@pytest.fixture
async def installation() -> Installation:
    """An installation after its first start."""
    installation = Installation()
    await installation.bootstrap()
    return installation
