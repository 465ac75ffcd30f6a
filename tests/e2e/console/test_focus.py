"""Focus moved by the Tab key stays in front of heads, bars and pinned cells.

Issue 16.
"""

import pytest

from tests.e2e.attendance.current_lesson import PASSWORD, a_current_lesson
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import StaffBrowser

SIZES = ({"width": 1366, "height": 640}, {"width": 390, "height": 700})
MAX_STOPS = 60
CLOSING_MS = 400
# null where the focused element, or the label of its hidden input, is on top at its centre
COVER = """() => {
    const element = document.activeElement;
    const shown = element.closest("label") ?? element;
    const box = shown.getBoundingClientRect();
    if (element === document.body || box.width < 2 || box.height < 2) return null;
    const x = box.x + box.width / 2, y = Math.max(box.y, Math.min(box.y + box.height / 2, innerHeight - 2));
    const top = document.elementFromPoint(x, y);
    if (top && (shown.contains(top) || top.contains(shown))) return null;
    const [hidden, before] = [shown, top].map((one) => one?.outerHTML.slice(0, 120));
    return `${hidden} at ${Math.round(x)}, ${Math.round(y)}, behind ${before}`;
}"""


async def _covered(user: StaffBrowser, key: str) -> list[str]:
    found = []
    for _ in range(MAX_STOPS):
        await user.page.keyboard.press(key)
        cover = await user.page.evaluate(COVER)
        # the hint of the element before is closing
        if cover and "popper" in cover:
            await user.page.wait_for_timeout(CLOSING_MS)
            cover = await user.page.evaluate(COVER)
        found += [f"{key}: {cover}"] if cover else []
    return found


@pytest.mark.parametrize("path", ["/students", "/groups", "/audits"])
async def test_focus_in_a_list_is_never_covered(open_browser: OpenBrowser, centre: Centre, path: str) -> None:
    """There and back, at a desktop's and a phone's width."""
    user = await open_browser("superadmin")
    for size in SIZES:
        await user.page.set_viewport_size(size)  # type: ignore[arg-type]
        await user.open(path)
        await user.settled()
        assert await _covered(user, "Tab") + await _covered(user, "Shift+Tab") == [], size


async def test_focus_in_an_attendance_sheet_is_never_covered(open_browser: OpenBrowser, centre: Centre) -> None:
    """Its title, its column heads and, on a phone, its bar stay in view."""
    lesson = await a_current_lesson(centre, 20)
    user = await open_browser(lesson.login, PASSWORD)
    for size in SIZES:
        await user.page.set_viewport_size(size)  # type: ignore[arg-type]
        await user.open(lesson.path())
        await user.expect_text("Hammasi keldi")
        assert await _covered(user, "Tab") + await _covered(user, "Shift+Tab") == [], size
