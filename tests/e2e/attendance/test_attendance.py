"""The attendance screen: keys and clicks, offline use, rejections, corrections.

Issue 6.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.async_api import Locator, Page, Route, expect
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from domain.people.folding import match_level
from tests.e2e.attendance.current_lesson import (
    PASSWORD,
    ZONE,
    CurrentLesson,
    a_current_lesson,
    remove_lessons,
    sheet_of,
)
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, StaffBrowser, in_front

ATTENDED, ABSENT, LATE = 1, 2, 4
ON_THE_ROAD, REASONABLE, WITHOUT_REASON = 1, 2, 3
SAVED = "Davomat muvaffaqiyatli saqlandi"
# where so many students of the class are left unmarked (D-157)
SAVED_BUT = "Saqlandi, {} ta talaba hali belgilanmagan"
# of a class of 20 with two absent and one late (ui.md); held modifier keys count too
MAX_KEYS, MAX_CLICKS, MAX_CLICKS_ALL_ATTENDED = 14, 8, 2


class Fingers:
    """Presses keys and counts them, held modifiers included."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    async def press(self, key: str) -> None:
        """`Control+Enter` is two keys."""
        self.count += len(key.split("+"))
        await self.page.keyboard.press(key)


async def open_lesson(open_browser: OpenBrowser, lesson: CurrentLesson, **how: Any) -> StaffBrowser:
    """Opens the lesson's screen as its teacher."""
    user = await open_browser(lesson.login, PASSWORD, **how)
    await user.open(lesson.path())
    await expect(row(user, lesson.students[0])).to_be_visible()
    return user


def row(user: StaffBrowser, student_id: int) -> Locator:
    """The row of a student of the class."""
    return user.page.locator(f'[data-student="{student_id}"]')


def choice(user: StaffBrowser, student_id: int, word: str) -> Locator:
    """Keldi, Kelmadi, Kechikdi of a student."""
    return row(user, student_id).get_by_role("radio", name=re.compile(f"^{word}"))


async def three_of(lesson: CurrentLesson) -> list[tuple[int, str]]:
    """Three students whose first letter finds them one after the other."""
    rows = (await sheet_of(lesson))["students"]
    found: list[tuple[int, str]] = []
    at = -1
    for index in range(3, len(rows)):
        letter = rows[index]["fullName"][0].lower()
        # Каримов is found by k as Karimov is
        passed = any(match_level(letter, one["fullName"].split()[0]) is not None for one in rows[at + 1 : index])
        if letter.isascii() and letter.isalpha() and not passed and index > at + 3:
            found.append((rows[index]["studentId"], letter))
            at = index
        if len(found) == 3:
            return found
    raise AssertionError(f"the names of this class don't differ: {[one['fullName'] for one in rows]}")


@asynccontextmanager
async def disconnect(user: StaffBrowser) -> AsyncIterator[None]:
    """Blocks every call of the API."""

    async def cut(route: Route) -> None:
        await route.abort("connectionfailed")

    await user.context.route("**/api/**", cut)
    user.provoked("net::ERR_CONNECTION_FAILED")
    try:
        yield
    finally:
        await user.context.unroute("**/api/**")


async def test_a_class_is_marked_with_fourteen_key_presses(open_browser: OpenBrowser, centre: Centre) -> None:
    """20 students, two absent and one late, save included.

    R1-004, R2-012, R2-048, R2-200, R2-457, ui.md.
    """
    lesson = await a_current_lesson(centre)
    absent, late, reasonable = await three_of(lesson)
    user = await open_lesson(open_browser, lesson)
    fingers = Fingers(user.page)
    for key in ("Shift+A", absent[1], "2", late[1], "3"):
        await fingers.press(key)
    await user.page.wait_for_timeout(1_050)
    for key in (reasonable[1], "2", "2", "Control+Enter"):
        await fingers.press(key)
    await expect(user.toast(SAVED)).to_be_visible()
    assert fingers.count <= MAX_KEYS, fingers.count
    marks = await lesson.marks()
    assert len(marks) == 20
    assert marks[absent[0]] == (ABSENT, WITHOUT_REASON)
    assert marks[late[0]] == (LATE, ON_THE_ROAD)
    assert marks[reasonable[0]] == (ABSENT, REASONABLE)
    assert sum(status == ATTENDED for status, _ in marks.values()) == 17
    await expect(user.button(re.compile("^Saqlash"))).to_be_disabled()


async def test_a_class_is_marked_with_eight_clicks(open_browser: OpenBrowser, centre: Centre) -> None:
    """By mouse alone with one chosen reason; all present takes two clicks.

    R2-202, ui.md.
    """
    lesson = await a_current_lesson(centre)
    user = await open_lesson(open_browser, lesson)
    clicks = 0

    async def click(what: Locator) -> None:
        nonlocal clicks
        clicks += 1
        await what.click()

    first, second, third = lesson.students[2], lesson.students[8], lesson.students[15]
    await click(user.button("Hammasi keldi"))
    await click(choice(user, first, "Kelmadi"))
    await click(choice(user, second, "Kelmadi"))
    await click(choice(user, third, "Kechikdi"))
    await click(row(user, second).get_by_role("button", name=re.compile("^Sabab")))
    await click(user.page.get_by_role("option", name=re.compile("^Sababli")))
    await user.screenshot("attendance-marked-1440")
    await click(user.button(re.compile("^Saqlash")))
    await expect(user.toast(SAVED)).to_be_visible()
    assert clicks <= MAX_CLICKS, clicks
    marks = await lesson.marks()
    assert (marks[first], marks[second], marks[third]) == (
        (ABSENT, WITHOUT_REASON),
        (ABSENT, REASONABLE),
        (LATE, ON_THE_ROAD),
    )

    whole = await a_current_lesson(centre)
    user = await open_lesson(open_browser, whole)
    clicks = 0
    await click(user.button("Hammasi keldi"))
    await click(user.button(re.compile("^Saqlash")))
    await expect(user.toast(SAVED)).to_be_visible()
    assert clicks <= MAX_CLICKS_ALL_ATTENDED
    assert [status for status, _ in (await whole.marks()).values()] == [ATTENDED] * 20


