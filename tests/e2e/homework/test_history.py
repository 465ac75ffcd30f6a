"""The history of a homework and of an exam, and reverting from it in the browser."""

import re

from playwright.async_api import Page, expect

from tests.e2e.attendance.current_lesson import PASSWORD, a_current_lesson
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.exams.exam_works import TASK, an_exam
from tests.e2e.staff_browser import PHONE, StaffBrowser

TEXT, OTHER = "3-mashqni yeching", "4-mashqni yeching va tekshiring"


async def _edit(user: StaffBrowser, label: str, text: str) -> None:
    page = user.page
    await page.get_by_role("button", name=re.compile("amallar$")).first.click()
    await page.get_by_role("menuitem", name="Tahrirlash").click()
    await page.get_by_label(label).fill(text)
    await user.button("Saqlash").click()


async def _revert(page: Page) -> None:
    """Reverts the newest change of the history that can be."""
    await page.get_by_role("button", name="Ortga qaytarish").first.click()
    await page.get_by_role("dialog").get_by_role("button", name="Ortga qaytarish").click()


async def test_a_teacher_reverts_an_edit_of_a_homework(centre: Centre, open_browser: OpenBrowser) -> None:
    """D-15, R2-004: both sides are read first; on a phone too."""
    lesson = await a_current_lesson(centre, 3)
    user = await open_browser(lesson.login, PASSWORD)
    page = user.page
    await user.open(f"/my-groups/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}?tab=3")
    await page.get_by_role("link", name="Vazifa berish").click()
    await page.get_by_label("Vazifa matni").fill(TEXT)
    await user.button("Vazifa berish").click()
    await page.get_by_role("link", name=re.compile("3-dars")).click()
    await expect(page.get_by_role("heading", name="Tarix")).to_be_visible()
    await _edit(user, "Vazifa matni", OTHER)
    await expect(page.get_by_role("heading", name="Tarix")).to_be_visible()
    newest = page.get_by_role("listitem").filter(has_text="Matn").filter(has_text=OTHER).first
    await expect(newest.locator("del")).to_have_text(TEXT)
    await expect(newest.locator("ins")).to_have_text(OTHER)
    await user.screenshot("homework-history-1440")
    await page.get_by_role("button", name="Ortga qaytarish").first.click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.locator("ins")).to_have_text(TEXT)
    await user.screenshot("homework-revert-1440")
    await dialog.get_by_role("button", name="Ortga qaytarish").click()
    await user.toast("O'zgarish ortga qaytarildi").wait_for()
    await expect(page.locator("section.card").filter(has_text="Berilgan").locator("p").first).to_have_text(TEXT)
    history = page.locator("section.card").filter(has=page.get_by_role("heading", name="Tarix"))
    await expect(history.locator("ol > li")).to_have_count(3)
    phone = await open_browser(lesson.login, PASSWORD, viewport=PHONE)
    await phone.open(page.url)
    await phone.page.get_by_role("heading", name="Tarix").scroll_into_view_if_needed()
    await phone.screenshot("homework-history-390")


async def test_a_teacher_reverts_an_edit_of_an_exam(centre: Centre, open_browser: OpenBrowser) -> None:
    """D-15, D-86, R2-370: until it is announced."""
    exam = await an_exam(centre)
    await centre.sql(
        f"update exams set begins_at = date_trunc('minute', begins_at), deadline = date_trunc('minute', now())"
        f" + interval '1 day' where id = {exam.exam_id}"
    )
    user = await open_browser(exam.lesson.login, PASSWORD)
    page = user.page
    await user.open(exam.path)
    await _edit(user, "Topshiriq", "Himoyasiz dastur")
    await user.toast("Imtihon saqlandi").wait_for()
    await expect(page.get_by_role("heading", name="Tarix")).to_be_visible()
    await expect(page.locator("del").filter(has_text=TASK)).to_be_visible()
    await user.screenshot("exam-history-1440")
    await _revert(page)
    await user.toast("O'zgarish ortga qaytarildi").wait_for()
    await expect(page.locator("del").filter(has_text="Himoyasiz dastur")).to_be_visible()
