"""Checking homework in the browser.

By keyboard alone, two checkers, failing saves (R2-005, H1, H2, H3).
"""

import asyncio
import re
from typing import Any

from playwright.async_api import Route, expect

from tests.e2e.attendance.current_lesson import PASSWORD
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.homework.handed_in import HandedIn, handed_in_homework
from tests.e2e.staff_browser import PHONE, StaffBrowser

REJECTED, ACCEPTED, CHECKING = 2, 3, 4
# of one work checked: two digits and Enter (ui.md)
MAX_KEYS = 4
# the next work is loaded already
MAX_MILLISECONDS = 100
# the time from a key to the next paint that shows another student
SHOWN = """() => new Promise((resolve) => {
    const before = document.querySelector('h1').textContent, began = performance.now();
    const look = () => document.querySelector('h1')?.textContent !== before
        ? resolve(performance.now() - began) : requestAnimationFrame(look);
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    look();
})"""


async def until_stored(given: HandedIn, expected: dict[int, tuple[int, int | None]]) -> None:
    """Waits until these works have this status and score."""
    stored = await given.stored()
    for _ in range(50):
        if expected.items() <= stored.items():
            return
        await asyncio.sleep(0.2)
        stored = await given.stored()
    assert expected.items() <= stored.items(), stored


async def open_queue(open_browser: OpenBrowser, given: HandedIn, **how: Any) -> StaffBrowser:
    """Opens the queue as the teacher of the class."""
    user = await open_browser(given.lesson.login, PASSWORD, **how)
    await user.open("/checking")
    await expect(user.page.get_by_role("navigation", name="Navbat").locator("[aria-current]")).to_be_visible()
    return user


async def test_thirty_works_are_checked_by_four_keys_each(centre: Centre, open_browser: OpenBrowser) -> None:
    """Issue 17: two digits and Enter; the next work is there at once.

    Each score is on its own student's work.
    """
    given = await handed_in_homework(centre, 20)
    user = await open_queue(open_browser, given)
    field, expected, waits = user.page.get_by_label("100 dan ball"), {}, []
    for place, work in enumerate(given.works):
        score = 50 + 2 * place
        await expect(user.page.locator(f'[data-submission="{work}"][aria-current]')).to_be_visible()
        await expect(field).to_be_enabled()
        for digit in str(score):
            await user.page.keyboard.press(digit)
        await expect(field).to_have_value(str(score))
        assert len(str(score)) + 1 <= MAX_KEYS
        if place == len(given.works) - 1:
            await user.page.keyboard.press("Enter")
        else:
            waits.append(await user.page.evaluate(SHOWN))
        expected[work] = (ACCEPTED if score >= 60 else REJECTED, score)
    await expect(user.page.get_by_text(f"{len(given.works)} / {len(given.works)}")).to_be_visible()
    await until_stored(given, expected)
    assert sorted(waits)[len(waits) // 2] <= MAX_MILLISECONDS


async def test_a_failed_save_keeps_score_and_message(centre: Centre, open_browser: OpenBrowser) -> None:
    """H3: nothing typed is lost, also by a reload; the save is repeated by one press."""
    given = await handed_in_homework(centre, 3)
    user = await open_queue(open_browser, given)

    async def refuse(route: Route) -> None:
        await route.abort()

    await user.page.route(re.compile("check-student-homework"), refuse)
    user.provoked("check-student-homework", "net::ERR_FAILED")
    await expect(user.page.get_by_label("100 dan ball")).to_be_enabled()
    await user.page.keyboard.type("45")
    await user.page.keyboard.press("m")
    await user.page.keyboard.type("Qayta ishlang")
    await user.page.keyboard.press("Control+Enter")
    first = user.page.locator(f'[data-submission="{given.works[0]}"]')
    await expect(first.get_by_text("Saqlanmadi")).to_be_visible()
    await first.click()
    await expect(user.page.get_by_role("alert")).to_contain_text("qayta saqlang")
    await expect(user.page.get_by_label("Xabar")).to_have_value("Qayta ishlang")
    await user.page.unroute(re.compile("check-student-homework"))
    await user.page.locator("body").click(position={"x": 700, "y": 600})
    await user.page.keyboard.press("Enter")
    await until_stored(given, {given.works[0]: (REJECTED, 45)})


async def test_an_undone_check_brings_the_work_back(centre: Centre, open_browser: OpenBrowser) -> None:
    """D-69: Z, within six seconds or later, while nothing followed."""
    given = await handed_in_homework(centre, 2)
    user = await open_queue(open_browser, given)
    await expect(user.page.get_by_label("100 dan ball")).to_be_enabled()
    await user.page.keyboard.type("88")
    await user.page.keyboard.press("Enter")
    await expect(user.page.locator(f'[data-submission="{given.works[0]}"]').get_by_text("88")).to_be_visible()
    await user.page.keyboard.press("z")
    await expect(user.page.locator(f'[data-submission="{given.works[0]}"][aria-current]')).to_be_visible()
    await expect(user.page.get_by_label("100 dan ball")).to_have_value("88")
    await until_stored(given, {given.works[0]: (CHECKING, None)})


async def test_enter_on_a_control_presses_it_and_saves_nothing(centre: Centre, open_browser: OpenBrowser) -> None:
    """R2-005, R2-046: files by keyboard; a digit leaves the control, Enter saves."""
    given = await handed_in_homework(centre, 2)
    user = await open_queue(open_browser, given)
    page = user.page
    await expect(page.get_by_label("100 dan ball")).to_be_enabled()
    await page.keyboard.type("4")
    await user.button("Fayl yoki ovoz qo'shish").focus()
    await page.keyboard.press("Enter")
    await user.button("Ovoz yozish").focus()
    await page.keyboard.press("Enter")
    await expect(user.button("To'xtatish")).to_be_focused()
    await expect(page.get_by_text(re.compile("0:01 / 5:00"))).to_be_visible(timeout=10_000)
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("Ovozli yozuv", exact=True).last).to_be_visible()
    await page.keyboard.press("Tab")
    await expect(page.locator("audio")).to_be_focused()
    await expect(page.locator(f'[data-submission="{given.works[0]}"]')).to_have_attribute("aria-current", "true")
    await page.keyboard.type("5")
    await page.keyboard.press("Enter")
    await until_stored(given, {given.works[0]: (REJECTED, 45), given.works[1]: (CHECKING, None)})