async def test_single_key_shortcuts_can_be_switched_off(open_browser: OpenBrowser, centre: Centre) -> None:
    """Letters and digits do nothing then; Ctrl+Enter and the arrows still work.

    ui.md.
    """
    lesson = await a_current_lesson(centre, 3)
    user = await open_lesson(open_browser, lesson)
    await user.page.evaluate("localStorage.setItem('markaz.device.single-keys', 'false')")
    await user.page.keyboard.press("Shift+A")
    await user.page.keyboard.press("2")
    await expect(user.button(re.compile("^Saqlash"))).to_be_disabled()
    radios = user.page.get_by_role("radio")
    await radios.first.focus()
    await user.page.keyboard.press("ArrowDown")
    await user.page.keyboard.press("ArrowRight")
    await expect(radios.nth(4)).to_be_focused()
    await user.page.keyboard.press("Space")
    await user.page.keyboard.press("Control+Enter")
    await expect(user.toast(SAVED_BUT.format(2))).to_be_visible()
    assert [status for status, _ in (await lesson.marks()).values()] == [ABSENT]


async def test_a_reason_is_chosen_by_keys(open_browser: OpenBrowser, centre: Centre) -> None:
    """The list opens beside the student, its digit picks, and the arrows move on.

    ui.md.
    """
    lesson = await a_current_lesson(centre, 2)
    user = await open_lesson(open_browser, lesson)
    for key in ("ArrowDown", "2", "Shift+R"):
        await user.page.keyboard.press(key)
    chooser, reasons = user.page.locator("[data-reason] button"), user.page.get_by_role("listbox")
    await expect(reasons).to_be_visible()
    beside, shown = await chooser.bounding_box() or {}, await reasons.bounding_box() or {}
    assert abs(shown["x"] - beside["x"]) < 10
    assert abs(shown["y"] - beside["y"] - beside["height"]) < 10
    for key in ("2", "ArrowDown", "1"):
        await user.page.keyboard.press(key)
    await expect(chooser).to_have_text("Sababli")
    marked = user.page.locator("[data-student]").nth(1).get_by_role("radio", name="Keldi")
    await expect(marked).to_be_checked()


async def test_a_digit_after_a_save_is_a_mark(open_browser: OpenBrowser, centre: Centre) -> None:
    """Absent, saved, comes late, 3: late.

    Which reason a digit would set is shown, and a default one as nobody's choice (D-24).
    """
    lesson = await a_current_lesson(centre, 1)
    (student,) = lesson.students
    user = await open_lesson(open_browser, lesson)
    reason = row(user, student).locator("[data-reason]")
    for key in ("ArrowDown", "2"):
        await user.page.keyboard.press(key)
    await expect(reason).to_have_attribute("data-awaited", "true")
    await expect(reason).to_contain_text("Sababsiz?")
    await user.screenshot("attendance-reason-1440")
    await user.page.keyboard.press("Control+Enter")
    await expect(user.toast(SAVED)).to_be_visible()
    await expect(reason).not_to_have_attribute("data-awaited", "true")
    for key in ("3", "2"):
        await user.page.keyboard.press(key)
    await expect(reason.get_by_role("button")).to_have_text("Sababli")
    await user.page.keyboard.press("Control+Enter")
    await expect(user.page.get_by_text(re.compile("^(Saqlanmagan|Hali yuborilmagan)$"))).to_have_count(0)
    assert await lesson.marks() == {student: (LATE, REASONABLE)}


async def test_keys_do_not_reach_the_class_behind_a_dialog(open_browser: OpenBrowser, centre: Centre) -> None:
    """With a dialog open neither digits nor Ctrl+Enter affect the class (A5)."""
    lesson = await a_current_lesson(centre, 2)
    user = await open_lesson(open_browser, lesson)
    await choice(user, lesson.students[0], "Kelmadi").click()
    await user.button("Dars bo'lmadi").click()
    dialog = user.page.get_by_role("alertdialog")
    await dialog.get_by_role("button", name="Bekor qilish").focus()
    for key in ("ArrowDown", "3", "Shift+A", "Control+Enter"):
        await user.page.keyboard.press(key)
    await dialog.get_by_role("button", name="Bekor qilish").click()
    await expect(dialog).to_have_count(0)
    await expect(choice(user, lesson.students[0], "Kelmadi")).to_be_checked()
    await expect(choice(user, lesson.students[1], "Keldi")).not_to_be_checked()
    await expect(choice(user, lesson.students[1], "Kechikdi")).not_to_be_checked()
    assert await lesson.saves() == 0


async def test_a_student_with_a_door_entry_is_proposed(open_browser: OpenBrowser, centre: Centre) -> None:
    """Hatched until the save; late after ten minutes; saved as proposed if untouched.

    D-24, R2-258.
    """
    lesson = await a_current_lesson(centre, 4)
    early, late, touched, absent = lesson.students
    await lesson.enter_through_door(early, -18)
    await lesson.enter_through_door(late, 15)
    await lesson.enter_through_door(touched, -5)
    user = await open_lesson(open_browser, lesson)
    await expect(choice(user, early, "Keldi")).to_have_class(re.compile("hatched"))
    await expect(choice(user, late, "Kechikdi")).to_have_class(re.compile("hatched"))
    await user.expect_text("3 / 4")
    await choice(user, touched, "Kelmadi").click()
    await user.screenshot("attendance-doors-1440")
    await user.button(re.compile("^Saqlash")).click()
    await expect(user.toast(SAVED_BUT.format(1))).to_be_visible()
    assert await lesson.marks() == {
        early: (ATTENDED, None),
        late: (LATE, ON_THE_ROAD),
        touched: (ABSENT, WITHOUT_REASON),
    }
    await expect(row(user, absent).get_by_role("radio", checked=True)).to_have_count(0)


