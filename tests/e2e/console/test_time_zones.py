"""The centre's days and hours in browsers of other time zones.

Behind it, beside it and ahead of it (D-6, T1; issue 6, *shown by* 3).
"""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.attendance.current_lesson import PASSWORD, a_current_lesson, latest
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser

ATTENDED = (1, None)
SAVED = "Davomat muvaffaqiyatli saqlandi"
# eight hours behind Greenwich all year, five ahead like the centre, and fourteen ahead
ZONES = ["Pacific/Pitcairn", "Asia/Tashkent", "Pacific/Kiritimati"]
LESSONS = {"00:15–01:45": (0, 15), "23:50–01:20": (23, 50)}


@pytest.mark.parametrize("zone", ZONES)
async def test_lessons_near_midnight_belong_to_the_centres_day(
    open_browser: OpenBrowser, centre: Centre, zone: str
) -> None:
    """Lessons at 00:15 and 23:50 show and save the centre's day and hours."""
    user = await open_browser("superadmin", timezone_id=zone)
    for hours, begins in LESSONS.items():
        lesson = await a_current_lesson(centre, 2, begins=latest(*begins))
        await user.open(lesson.path(mine=False))
        head = user.page.get_by_text(hours)
        await expect(head).to_contain_text(re.compile(rf"(^|\D)0?{lesson.day.day}\D"))
        await user.button("Hammasi keldi").click()
        await user.button(re.compile("^Saqlash")).click()
        await expect(user.toast(SAVED).first).to_be_visible()
        assert await lesson.marks() == dict.fromkeys(lesson.students, ATTENDED)
        group = f"/groups/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}"
        await user.open(f"{group}?tab=1&month={lesson.day:%Y-%m}")
        grid = user.page.get_by_role("grid", name="Oylik davomat")
        await grid.locator(f'th a[href$="/edit/{lesson.day}"]').click()
        await user.expect_url(lesson.path(mine=False))


@pytest.mark.parametrize("zone", ZONES)
async def test_a_teacher_marks_the_current_lesson(open_browser: OpenBrowser, centre: Centre, zone: str) -> None:
    """Today is the centre's date; the lesson is open on any day of the browser."""
    lesson = await a_current_lesson(centre, 2)
    user = await open_browser(lesson.login, PASSWORD, timezone_id=zone)
    await user.open("/today")
    now = user.page.get_by_role("region", name="Hozirgi darslar")
    # the demo school may give its teacher another lesson at this hour
    await now.locator(f'a[href="{lesson.path()}"]').click()
    await user.expect_url(lesson.path())
    await user.button("Hammasi keldi").click()
    await user.button(re.compile("^Saqlash")).click()
    await expect(user.toast(SAVED)).to_be_visible()
    assert await lesson.marks() == dict.fromkeys(lesson.students, ATTENDED)
