"""The live stream in the browser.

One for all tabs, and changes seen at once (D-162).
"""

import asyncio
import time
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.attendance.current_lesson import a_current_lesson, remove_lessons
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import StaffBrowser

# a second, and what a busy machine adds to it; polling would take half a minute
AT_ONCE_SECONDS = 2.5
LIVE = "/api/staff/live"


@pytest.fixture
async def lesson_id(centre: Centre) -> int:
    """An unmarked current lesson."""
    await remove_lessons(centre)
    return (await a_current_lesson(centre, 4)).lesson_id


async def _mark(centre: Centre, lesson_id: int, count: int) -> None:
    """The office marks the first students of the class."""
    token = (await centre.sign_in())["accessToken"]
    sheet: dict[str, Any] = (await centre.call("GET", f"/attendance/for-admin/sheet?lessonId={lesson_id}", token))[
        "sheet"
    ]
    entries = [{"studentId": one["studentId"], "mark": 1} for one in sheet["students"][:count]]
    body = {"lessonId": lesson_id, "version": sheet["lesson"]["version"], "entries": entries}
    await centre.call("PUT", "/attendance/save-for-admin", token, data=body)


async def _with_open_stream(user: StaffBrowser, path: str) -> list[str]:
    """Opens the path; returns the streams that the browser opens, which grow."""
    streams: list[str] = []
    user.context.on("request", lambda request: streams.append(request.url) if request.url.endswith(LIVE) else None)
    async with user.page.expect_response(lambda answer: answer.url.endswith(LIVE)) as opened:
        await user.open(path)
    assert (await opened.value).status == 200
    return streams


async def _sees(page: Page, words: str, seconds: float = AT_ONCE_SECONDS) -> None:
    await expect(page.get_by_role("region", name="Hozirgi darslar").get_by_text(words).first).to_be_visible(
        timeout=seconds * 1000
    )


async def test_two_tabs_share_one_stream_and_see_a_change_at_once(
    open_browser: OpenBrowser, centre: Centre, lesson_id: int
) -> None:
    """D-162: a save elsewhere shows in both tabs.

    The second goes on when the first is closed.
    """
    user = await open_browser("superadmin")
    streams = await _with_open_stream(user, "/today")
    other = await user.another_window("/today")
    await _sees(user.page, "4 ta talaba")
    await _sees(other, "4 ta talaba", 10)
    # both tabs have read what they show before the change
    await asyncio.sleep(2)
    began = time.monotonic()
    await _mark(centre, lesson_id, 2)
    await user.page.bring_to_front()
    await _sees(user.page, "2/4")
    assert time.monotonic() - began < AT_ONCE_SECONDS + 1
    await other.bring_to_front()
    await _sees(other, "2/4")
    assert len(streams) == 1, "one stream for both tabs"
    async with other.expect_response(lambda answer: answer.url.endswith(LIVE)):
        await user.page.close()
    await asyncio.sleep(1)
    await _mark(centre, lesson_id, 3)
    await _sees(other, "3/4")
    user.page = other


async def test_a_blocked_account_is_signed_out_in_every_tab(open_browser: OpenBrowser, centre: Centre) -> None:
    """ASVS-25: at once, without a click."""
    token = (await centre.sign_in())["accessToken"]
    user = await open_browser("superadmin")
    await _with_open_stream(user, "/today")
    own = (await user.stored())["markaz.person.tokens"]
    sessions = (await centre.call("GET", "/auth/sessions", token))["sessions"]
    assert sessions
    assert own
    user.provoked("401")
    newest = max(one["id"] for one in sessions if not one["current"])
    await centre.call("DELETE", f"/auth/sessions/{newest}", token)
    await expect(user.page.get_by_label("Login")).to_be_visible(timeout=5000)