async def test_marks_made_offline_are_sent_once_when_back_online(open_browser: OpenBrowser, centre: Centre) -> None:
    """Marked without a connection and through a reload (D-51, D-70, A5, A10)."""
    lesson = await a_current_lesson(centre, 5)
    first, second = lesson.students[:2]
    user = await open_lesson(open_browser, lesson)
    await choice(user, first, "Kelmadi").click()
    await user.expect_text("Saqlanmagan")

    await user.page.reload()
    await expect(choice(user, first, "Kelmadi")).to_be_checked()
    async with disconnect(user):
        await choice(user, second, "Kechikdi").click()
        await user.page.keyboard.press("Control+Enter")
        await user.expect_text("Hali yuborilmagan")
        await user.expect_text("Internet bilan biron muammo bor.")
        await user.screenshot("attendance-offline-1440")
        assert await lesson.marks() == {}
        # the window is closed with the marks unsent
        await user.page.close(run_before_unload=False)
    user.page = await user.another_window("/profile")
    await expect(user.heading("Profil")).to_be_visible()
    await _until_marked(user, lesson, 2)
    assert await lesson.marks() == {first: (ABSENT, WITHOUT_REASON), second: (LATE, ON_THE_ROAD)}
    assert await lesson.saves() == 1
    assert not [name for name in await user.stored() if "unsent" in name]


async def test_an_unsent_class_is_left_without_a_question_and_stays_listed(
    open_browser: OpenBrowser, centre: Centre
) -> None:
    """Leaving discards nothing; unsent marks stay visible until sent (D-70, ui.md)."""
    lesson = await a_current_lesson(centre, 3)
    user = await open_lesson(open_browser, lesson)
    waiting = user.button(re.compile("^Yuborilmagan davomat"))
    await choice(user, lesson.students[0], "Kelmadi").click()
    await user.expect_text("Saqlanmagan")
    await expect(waiting).to_have_count(0)
    await user.page.get_by_role("navigation").get_by_role("link", name="Mening guruhlarim").first.click()
    await user.expect_url("/my-groups")
    await expect(user.toast("Belgilar shu qurilmada saqlandi, lekin hali yuborilmagan.")).to_be_visible()
    await user.page.reload()
    await waiting.click()
    await user.page.get_by_role("menuitem", name=re.compile("Saqlash bosilmagan")).click()
    await user.expect_url(lesson.path())
    await expect(choice(user, lesson.students[0], "Kelmadi")).to_be_checked()
    await user.expect_text("Avvalgi belgilaringiz shu qurilmada turibdi, hali yuborilmagan.")
    await user.screenshot("attendance-draft-1440")
    assert await lesson.marks() == {}
    await user.button(re.compile("^Saqlash")).click()
    await expect(user.toast(SAVED_BUT.format(2))).to_be_visible()
    await expect(user.page.get_by_text("Avvalgi belgilaringiz")).to_have_count(0)
    assert await lesson.marks() == {lesson.students[0]: (ABSENT, WITHOUT_REASON)}
    await user.open("/my-groups")
    await user.settled()
    await expect(waiting).to_have_count(0)


async def test_old_unsent_marks_can_be_discarded(open_browser: OpenBrowser, centre: Centre) -> None:
    """They are listed on later days; those past the save window can be discarded.

    D-25, D-70.
    """
    lesson = await a_current_lesson(centre, 2)
    user = await open_lesson(open_browser, lesson)
    await choice(user, lesson.students[0], "Kelmadi").click()
    await user.expect_text("Saqlanmagan")
    # three days pass
    await centre.sql(f"update lessons set date = date - 3 where id = {lesson.lesson_id}")
    await user.open(f"{lesson.path()}?lessonId={lesson.lesson_id}")
    await user.expect_text("bu darsga endi saqlab bo'lmaydi")
    await user.button("Belgilarni o'chirish").click()
    await expect(user.page.get_by_text("Saqlanmagan")).to_have_count(0)
    await user.open("/my-groups")
    await user.settled()
    await expect(user.button(re.compile("^Yuborilmagan davomat"))).to_have_count(0)


async def _until_marked(user: StaffBrowser, lesson: CurrentLesson, count: int) -> None:
    for _ in range(100):
        if len(await lesson.marks()) == count:
            break
        await user.page.wait_for_timeout(100)
    await expect(user.button(re.compile("^Yuborilmagan davomat"))).to_have_count(0)


async def test_the_console_works_without_any_network(open_browser: OpenBrowser, centre: Centre) -> None:
    """A first offline save needs no code that is not loaded; dialogs work too.

    D-51, D-70.
    """
    lesson = await a_current_lesson(centre, 3)
    user = await open_lesson(open_browser, lesson)
    await user.idle()
    user.provoked("net::ERR_INTERNET_DISCONNECTED")
    await user.context.set_offline(True)
    await user.button("Hammasi keldi").click()
    await user.button("Dars bo'lmadi").click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Bekor qilish").click()
    await user.page.keyboard.press("Control+Enter")
    await user.expect_text("Hali yuborilmagan")
    await user.expect_text("Davomat shu qurilmada saqlandi")
    await expect(user.button(re.compile("^Yuborilmagan davomat"))).to_be_visible()
    await user.context.set_offline(False)
    await _until_marked(user, lesson, 3)
    await expect(user.page.get_by_text("Davomat shu qurilmada saqlandi")).to_have_count(0)
    assert await lesson.saves() == 1