async def test_files_and_voice_go_with_the_check(centre: Centre, open_browser: OpenBrowser) -> None:
    """R2-046, D-84, H3, D-69: kept by a failed save and a reload, undoing takes it."""
    given = await handed_in_homework(centre, 2)
    user = await open_queue(open_browser, given)
    page, first = user.page, user.page.locator(f'[data-submission="{given.works[0]}"]')
    file, voice = page.get_by_role("link", name="izoh.txt"), page.get_by_label("Ovozli yozuv", exact=True).last

    async def messages() -> list[tuple[int, bool]]:
        async with centre.database() as database:
            rows = await database.fetch(
                """select (select count(*) from files f where f.entity = 'message' and f.entity_id = m.id) as files,
                    m.voice_file_id is not null as spoken
                from submission_messages m where m.submission_id = $1""",
                given.works[0],
            )
        return [(row["files"], row["spoken"]) for row in rows]

    async def save() -> None:
        await page.locator("body").click(position={"x": 700, "y": 600})
        await page.keyboard.press("Enter")

    await expect(page.get_by_label("100 dan ball")).to_be_enabled()
    await page.keyboard.type("45")
    await user.button("Fayl yoki ovoz qo'shish").click()
    content = {"name": "izoh.txt", "mimeType": "text/plain", "buffer": b"1, 2, 3"}
    await page.locator("input[type=file]").set_input_files([content])  # type: ignore[list-item]
    await expect(file).to_be_visible()
    await user.button("Ovoz yozish").click()
    await expect(page.get_by_text(re.compile("0:01 / 5:00"))).to_be_visible(timeout=10_000)
    await save()
    await expect(first).to_have_attribute("aria-current", "true")
    await user.button("To'xtatish").click()
    await expect(voice).to_be_visible()
    await user.screenshot("checking-attachments")

    async def refuse(route: Route) -> None:
        await route.abort()

    await page.route(re.compile("check-student-homework"), refuse)
    user.provoked("check-student-homework", "net::ERR_FAILED")
    await save()
    await expect(first.get_by_text("Saqlanmadi")).to_be_visible()
    await page.unroute(re.compile("check-student-homework"))
    await page.reload()
    await first.click()
    await expect(file).to_be_visible()
    await expect(voice).to_be_visible()
    await save()
    await until_stored(given, {given.works[0]: (REJECTED, 45)})
    assert await messages() == [(1, True)]
    await page.keyboard.press("z")
    await expect(page.get_by_label("100 dan ball")).to_have_value("45")
    await expect(file).to_be_visible()
    await expect(voice).to_be_visible()
    assert await messages() == []
    await expect(page.get_by_label("100 dan ball")).to_be_enabled()
    await save()
    await until_stored(given, {given.works[0]: (REJECTED, 45)})
    assert await messages() == [(1, True)]


