"""Ten recordings of ten containers over a bad network, all done at last."""

import asyncio
import os
import re
import signal
from pathlib import Path

import pytest
from playwright.async_api import Route, expect

from tests.e2e.attendance.current_lesson import PASSWORD, a_current_lesson
from tests.e2e.attendance.test_offline import pid_of_api
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.line import a_line
from tests.e2e.staff_browser import StaffBrowser
from tests.videos.samples import CONTAINERS, written

TEN = ("mp4", "m4v", "mov", "webm", "mkv", "wmv", "avi", "mpeg", "mpg", "mxf")
DONE_WITHIN_MS = 180_000
BREAKS = 5
# so that the uploads last longer than the breaks
CHUNK_TAKES_SECONDS = 1.5


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A recording of each container, of some megabytes."""
    folder = tmp_path_factory.mktemp("recordings")
    return [
        written(folder / f"{number}-dars.{kind}", *CONTAINERS[kind], size="1280x720", seconds=5)
        for number, kind in enumerate(TEN, start=1)
    ]


async def _slowly(route: Route) -> None:
    if route.request.method == "PATCH":
        await asyncio.sleep(CHUNK_TAKES_SECONDS)
    await route.continue_()


async def _choose_all(user: StaffBrowser, recordings: list[Path]) -> None:
    dialog = user.page.get_by_role("dialog")
    await dialog.locator("input[type=file]").set_input_files(recordings)
    await expect(dialog.get_by_role("listitem")).to_have_count(len(recordings))
    for _ in recordings:
        await dialog.get_by_role("button", name="Dars: Darsni tanlang").first.click()
        await user.page.get_by_role("option").first.click()
    await dialog.get_by_role("button", name="Yuklash", exact=True).click()


async def _choose_again(user: StaffBrowser, recordings: list[Path]) -> int:
    """Chooses the file of each upload that asks for it; returns how many did."""
    await user.button(re.compile("^Yuklashlar")).click()
    lines = user.page.get_by_role("dialog").get_by_role("listitem").filter(has=user.button("Faylni tanlash"))
    await expect(lines.first).to_be_visible()
    count = await lines.count()
    for _ in range(count):
        words = await lines.first.inner_text()
        file = next(path for path in recordings if f"«{path.name}»" in words)
        await lines.first.locator("input[type=file]").set_input_files(file)
        await expect(lines.filter(has_text=f"«{file.name}»")).to_have_count(0)
    await user.screenshot("videos-ten-again")
    await user.page.keyboard.press("Escape")
    return count


@pytest.mark.long
async def test_ten_recordings_survive_an_evening(
    open_browser: OpenBrowser, centre: Centre, recordings: list[Path]
) -> None:
    """R2-014, R2-306, D-28, D-67, V2: all are done and play.

    After five breaks, a closed browser and a killed server.
    """
    lesson = await a_current_lesson(centre, 3)
    address = f"/my-groups/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}?tab=2"
    async with a_line(centre.address) as line:
        user = await open_browser(lesson.login, PASSWORD, base_url=line.address)
        user.provoked("net::ERR_", "502")
        await user.context.route("**/api/uploads/**", _slowly)
        await user.page.goto(address)
        await user.button("Video yuklash").click()
        await _choose_all(user, recordings)
        for _ in range(BREAKS):
            await user.page.wait_for_timeout(700)
            line.is_cut = True
            await user.page.wait_for_timeout(400)
            line.is_cut = False
        rows = user.page.locator("tbody tr")
        await expect(rows).to_have_count(len(TEN))
        await user.screenshot("videos-ten-dialog")
        await user.page.close(run_before_unload=False)
        user.page = await user.context.new_page()
        user.provoked("net::ERR_", "502")
        await user.page.goto(address)
        # as many as had not been sent whole; those that waited for a place too
        assert await _choose_again(user, recordings) > 3
        await user.page.wait_for_timeout(700)
        api = pid_of_api(centre.pid)
        assert api
        os.kill(api, signal.SIGKILL)
        rows = user.page.locator("tbody tr")
        await expect(rows.get_by_text("Tayyor")).to_have_count(len(TEN), timeout=DONE_WITHIN_MS)
        await user.screenshot("videos-ten-done")
        for row in await rows.all():
            await row.click()
            video = user.page.locator("video")
            await expect(video).not_to_have_js_property("videoWidth", 0)
            assert await video.evaluate("video => (video.muted = true, video.play().then(() => true, String))") is True
            await user.page.keyboard.press("Escape")
            await expect(video).to_have_count(0)
