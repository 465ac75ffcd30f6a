"""SMS to absentees and absences in a row, in the browser (D-24, D-158)."""

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.attendance.current_lesson import CurrentLesson, a_current_lesson, remove_lessons
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, StaffBrowser

THIRD = "3 marta ketma-ket kelmadi"
# at night the message waits and says so
STATE = re.compile("SMS: |SMS 08:00 da ketadi")


@pytest.fixture
async def lesson(centre: Centre) -> AsyncIterator[CurrentLesson]:
    """A class of four whose first student was absent from both lessons before."""
    lesson = await a_current_lesson(centre, size=4)
    await centre.sql(
        "insert into attendances (lesson_id, student_id, status, reason, marked_at)"
        f" select id, {lesson.students[0]}, 2, 3, now() from lessons"
        f" where group_id = {lesson.group_id} and id <> {lesson.lesson_id}"
    )
    await centre.sql(f"update lessons set marked_at = now() where group_id = {lesson.group_id}")
    await centre.sql(
        "update students set phone = '+9989012345' || lpad((id % 100)::text, 2, '0')"
        f" where id = any (array{list(lesson.students)})"
    )
    yield lesson
    await remove_lessons(centre)


def _row(user: StaffBrowser, student_id: int) -> Locator:
    return user.page.locator(f"[data-student='{student_id}']")


async def _mark_absent(user: StaffBrowser, lesson: CurrentLesson) -> None:
    """The first two students are absent, of whom the second gets a reason chosen."""
    first, second, *_ = lesson.students
    await user.open(lesson.path(mine=False))
    for student in (first, second):
        await _row(user, student).get_by_role("radio", name="Kelmadi").click()
    await _row(user, second).get_by_role("button", name=re.compile("^Sabab, ")).click()
    await user.page.get_by_role("option", name="Sababsiz").click()
    await user.button(re.compile("^Saqlash")).click()
    await expect(user.toast(re.compile("^Saqlandi"))).to_be_visible()


async def test_a_default_reason_stays_marked_after_a_save(open_browser: OpenBrowser, lesson: CurrentLesson) -> None:
    """D-24: also after a reload, until a person chooses one."""
    user = await open_browser("superadmin")
    await _mark_absent(user, lesson)
    first, second, *_ = lesson.students
    await user.page.reload()
    await expect(_row(user, first).get_by_role("button", name=re.compile("^Sabab, "))).to_have_text("Sababsiz?")
    await expect(_row(user, second).get_by_role("button", name=re.compile("^Sabab, "))).to_have_text("Sababsiz")
    await _row(user, first).get_by_role("button", name=re.compile("^Sabab, ")).click()
    await user.page.get_by_role("option", name="Sababsiz").click()
    await user.button(re.compile("^Saqlash")).click()
    await expect(user.button(re.compile("^Saqlash"))).to_be_disabled()
    await user.page.reload()
    await expect(_row(user, first).get_by_role("button", name=re.compile("^Sabab, "))).to_have_text("Sababsiz")


async def test_absentees_are_told_once_from_the_sheet_and_from_today(
    open_browser: OpenBrowser, lesson: CurrentLesson, centre: Centre
) -> None:
    """D-158: template, preview of a real recipient, and what became of each."""
    user = await open_browser("superadmin")
    await _mark_absent(user, lesson)
    first, second, *_ = lesson.students
    await expect(_row(user, first)).to_contain_text(THIRD)
    await expect(_row(user, second)).not_to_contain_text("ketma-ket")
    await user.button("SMS: 2 ta kelmagan").click()
    dialog = user.page.get_by_role("dialog")
    message = dialog.get_by_role("region", name="Xabar")
    await expect(message).to_contain_text(f"{lesson.day:%d.%m.%Y}")
    text = dialog.get_by_role("textbox")
    await expect(text).to_be_focused()
    await text.fill("{name} kelmadi")
    await expect(dialog).to_contain_text("{day} bo'lishi kerak")
    await text.fill("{name} {day} {hour} darsiga kelmadi")
    await expect(message).to_contain_text("darsiga kelmadi")
    await user.page.keyboard.press("Control+Enter")
    await expect(dialog).to_be_hidden()
    for student in (first, second):
        await expect(_row(user, student)).to_contain_text(STATE)
    await expect(user.button(re.compile("ta kelmagan"))).to_be_hidden()
    stored = f"select count(*) from sms_messages where lesson_id = {lesson.lesson_id}"
    async with centre.database() as database:
        assert await database.fetchval(stored) == 2
    await user.open("/today")
    absentees = user.page.get_by_role("region", name="Bugun kelmaganlar")
    await expect(absentees).to_contain_text(THIRD)
    await absentees.get_by_role("button", name=re.compile("^3 va undan ortiq")).click()
    await expect(absentees.get_by_role("listitem").filter(has_text=THIRD).first).to_be_visible()
    await absentees.get_by_role("link", name="Ro'yxatni ochish").click()
    await expect(user.heading("Ketma-ket kelmaganlar")).to_be_visible()
    await expect(user.rows.filter(has_text=THIRD).first).to_be_visible()


async def test_the_study_departments_list_fits_a_phone(open_browser: OpenBrowser, lesson: CurrentLesson) -> None:
    """D-158: the name, the group and the last lesson missed, which a tap opens."""
    user = await open_browser("superadmin", viewport=PHONE)
    await _mark_absent(user, lesson)
    await user.open("/absences")
    card = user.page.get_by_role("link").filter(has_text=f"{lesson.day:%d.%m.%Y}").first
    await card.click()
    await user.expect_url(re.compile("/attendance/schedule/"))