async def test_a_lost_answer_is_retried_with_the_same_key(open_browser: OpenBrowser, centre: Centre) -> None:
    """The server saved, the answer was lost; the key returns it, with one effect.

    A10, D-8.
    """
    lesson = await a_current_lesson(centre, 3)
    user = await open_lesson(open_browser, lesson)
    keys: list[str] = []

    async def lose_the_first(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            await route.fetch()
            await route.abort("connectionfailed")
        else:
            await route.continue_()

    await user.context.route("**/attendance/save-for-academic", lose_the_first)
    user.provoked("net::ERR_CONNECTION_FAILED")
    await user.button("Hammasi keldi").click()
    await user.button(re.compile("^Saqlash")).click()
    await user.expect_text("Hali yuborilmagan")
    await expect(user.page.get_by_text("Hali yuborilmagan")).to_have_count(0)
    assert len(set(keys)) == 1
    assert len(keys) > 1
    assert len(await lesson.marks()) == 3
    assert await lesson.saves() == 1


async def test_unsent_marks_are_not_sent_by_another_account(open_browser: OpenBrowser, centre: Centre) -> None:
    """They wait for the account that made them while others sign in (D-70)."""
    lesson = await a_current_lesson(centre, 3)
    other = await a_current_lesson(centre, 2)
    user = await open_lesson(open_browser, lesson)
    async with disconnect(user):
        await user.button("Hammasi keldi").click()
        await user.button(re.compile("^Saqlash")).click()
        await user.expect_text("Hali yuborilmagan")
        # the session ends during the absence
        await user.page.evaluate("localStorage.removeItem('markaz.person.tokens')")
        # the page that still holds a token is closed before the network is back
        await user.page.goto("about:blank")
    await user.open("/signin")
    await user.sign_in(other.login, PASSWORD)
    await expect(user.button(re.compile("^Foydalanuvchi menyusi"))).to_be_visible()
    await user.page.wait_for_timeout(1_500)
    assert await lesson.marks() == {}
    await user.sign_out()
    await user.sign_in(lesson.login, PASSWORD)
    await expect(user.button(re.compile("^Foydalanuvchi menyusi"))).to_be_visible()
    await _until_marked(user, lesson, 3)
    assert len(await lesson.marks()) == 3


async def test_two_tabs_of_two_groups_never_mix(open_browser: OpenBrowser, centre: Centre) -> None:
    """A save from the first tab goes to its own class after the second opened (A6)."""
    one = await a_current_lesson(centre, 3)
    other = await a_current_lesson(centre, 3)
    await centre.sql(f"update lessons set teacher_id = {one.teacher_id} where id = {other.lesson_id}")
    await centre.sql(f"update schedules set teacher_id = {one.teacher_id} where id = {other.schedule_id}")
    user = await open_lesson(open_browser, one)
    second = await user.another_window(other.path())
    await second.locator(f'[data-student="{other.students[0]}"]').get_by_role("radio", name="Kelmadi").click()
    await user.button("Hammasi keldi").click()
    await user.button(re.compile("^Saqlash")).click()
    await expect(user.toast(SAVED)).to_be_visible()
    assert set(await one.marks()) == set(one.students)
    assert await other.marks() == {}
    await second.get_by_role("button", name=re.compile("^Saqlash")).click()
    await expect(second.locator("[data-sonner-toast]").filter(has_text=SAVED_BUT.format(2))).to_be_visible()
    assert await other.marks() == {other.students[0]: (ABSENT, WITHOUT_REASON)}


async def test_a_student_rejected_by_the_school_is_named_and_resent(open_browser: OpenBrowser, centre: Centre) -> None:
    """One of the class rejected, named in place; *send again* sends that one.

    No button moves meanwhile.

    R1-433, R2-455, D-26, A1.
    """
    lesson = await a_current_lesson(centre, 4)
    async with centre.database() as database:
        group, members = await _a_group_of_the_school(database)
        await database.execute("update lessons set group_id = $1 where id = $2", group, lesson.lesson_id)
        await database.execute("update schedules set group_id = $1 where id = $2", group, lesson.schedule_id)
    user = await open_browser(lesson.login, PASSWORD)
    centre.set_school_faults("partial:attendance")
    try:
        await user.open(lesson.path().replace(f"/{lesson.group_id}/", f"/{group}/", 1))
        await expect(row(user, members[0])).to_be_visible()
        places = await _places_of_choices(user)
        await user.button("Hammasi keldi").click()
        await user.button(re.compile("^Saqlash")).click()
        refused = user.heading("Maktab tizimi 1 ta talabani qabul qilmadi")
        await expect(refused).to_be_visible(timeout=60_000)
        assert await _places_of_choices(user) == places
        await expect(user.page.get_by_text("Qabul qilinmadi", exact=True)).to_have_count(1)
        await user.screenshot("attendance-refused-1440")
        await _fits(user)
        longer_words = await open_browser(lesson.login, PASSWORD, language="ru")
        await longer_words.open(user.page.url)
        await expect(row(longer_words, members[0])).to_be_visible()
        await _fits(longer_words)
        await user.page.set_viewport_size({"width": 390, "height": 844})
        await expect(refused).to_be_in_viewport()
        await user.page.set_viewport_size({"width": 1440, "height": 900})
        await user.button("Qayta yuborish").click()
        await expect(refused).to_have_count(0, timeout=60_000)
        await centre.sql(f"update attendance_pushes set state = 'unknown' where lesson_id = {lesson.lesson_id}")
        await user.page.reload()
        await user.expect_text("Maktab tizimi javob bermadi")
    finally:
        centre.set_school_faults()


async def _fits(user: StaffBrowser, when: str = "") -> None:
    """The last lessons are visible without horizontal scrolling."""
    hidden = "box => box.scrollWidth - box.clientWidth"
    assert await user.page.locator("div:has(> table)").first.evaluate(hidden) == 0, when


async def test_an_invalid_day_in_the_url_offers_no_retry(open_browser: OpenBrowser, centre: Centre) -> None:
    """An invalid day or month is not requested again and again (R1-052, D-55)."""
    lesson = await a_current_lesson(centre, 1)
    user = await open_browser(lesson.login, PASSWORD)
    await user.open(lesson.path().replace(str(lesson.day), "2026-02-31"))
    await user.expect_text("Bunday yozuv topilmadi")
    await expect(user.button("Qayta urinish")).to_have_count(0)
    group = f"/my-groups/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}"
    for tab in (1, 7):
        await user.open(f"{group}?tab={tab}&month=2026-13")
        await expect(user.button(re.compile("^Oy"))).to_be_visible()


async def _places_of_choices(user: StaffBrowser) -> list[list[int]]:
    """Left and right edges of the choices of all students, in pixels."""
    boxes: list[list[int]] = await user.page.get_by_role("radiogroup").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right].map(Math.round))"
    )
    return boxes


