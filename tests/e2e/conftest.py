"""One console and one browser for all tests here; contexts per test."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from tests.e2e.browser import chromium
from tests.e2e.centre import PASSWORD, STUDENTS, Centre, a_running_centre
from tests.e2e.demo_home import copy_demo, make_live
from tests.e2e.staff_browser import StaffBrowser

OpenBrowser = Callable[..., Awaitable[StaffBrowser]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks everything here as needing the browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The system's chromium."""
    async with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
async def centre(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Centre]:
    """A console with a synchronised school of 2 000 students and its history."""
    home, shared = tmp_path_factory.mktemp("e2e") / "home", _shared_by_workers(tmp_path_factory)
    # the simulated outside systems are on this machine
    given = {"CONSOLE_DEMO": str(STUDENTS), "CONSOLE_OWN_NETWORKS": "127.0.0.0/8"}
    await copy_demo(shared, home, **given)
    async with a_running_centre(home, **given) as centre:
        await make_live(centre)
        yield centre


def _shared_by_workers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of this run of pytest, or of the whole `make test`."""
    if given := os.environ.get("MARKAZ_TESTS_DEMO"):
        return Path(given)
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture
async def open_browser(browser: Browser, centre: Centre, request: pytest.FixtureRequest) -> AsyncIterator[OpenBrowser]:
    """Opens a fresh browser for a person; at the end no hidden error may remain."""
    users: list[StaffBrowser] = []

    async def open_one(login: str | None = None, password: str = PASSWORD, **how: Any) -> StaffBrowser:
        signed_in = await centre.sign_in(login, password) if login else None
        users.append(await StaffBrowser.create(browser, centre, signed_in, **how))
        return users[-1]

    yield open_one
    troubles = [trouble for user in users for trouble in user.unexpected()]
    failed = getattr(request.node, "failed", False)
    for number, user in enumerate(users):
        if failed or troubles:
            await user.screenshot(f"failed-{request.node.name}-{number}")
        await user.close()
    assert not troubles, "\n".join(troubles)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Marks failed tests, so that the fixtures save a screenshot."""
    report = yield
    if report.when == "call" and report.failed:
        item.failed = True  # type: ignore[attr-defined]
    return report
