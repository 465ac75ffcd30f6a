"""Homework generated from the database in the browser: Same and Random (D-85)."""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.attendance.current_lesson import PASSWORD, CurrentLesson, a_current_lesson
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.homework.published import MAIN, VARIANTS, publish_homework
from tests.e2e.staff_browser import PHONE


@pytest.fixture(scope="module")
async def lesson(centre: Centre) -> CurrentLesson:
    """A group of four, whose course has published homework for its topics."""
    lesson = await a_current_lesson(centre, 4)
    assert None not in (await publish_homework(lesson)).values()
    return lesson


def _page(lesson: CurrentLesson) -> str:
    return f"/my-groups/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}"


async def test_a_teacher_gives_the_same_homework_with_one_press(
    open_browser: OpenBrowser, lesson: CurrentLesson
) -> None:
    """R2-191, R2-192, R2-367, D-85: and an edited text is told to be the teacher's."""
    user = await open_browser(lesson.login, PASSWORD)
    page = user.page
    await user.open(f"{_page(lesson)}/homework/add")
    text = page.get_by_label("Vazifa matni")
    await text.fill("O'zim yozganim")
    await page.get_by_label("Bazadan, hammaga bir xil").check()
    await expect(text).to_have_value(MAIN)
    await text.fill(f"{MAIN}.")
    await user.expect_text("Matn o'zgartirildi")
    await page.get_by_label("O'zim yozaman").check()
    await expect(text).to_have_value("O'zim yozganim")
    await page.get_by_label("Bazadan, hammaga bir xil").check()
    await expect(text).to_have_value(MAIN)
    await user.screenshot("homework-generated-same")
    await user.button("Vazifa berish").click()
    await user.toast(re.compile("Uyga vazifa berildi")).wait_for()
    await page.get_by_role("link", name=re.compile("3-dars")).click()
    await user.expect_text(MAIN)
    await user.expect_text("Vazifalar bazasidan")


async def test_each_student_draws_a_variant_which_the_checker_sees(
    open_browser: OpenBrowser, lesson: CurrentLesson
) -> None:
    """R2-192, D-85: on a phone."""
    async with lesson.centre.database() as database:
        earlier = await database.fetchval(
            "select id from lessons where group_id = $1 order by date desc offset 1 limit 1", lesson.group_id
        )
    user = await open_browser(lesson.login, PASSWORD, viewport=PHONE)
    page = user.page
    await user.open(f"{_page(lesson)}/homework/add?lesson={earlier}")
    await page.get_by_label("Bazadan, har kimga o'z varianti").check()
    for variant in VARIANTS:
        await user.expect_text(variant)
    await expect(page.get_by_label("Vazifa matni")).to_have_count(0)
    await user.screenshot("homework-generated-random-phone")
    await user.button("Vazifa berish").click()
    await user.toast(re.compile("Uyga vazifa berildi")).wait_for()
    await page.get_by_role("link", name=re.compile("2-dars")).click()
    await expect(page.get_by_text(re.compile("Variant A")).first).to_be_visible()
    async with lesson.centre.database() as database:
        work = await database.fetchrow(
            """update submissions s set status = 1, attempts = 1, handed_in_at = now() from homework_variants v
            where s.id = (select max(id) from submissions where group_id = $1 and variant_id is not null)
                and v.id = s.variant_id returning s.id, s.student_id, s.homework_id, v.description""",
            lesson.group_id,
        )
        await database.execute(
            "insert into attempts (submission_id, number, text, handed_in_at, is_late)"
            " values ($1, 1, 'x', now(), false)",
            work["id"],
        )
    theme = f"{_page(lesson)}/lesson/{earlier}/theme/{work['homework_id']}"
    await user.open(f"{theme}/chat/{work['id']}/home/{work['student_id']}")
    await user.expect_text(work["description"])
    await expect(page.get_by_text(re.compile("Variant [AB]")).first).to_be_visible()
    await user.screenshot("homework-variant-checked-phone")