async def _a_group_of_the_school(database: Any) -> tuple[int, list[int]]:
    """A group of the school with its class of today."""
    group = await database.fetchval(
        """select g.id from groups g join enrolments e on e.group_id = g.id and e.ended_date is null
        where g.h_id is not null and g.status = 2 and g.h_id not like '%club%'
        group by g.id having count(*) between 3 and 30 order by g.id desc limit 1"""
    )
    rows = await database.fetch(
        "select student_id from enrolments where group_id = $1 and ended_date is null order by id", group
    )
    return group, [row["student_id"] for row in rows]


async def test_a_version_conflict_shows_both_states(open_browser: OpenBrowser, centre: Centre) -> None:
    """409 brings the newer sheet; own marks stay on top, the difference is shown.

    D-8, A4.
    """
    lesson = await a_current_lesson(centre, 3)
    first, second, third = lesson.students
    user = await open_lesson(open_browser, lesson)
    await choice(user, first, "Kelmadi").click()
    await choice(user, second, "Kechikdi").click()
    token = (await centre.sign_in())["accessToken"]
    body = {
        "lessonId": lesson.lesson_id,
        "version": (await sheet_of(lesson))["lesson"]["version"],
        "entries": [{"studentId": first, "mark": 1}, {"studentId": third, "mark": 1}],
    }
    await centre.call("PUT", "/attendance/save-for-admin", token, data=body)
    user.provoked("409")
    await user.button(re.compile("^Saqlash")).click()
    await user.expect_text("Bu orada shu talabalar boshqacha belgilandi (")
    await expect(choice(user, first, "Kelmadi")).to_be_checked()
    await expect(choice(user, third, "Keldi")).to_be_checked()
    await expect(row(user, first)).to_contain_text("boshqa belgi: keldi")
    await user.screenshot("attendance-stale-1440")
    await user.button("Meniki qolsin").click()
    await user.button(re.compile("^Saqlash")).click()
    question = user.page.get_by_role("alertdialog")
    await expect(question).to_contain_text("O'quv bo'limining belgisi almashtirilsinmi?")
    await question.get_by_role("button", name="Almashtirish").click()
    await expect(user.toast(SAVED)).to_be_visible()
    assert (await lesson.marks())[first] == (ABSENT, WITHOUT_REASON)
    assert (await lesson.marks())[second] == (LATE, ON_THE_ROAD)


async def test_a_conflicting_mark_of_the_office_is_resolved_in_place(open_browser: OpenBrowser, centre: Centre) -> None:
    """The teacher's only mark is not saved; it stays, to be replaced or confirmed.

    D-47, A11.
    """
    lesson = await a_current_lesson(centre, 1)
    first = lesson.students[0]
    user = await open_lesson(open_browser, lesson)
    await choice(user, first, "Kelmadi").click()
    token = (await centre.sign_in())["accessToken"]
    version = (await sheet_of(lesson))["lesson"]["version"]
    body = {"lessonId": lesson.lesson_id, "version": version, "entries": [{"studentId": first, "mark": 1}]}
    await centre.call("PUT", "/attendance/save-for-admin", token, data=body)
    await user.button(re.compile("^Saqlash")).click()
    await user.expect_text("Bu belgini o'quv bo'limi qo'ygan")
    await expect(choice(user, first, "Kelmadi")).to_be_checked()
    await expect(row(user, first)).to_contain_text("boshqa belgi: keldi")
    await user.button("Meniki qolsin").click()
    await user.button(re.compile("^Saqlash")).click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Almashtirish").click()
    await expect(user.toast(SAVED)).to_be_visible()
    assert await lesson.marks() == {first: (ABSENT, WITHOUT_REASON)}


async def test_marks_without_conflict_are_saved_with_one_press(open_browser: OpenBrowser, centre: Centre) -> None:
    """The office marked another student meanwhile; the save succeeds by itself.

    D-8, WISH-27.
    """
    lesson = await a_current_lesson(centre, 2)
    first, second = lesson.students
    user = await open_lesson(open_browser, lesson)
    await choice(user, first, "Kelmadi").click()
    token = (await centre.sign_in())["accessToken"]
    version = (await sheet_of(lesson))["lesson"]["version"]
    body = {"lessonId": lesson.lesson_id, "version": version, "entries": [{"studentId": second, "mark": 1}]}
    await centre.call("PUT", "/attendance/save-for-admin", token, data=body)
    user.provoked("409")
    await user.button(re.compile("^Saqlash")).click()
    await expect(user.toast(SAVED)).to_be_visible()
    assert await lesson.marks() == {first: (ABSENT, WITHOUT_REASON), second: (ATTENDED, None)}


