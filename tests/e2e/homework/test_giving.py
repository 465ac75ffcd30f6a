"""Giving homework in the browser, with a voice recording made in the page."""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.attendance.current_lesson import PASSWORD, CurrentLesson, a_current_lesson
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE

TEXT = "3-mashqni yeching va javobingizni ovozli aytib bering"


@pytest.fixture(scope="module")
async def lesson(centre: Centre) -> CurrentLesson:
    """A group of twenty with a teacher who can sign in."""
    return await a_current_lesson(centre)


def _page(lesson: CurrentLesson) -> str:
    return f"/my-groups/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}"


async def test_a_teacher_gives_homework_with_a_recording(open_browser: OpenBrowser, lesson: CurrentLesson) -> None:
    """R2-003, R2-043, R2-045, R2-185, R2-186, R2-187, R2-188, R2-343: and sees it."""
    user = await open_browser(lesson.login, PASSWORD)
    page = user.page
    await user.open(f"{_page(lesson)}?tab=3")
    await page.get_by_role("link", name="Vazifa berish").click()
    await page.get_by_label("Vazifa matni").fill(TEXT)
    await expect(page.get_by_text(f"{len(TEXT)} / 3000 belgi")).to_be_visible()
    await page.get_by_label("36 soat").check()
    content = {"name": "vazifa.txt", "mimeType": "text/plain", "buffer": b"1, 2, 3"}
    await page.locator("input[type=file]").set_input_files([content])  # type: ignore[list-item]
    await expect(page.get_by_role("link", name="vazifa.txt")).to_be_visible()
    await user.button("Ovoz yozish").click()
    await expect(page.get_by_text(re.compile("0:01 / 5:00"))).to_be_visible(timeout=10_000)
    await user.button("To'xtatish").click()
    await expect(page.get_by_label("Ovozli yozuv", exact=True).last).to_be_visible()
    await user.screenshot("homework-form")
    await user.button("Vazifa berish").click()
    await user.toast(re.compile("Uyga vazifa berildi")).wait_for()
    row = page.get_by_role("link", name=re.compile("3-dars"))
    await expect(row).to_be_visible()
    await expect(row).to_contain_text("0 / 20")
    await user.screenshot("homework-list")
    await row.click()
    await user.expect_text(TEXT)
    await expect(page.get_by_role("heading", name=re.compile("Topshirilmagan"))).to_contain_text("20")
    await expect(page.locator("audio")).to_have_js_property("error", None)
    played = await page.locator("audio").evaluate("a => a.play().then(() => true, (e) => String(e))")
    assert played is True
    await user.screenshot("homework-lesson")


async def test_a_refused_microphone_is_said(open_browser: OpenBrowser, lesson: CurrentLesson) -> None:
    """R2-188: and the rest of the form stays."""
    user = await open_browser(lesson.login, PASSWORD)
    await user.page.add_init_script(
        "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))"
    )
    await user.open(f"{_page(lesson)}/homework/add")
    await user.page.get_by_label("Vazifa matni").fill("Boshqa vazifa")
    await user.button("Ovoz yozish").click()
    await user.expect_text("Mikrofonga ruxsat yo'q")
    await expect(user.page.get_by_label("Vazifa matni")).to_have_value("Boshqa vazifa")


async def test_the_deadline_is_moved_and_the_homework_deleted(open_browser: OpenBrowser, lesson: CurrentLesson) -> None:
    """R2-006, R2-360, D-80: on a phone, with the work that is lost named."""
    await lesson.centre.sql(
        "update submissions set status = 1, attempts = 1, handed_in_at = now() where id = ("
        f"select max(id) from submissions where group_id = {lesson.group_id})"
    )
    user = await open_browser(lesson.login, PASSWORD, viewport=PHONE)
    page = user.page
    await user.open(f"{_page(lesson)}?tab=3")
    await expect(page.get_by_text("1 ish")).to_be_visible()
    await user.screenshot("homework-phone")
    more = page.get_by_role("button", name=re.compile(r"1\.3.*amallar"))
    await more.click()
    await page.get_by_role("menuitem", name="Muddatni ko'chirish").click()
    await page.get_by_role("dialog").get_by_role("button", name="Saqlash").click()
    await user.toast(re.compile("Yangi muddat")).wait_for()
    await more.click()
    await page.get_by_role("menuitem", name="O'chirish", exact=True).click()
    question = page.get_by_role("alertdialog")
    await expect(question).to_contain_text("1 talaba topshirgan ish")
    await question.get_by_role("button", name="O'chirish").click()
    await expect(more).to_have_count(0)