async def test_two_checkers_see_each_other(centre: Centre, open_browser: OpenBrowser) -> None:
    """H2, D-69: the second one is told who has the work open, and may take it over."""
    given = await handed_in_homework(centre, 2)
    teacher = await open_queue(open_browser, given)
    await expect(teacher.page.get_by_label("100 dan ball")).to_be_enabled()
    office = await open_browser("superadmin")
    lesson = given.lesson
    group = f"/groups/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}"
    chat = f"{group}/lesson/{lesson.lesson_id}/theme/{given.homework_id}/chat/{given.works[0]}/home/0"
    await office.open(chat)
    await expect(office.page.get_by_text("tekshirmoqda").first).to_be_visible()
    await office.button("O'zim tekshiraman").click()
    await expect(office.button("O'zim tekshiraman")).to_have_count(0)
    await expect(teacher.page.get_by_text("tekshirmoqda").first).to_be_visible(timeout=10_000)


async def test_checking_on_a_phone_keeps_score_and_save_at_the_thumb(centre: Centre, open_browser: OpenBrowser) -> None:
    """mock/checking-mobile.png: targets of 44 px, the gold button in the lower half."""
    given = await handed_in_homework(centre, 2)
    user = await open_browser(given.lesson.login, PASSWORD, viewport=PHONE)
    await user.open("/checking")
    save = user.button(re.compile("Saqlash va keyingisi"))
    await expect(user.page.get_by_label("100 dan ball")).to_be_enabled()
    await user.idle()
    box = await save.bounding_box()
    assert box
    assert box["height"] >= 44
    assert box["y"] > 844 / 2
    await user.page.get_by_role("button", name=re.compile("^88")).click()
    await save.click()
    await expect(user.page.get_by_label("100 dan ball")).to_have_value("")
    await user.button("Navbat").click()
    await expect(user.page.locator(f'[data-submission="{given.works[0]}"]').get_by_text("88")).to_be_visible()
    await user.page.keyboard.press("Escape")
    await user.screenshot("checking-phone")
    await until_stored(given, {given.works[0]: (ACCEPTED, 88)})


async def test_a_phone_says_which_work_was_not_saved(centre: Centre, open_browser: OpenBrowser) -> None:
    """H3: a press on the student's name leads back to the work and what was typed."""
    given = await handed_in_homework(centre, 2)
    user = await open_browser(given.lesson.login, PASSWORD, viewport=PHONE)
    await user.open("/checking")
    await user.page.route(re.compile("check-student-homework"), lambda route: route.abort())
    user.provoked("check-student-homework", "net::ERR_FAILED")
    score = user.page.get_by_label("100 dan ball")
    await expect(score).to_be_enabled()
    name = await user.page.get_by_role("heading", level=1).inner_text()
    await user.page.get_by_role("button", name=re.compile("^88")).click()
    await user.button(re.compile("Saqlash va keyingisi")).click()
    unsaved = user.page.get_by_role("alert").filter(has_text="Saqlanmadi")
    await expect(unsaved).to_be_visible()
    await expect(user.page.get_by_text(f"{name}: 88 ball")).to_have_count(0)
    await user.screenshot("checking-phone-unsaved")
    await user.page.unroute(re.compile("check-student-homework"))
    await unsaved.get_by_role("button", name=name).click()
    await expect(score).to_have_value("88")
    await expect(unsaved).to_have_count(0)
    await user.button(re.compile("Saqlash va keyingisi")).click()
    await until_stored(given, {given.works[0]: (ACCEPTED, 88)})


async def test_a_remark_is_kept_once_and_written_by_its_code(centre: Centre, open_browser: OpenBrowser) -> None:
    """ui.md: the bank of remarks; ;1 in a message writes the text of code 1."""
    given = await handed_in_homework(centre, 1)
    user = await open_queue(open_browser, given)
    await expect(user.page.get_by_label("100 dan ball")).to_be_enabled()
    await user.button("Izohlarni sozlash").click()
    dialog = user.page.get_by_role("dialog")
    await dialog.get_by_label("Kod").fill("1")
    await dialog.get_by_label("Matn").fill("Barakalla!")
    await dialog.get_by_role("button", name="Qo'shish").click()
    await expect(dialog.get_by_text("Barakalla!")).to_be_visible()
    await user.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    message = user.page.get_by_label("Xabar")
    await message.click()
    await user.page.keyboard.type(";1 Davom eting")
    await expect(message).to_have_value("Barakalla! Davom eting")