async def test_a_student_who_left_meanwhile_is_named_and_left_out(open_browser: OpenBrowser, centre: Centre) -> None:
    """A student who can't be marked is named with a reason; the others are saved.

    A1.
    """
    lesson = await a_current_lesson(centre, 5)
    user = await open_lesson(open_browser, lesson)
    gone, *others = lesson.students
    async with centre.database() as database:
        await database.execute(
            "update enrolments set ended_date = current_date - 20 where group_id = $1 and student_id = $2",
            *(lesson.group_id, gone),
        )
        name = await database.fetchval("select full_name from students where id = $1", gone)
    await user.page.keyboard.press("Shift+A")
    await user.page.keyboard.press("Control+Enter")
    await expect(user.toast("1 ta talaba belgisi saqlanmadi")).to_be_visible()
    await expect(user.page.get_by_text(re.compile(f"^{re.escape(name)} — "))).to_be_visible()
    assert set(await lesson.marks()) == set(others)
    await user.screenshot("attendance-left-out-1440")
    await user.page.set_viewport_size(PHONE)
    await user.screenshot("attendance-left-out-390")
    await user.button("Tushunarli").click()
    await expect(user.page.get_by_text(re.compile(f"^{re.escape(name)} — "))).to_have_count(0)


async def test_a_correction_of_the_office_shows_author_and_first_value(
    open_browser: OpenBrowser, centre: Centre
) -> None:
    """The teacher sees whose mark it is and the original value (D-47, A8, A11)."""
    lesson = await a_current_lesson(centre, 2)
    first, _ = lesson.students
    user = await open_lesson(open_browser, lesson)
    await choice(user, first, "Kelmadi").click()
    await user.button(re.compile("^Saqlash")).click()
    await expect(user.toast(SAVED_BUT.format(1))).to_be_visible()
    office = await open_browser("superadmin")
    await office.open(lesson.path(mine=False))
    await choice(office, first, "Kechikdi").click()
    await office.button(re.compile("^Saqlash")).click()
    await expect(office.toast(SAVED_BUT.format(1))).to_be_visible()
    await expect(row(office, first)).to_contain_text("avval: kelmadi, sababsiz (")
    history = row(office, first).get_by_role("link", name="Tarix")
    await expect(history).to_have_attribute("href", f"/audits?entity=lesson&entityId={lesson.lesson_id}")
    await user.page.reload()
    await expect(row(user, first)).to_contain_text("o'quv bo'limi")
    await expect(row(user, first)).to_contain_text("avval: kelmadi")


async def test_a_late_submission_waits_for_the_office(open_browser: OpenBrowser, centre: Centre) -> None:
    """Yesterday's marks are stored apart and shown as such until decided (D-25, D-70).

    The notice stays until it is seen, and on the sheet until the decision. "No class" is the office's to set by then.
    """
    lesson = await a_current_lesson(centre, 2, yesterday=True)
    user = await open_lesson(open_browser, lesson)
    await user.expect_text("Saqlasangiz, belgilar o'quv bo'limi tasdig'ini kutadi.")
    await expect(user.button("Dars bo'lmadi")).to_have_count(0)
    await user.button("Hammasi keldi").click()
    await user.button(re.compile("^Saqlash")).click()
    await user.expect_text("Davomat vaqtidan keyin yetib bordi: o'quv bo'limi tasdig'ini kutmoqda.")
    assert await lesson.marks() == {}
    await user.button("Tushunarli").click()
    await expect(user.page.get_by_text("Davomat vaqtidan keyin yetib bordi")).to_have_count(0)
    await user.page.reload()
    await user.expect_text("kech yuborilgan davomat o'quv bo'limi tasdig'ini kutmoqda")
    for student in lesson.students:
        await expect(row(user, student)).to_contain_text("yuborilgan, tasdiq kutmoqda")
    await expect(user.button(re.compile("^Saqlash"))).to_be_disabled()
    await user.screenshot("attendance-sent-late-1440")


async def test_a_lesson_is_cancelled_and_restored(open_browser: OpenBrowser, centre: Centre) -> None:
    """Cancelled with a reason it has no marks, and it can be restored (D-24)."""
    lesson = await a_current_lesson(centre, 2)
    user = await open_lesson(open_browser, lesson)
    open_look = await _background(row(user, lesson.students[0]).get_by_role("radiogroup"))
    await user.button("Dars bo'lmadi").click()
    dialog = user.page.get_by_role("alertdialog")
    await dialog.get_by_label("Sabab").fill("Chiroq o'chdi")
    await dialog.get_by_role("button", name="Dars bo'lmadi").click()
    await user.expect_text("Chiroq o'chdi")
    # closed, and nothing that looks as if it could be pressed
    await expect(choice(user, lesson.students[0], "Keldi")).to_be_disabled()
    await expect(user.page.get_by_text("Dars bo'lmadi", exact=True)).to_be_visible()
    assert await _background(row(user, lesson.students[0]).get_by_role("radiogroup")) != open_look
    await user.screenshot("attendance-no-class-1440")
    await user.button("Dars bo'lgan").click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Dars bo'lgan").click()
    await expect(choice(user, lesson.students[0], "Keldi")).to_be_enabled()


async def _background(element: Locator) -> str:
    color: str = await element.evaluate("(element) => getComputedStyle(element).backgroundColor")
    return color


async def test_the_column_heads_of_a_long_class_stay_in_view(open_browser: OpenBrowser, centre: Centre) -> None:
    """R2-034: below the pinned head of the page, not behind it."""
    lesson = await a_current_lesson(centre, 30)
    user = await open_lesson(open_browser, lesson)
    await user.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    head = user.page.get_by_role("columnheader", name="Holati")
    await expect(head).to_be_in_viewport(ratio=1)
    assert await in_front(head)
    await user.screenshot("attendance-scrolled-1440")


async def test_the_month_grid_of_a_group(open_browser: OpenBrowser, centre: Centre) -> None:
    """Today is one click away; arrows move; a column header opens a lesson.

    R1-109, R1-381, R2-034, R2-345, D-27, D-46.
    """
    lesson = await a_current_lesson(centre, 12)
    new, known = lesson.students[1:3]
    await centre.sql(
        f"""update enrolments set started_date = '{lesson.day}'
        where group_id = {lesson.group_id} and student_id = {new}"""
    )
    group = f"/my-groups/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}"
    user = await open_browser(lesson.login, PASSWORD)
    await user.open(f"{group}?tab=1")
    await user.page.get_by_role("link", name="Hozirgisini belgilash").click()
    await user.expect_url(lesson.path())
    # a student who joined today could not be marked before (D-46, D-48)
    await expect(row(user, new)).to_contain_text("guruhda emas edi")
    await expect(row(user, known)).not_to_contain_text("guruhda emas edi")
    await choice(user, lesson.students[0], "Kelmadi").click()
    await user.button("Hammasi keldi").click()
    await user.button(re.compile("^Saqlash")).click()
    await expect(user.toast(SAVED)).to_be_visible()
    # the group's name stands above its pages, on the way back too
    name = (await sheet_of(lesson))["lesson"]["group"]["name"]
    crumbs = user.page.get_by_role("navigation", name="Sahifa yo'li")
    await crumbs.get_by_role("link", name=name, exact=True).click()
    await expect(crumbs.get_by_text(name, exact=True)).to_have_attribute("aria-current", "page")
    grid = user.page.get_by_role("grid", name="Oylik davomat")
    await expect(grid.get_by_role("rowheader")).to_have_count(12)
    await expect(grid).to_contain_text("100,0%")
    await expect(grid.get_by_role("gridcell", name="guruhda emas edi").first).to_be_visible()
    await expect(grid).to_contain_text(re.compile(r"\b(0|50),0%"))
    # everybody is marked: nothing is left to do, so nothing is gold (D-157)
    await expect(user.page.get_by_role("link", name="Hozirgisini ko'rish")).to_be_visible()
    await expect(user.page.locator("main .bg-accent")).to_have_count(0)
    await grid.locator("[data-cell='0-0']").focus()
    for key in ("End", "ArrowDown", "ArrowDown"):
        await user.page.keyboard.press(key)
    await expect(grid.locator("[data-cell^='2-']:focus")).to_have_count(1)
    await user.screenshot("attendance-month-1440")
    # in a low window the focus never stays behind the pinned heads
    await user.page.set_viewport_size({"width": 1440, "height": 520})
    await grid.locator("..").evaluate("(box) => box.scrollTo(0, 40)")
    assert not await in_front(grid.locator("[data-cell='0-0']"))
    await grid.locator("[data-cell='0-0']").focus()
    assert await in_front(grid.locator("[data-cell='0-0']"))
    await user.page.set_viewport_size({"width": 1440, "height": 900})
    await grid.get_by_role("columnheader", name=re.compile(", 3-dars")).get_by_role("link").click()
    await user.expect_url(lesson.path())

    phone = await open_browser(lesson.login, PASSWORD, viewport=PHONE)
    await phone.open(f"{group}?tab=1")
    first = phone.page.get_by_role("list", name="Oylik davomat").get_by_role("listitem").first
    await expect(first).to_contain_text("keldi 11, kechikdi 0, kelmadi 1")
    await phone.screenshot("attendance-month-390")


async def test_a_half_marked_class_is_not_done(open_browser: OpenBrowser, centre: Centre) -> None:
    """Two of twenty are 2/20 in amber, wherever the lesson is shown, until the last.

    D-157.
    """
    await remove_lessons(centre)
    lesson = await a_current_lesson(centre, 20)
    user = await open_lesson(open_browser, lesson)
    for student in lesson.students[:2]:
        await choice(user, student, "Keldi").click()
    await user.button(re.compile("^Saqlash")).click()
    await expect(user.toast(SAVED_BUT.format(18))).to_be_visible()
    tag = user.page.get_by_text("2/20 belgilangan")
    await expect(tag).to_have_class(re.compile("text-warn"))
    await user.screenshot("attendance-half-1440")
    # the tag of unsaved marks moves no row: the next click meets the student it aims at
    aimed = row(user, lesson.students[5])
    await aimed.evaluate("row => row.scrollIntoView({ block: 'center' })")
    before = await aimed.bounding_box()
    await choice(user, lesson.students[5], "Kelmadi").click()
    await expect(user.page.get_by_text("Saqlanmagan")).to_be_visible()
    assert await aimed.bounding_box() == before
    await user.page.keyboard.press("Backspace")
    await user.open("/today")
    now = user.page.get_by_role("region", name="Hozirgi darslar")
    await expect(now.get_by_text("2/20 belgilangan")).to_be_visible()
    await expect(now).not_to_contain_text("tasi keldi")
    await user.screenshot("today-half-1440")
    await centre.sql(f"update lessons set begin_time = '00:00', end_time = '00:01' where id = {lesson.lesson_id}")
    office = await open_browser("superadmin")
    for one in (user, office):
        await one.open("/today?marking=partly")
        part = one.page.get_by_role("region", name="Qisman belgilangan")
        await expect(part.locator(f'a[href$="{lesson.path().removeprefix("/my-groups")}"]')).to_have_text("Davomat")
        await expect(part).to_contain_text("2/20 belgilangan")
    await office.screenshot("today-half-office-1440")
    await user.page.get_by_role("region", name="Qisman belgilangan").get_by_role("link", name="Davomat").click()
    await user.button("Hammasi keldi").click()
    await user.button(re.compile("^Saqlash")).click()
    await expect(user.toast(SAVED)).to_be_visible()
    await expect(tag).to_have_count(0)
    await user.open("/today")
    await expect(user.page.get_by_role("region", name="Qisman belgilangan")).to_have_count(0)


async def test_a_teacher_checks_in_where_the_class_is_marked(open_browser: OpenBrowser, centre: Centre) -> None:
    """Offered on opening and after saving, one key; marking every class ends at 100 %.

    D-77.
    """
    await remove_lessons(centre)
    lesson = await a_current_lesson(centre, 3, begins=datetime.now(ZONE) - timedelta(minutes=2))
    await centre.sql(f"delete from lessons where group_id = {lesson.group_id} and id <> {lesson.lesson_id}")
    others = f"teacher_id = {lesson.teacher_id} and id <> {lesson.lesson_id} and date = '{lesson.day}'"
    await centre.sql(f"update lessons set begin_time = '00:00', end_time = '00:01' where {others}")
    user = await open_lesson(open_browser, lesson)
    offer = user.button(re.compile("^Darsdaman"))
    gold = user.page.locator("main button.bg-accent")
    await expect(gold).to_have_text(re.compile("^Darsdaman"))
    await user.page.keyboard.press("Shift+A")
    await expect(gold).to_have_text(re.compile("^Saqlash"))
    await user.page.keyboard.press("Control+Enter")
    await expect(user.toast(SAVED)).to_be_visible()
    await expect(gold).to_have_text(re.compile("^Darsdaman"))
    await user.screenshot("attendance-check-in-1440")
    await user.open("/today")
    now = user.page.get_by_role("region", name="Hozirgi darslar")
    await expect(now.get_by_role("button", name=re.compile("^Darsdaman: "))).to_be_visible()
    await user.screenshot("today-check-in-1440")
    await user.page.keyboard.press("Shift+D")
    await expect(user.toast("Darsdasiz: o'z vaqtida belgilandi")).to_be_visible()
    await expect(now).to_contain_text(re.compile(r"Darsda, \d\d:\d\d"))
    await user.open(lesson.path())
    await expect(row(user, lesson.students[0])).to_be_visible()
    await user.expect_text(re.compile(r"Darsda, \d\d:\d\d"))
    await expect(offer).to_have_count(0)
    await centre.sql(f"update lessons set begin_time = '00:00', end_time = '00:01' where id = {lesson.lesson_id}")
    group = f"/my-groups/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}"
    await user.open(f"{group}?tab=7&month={lesson.day:%Y-%m}")
    await user.expect_text("100,0%")


async def test_attendance_works_on_a_phone(open_browser: OpenBrowser, centre: Centre) -> None:
    """ui.md: cards, targets of 44 px, the same two clicks."""
    lesson = await a_current_lesson(centre, 6)
    await lesson.enter_through_door(lesson.students[1], -4)
    user = await open_lesson(open_browser, lesson, viewport=PHONE, has_touch=True)
    box = await choice(user, lesson.students[0], "Keldi").bounding_box()
    assert box
    assert box["height"] >= 44
    await choice(user, lesson.students[2], "Kechikdi").tap()
    await user.screenshot("attendance-phone-390")
    await user.button("Hammasi keldi").tap()
    await user.button(re.compile("^Saqlash")).tap()
    await expect(user.toast(SAVED)).to_be_visible()
    assert len(await lesson.marks()) == 6


async def test_the_class_fits_every_width(open_browser: OpenBrowser, centre: Centre) -> None:
    """From phone to wide screen without horizontal scrolling (ui.md).

    Names shrink first, then the earlier lessons.
    """
    lesson = await a_current_lesson(centre, 6)
    async with centre.database() as database:
        await database.execute(
            "update students set full_name = $2, sort_key = $2 where id = $1",
            *(lesson.students[0], "Abdurahmonova Muhabbatxon Abdulg'afforjon qizi"),
        )
        columns = "group_id, teacher_id, schedule_id, date, begin_time, end_time, classroom_name"
        earlier = columns.replace("date", "date - $2::int", 1)
        for days in (21, 28, 35, 39):
            before = f"insert into lessons ({columns}) select {earlier} from lessons where id = $1"
            await database.execute(before, lesson.lesson_id, days)
        await database.execute(
            """insert into attendances (lesson_id, student_id, status, marked_at)
            select id, $2, 1, now() from lessons where group_id = $1 and id <> $3""",
            *(lesson.group_id, lesson.students[0], lesson.lesson_id),
        )
    wide = "document.documentElement.scrollWidth - innerWidth"
    for language in ("uz", "ru"):
        user = await open_lesson(open_browser, lesson, language=language)
        for key in ("Shift+A", "ArrowDown", "2", "2", "ArrowDown", "3"):
            await user.page.keyboard.press(key)
        for width in (1440, 1366, 1280, 1100, 1024, 920, 800, 600, 390, 320):
            await user.page.set_viewport_size({"width": width, "height": 860})
            await expect(row(user, lesson.students[0])).to_be_visible()
            # the table becomes cards in the render that follows the resize
            try:
                await user.page.wait_for_function(f"() => {wide} <= 0", timeout=10_000)
            except PlaywrightTimeoutError:
                pytest.fail(f"{language}: {await user.page.evaluate(wide)} px wider than the screen of {width}")
            if width > 919:
                await _fits(user, f"{language} {width}")
            await user.screenshot(f"attendance-{language}-{width}")


async def test_a_teacher_can_open_only_own_lessons(open_browser: OpenBrowser, centre: Centre) -> None:
    """A lesson of another teacher's group is not found (D-13, D-54)."""
    lesson = await a_current_lesson(centre, 1)
    other = await a_current_lesson(centre, 1)
    user = await open_browser(other.login, PASSWORD)
    user.provoked("404")
    await user.open(lesson.path())
    await expect(user.page.locator("[data-student]")).to_have_count(0)
    await user.open(lesson.path(mine=False))
    await user.expect_text("Sizda ushbu sahifa uchun huquq mavjud emas!")
