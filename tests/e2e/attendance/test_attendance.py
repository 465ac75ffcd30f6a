"""The attendance screen: keys and clicks, offline use, rejections, corrections.

Issue 6.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Locator, Page, Route, expect

from domain.people.folding import match_level
from tests.e2e.attendance.lesson_of_now import PASSWORD, LessonOfNow, a_lesson_of_now, sheet_of
from tests.e2e.centre import Centre
from tests.e2e.conftest import Sit
from tests.e2e.desk import PHONE, Desk

ATTENDED, ABSENT, LATE = 1, 2, 4
ON_THE_ROAD, REASONABLE, WITHOUT_REASON = 1, 2, 3
SAVED = "Davomat muvaffaqiyatli saqlandi"
# of a class of 20 with two absent and one late (ui.md); held modifier keys count too
MOST_KEYS, MOST_CLICKS, MOST_CLICKS_ALL_CAME = 14, 8, 2


class Fingers:
    """Presses keys and counts them, held modifiers included."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    async def press(self, key: str) -> None:
        """`Control+Enter` is two keys."""
        self.count += len(key.split("+"))
        await self.page.keyboard.press(key)


async def at_the_lesson(sit: Sit, lesson: LessonOfNow, **how: Any) -> Desk:
    """Opens the lesson's screen as its teacher."""
    desk = await sit(lesson.login, PASSWORD, **how)
    await desk.open(lesson.path())
    await expect(row(desk, lesson.students[0])).to_be_visible()
    return desk


def row(desk: Desk, student_id: int) -> Locator:
    """The row of a student of the class."""
    return desk.page.locator(f'[data-student="{student_id}"]')


def choice(desk: Desk, student_id: int, word: str) -> Locator:
    """Keldi, Kelmadi, Kechikdi of a student."""
    return row(desk, student_id).get_by_role("radio", name=re.compile(f"^{word}"))


async def three_of(lesson: LessonOfNow) -> list[tuple[int, str]]:
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
async def cut_off(desk: Desk) -> AsyncIterator[None]:
    """Blocks every call of the API."""

    async def cut(route: Route) -> None:
        await route.abort("connectionfailed")

    await desk.context.route("**/api/**", cut)
    desk.provoked("net::ERR_CONNECTION_FAILED")
    try:
        yield
    finally:
        await desk.context.unroute("**/api/**")


async def test_a_class_is_marked_with_fourteen_key_presses(sit: Sit, centre: Centre) -> None:
    """20 students, two absent and one late, save included.

    R1-004, R2-012, R2-048, R2-200, R2-457, ui.md.
    """
    lesson = await a_lesson_of_now(centre)
    absent, late, reasonable = await three_of(lesson)
    desk = await at_the_lesson(sit, lesson)
    fingers = Fingers(desk.page)
    for key in ("Shift+A", absent[1], "2", late[1], "3"):
        await fingers.press(key)
    await desk.page.wait_for_timeout(1_050)
    for key in (reasonable[1], "2", "2", "Control+Enter"):
        await fingers.press(key)
    await expect(desk.toast(SAVED)).to_be_visible()
    assert fingers.count <= MOST_KEYS, fingers.count
    marks = await lesson.marks()
    assert len(marks) == 20
    assert marks[absent[0]] == (ABSENT, WITHOUT_REASON)
    assert marks[late[0]] == (LATE, ON_THE_ROAD)
    assert marks[reasonable[0]] == (ABSENT, REASONABLE)
    assert sum(status == ATTENDED for status, _ in marks.values()) == 17
    await expect(desk.button(re.compile("^Saqlash"))).to_be_disabled()


async def test_a_class_is_marked_with_eight_clicks(sit: Sit, centre: Centre) -> None:
    """By mouse alone with one chosen reason; all present takes two clicks.

    R2-202, ui.md.
    """
    lesson = await a_lesson_of_now(centre)
    desk = await at_the_lesson(sit, lesson)
    clicks = 0

    async def click(what: Locator) -> None:
        nonlocal clicks
        clicks += 1
        await what.click()

    first, second, third = lesson.students[2], lesson.students[8], lesson.students[15]
    await click(desk.button("Hammasi keldi"))
    await click(choice(desk, first, "Kelmadi"))
    await click(choice(desk, second, "Kelmadi"))
    await click(choice(desk, third, "Kechikdi"))
    await click(row(desk, second).get_by_role("button", name=re.compile("^Sabab")))
    await click(desk.page.get_by_role("option", name=re.compile("^Sababli")))
    await desk.photograph("attendance-marked-1440")
    await click(desk.button(re.compile("^Saqlash")))
    await expect(desk.toast(SAVED)).to_be_visible()
    assert clicks <= MOST_CLICKS, clicks
    marks = await lesson.marks()
    assert (marks[first], marks[second], marks[third]) == (
        (ABSENT, WITHOUT_REASON),
        (ABSENT, REASONABLE),
        (LATE, ON_THE_ROAD),
    )

    whole = await a_lesson_of_now(centre)
    desk = await at_the_lesson(sit, whole)
    clicks = 0
    await click(desk.button("Hammasi keldi"))
    await click(desk.button(re.compile("^Saqlash")))
    await expect(desk.toast(SAVED)).to_be_visible()
    assert clicks <= MOST_CLICKS_ALL_CAME
    assert [status for status, _ in (await whole.marks()).values()] == [ATTENDED] * 20


async def test_single_key_shortcuts_can_be_switched_off(sit: Sit, centre: Centre) -> None:
    """Letters and digits do nothing then; Ctrl+Enter and the arrows still work.

    ui.md.
    """
    lesson = await a_lesson_of_now(centre, 3)
    desk = await at_the_lesson(sit, lesson)
    await desk.page.evaluate("localStorage.setItem('markaz.device.single-keys', 'false')")
    await desk.page.keyboard.press("Shift+A")
    await desk.page.keyboard.press("2")
    await expect(desk.button(re.compile("^Saqlash"))).to_be_disabled()
    radios = desk.page.get_by_role("radio")
    await radios.first.focus()
    await desk.page.keyboard.press("ArrowDown")
    await desk.page.keyboard.press("ArrowRight")
    await expect(radios.nth(4)).to_be_focused()
    await desk.page.keyboard.press("Space")
    await desk.page.keyboard.press("Control+Enter")
    await expect(desk.toast(SAVED)).to_be_visible()
    assert [status for status, _ in (await lesson.marks()).values()] == [ABSENT]


async def test_a_reason_is_chosen_by_keys(sit: Sit, centre: Centre) -> None:
    """The list opens beside the student, its digit picks, and the arrows move on.

    ui.md.
    """
    lesson = await a_lesson_of_now(centre, 2)
    desk = await at_the_lesson(sit, lesson)
    for key in ("ArrowDown", "2", "Shift+R"):
        await desk.page.keyboard.press(key)
    chooser, reasons = desk.page.locator("[data-reason] button"), desk.page.get_by_role("listbox")
    await expect(reasons).to_be_visible()
    beside, shown = await chooser.bounding_box() or {}, await reasons.bounding_box() or {}
    assert abs(shown["x"] - beside["x"]) < 10
    assert abs(shown["y"] - beside["y"] - beside["height"]) < 10
    for key in ("2", "ArrowDown", "1"):
        await desk.page.keyboard.press(key)
    await expect(chooser).to_have_text("Sababli")
    marked = desk.page.locator("[data-student]").nth(1).get_by_role("radio", name="Keldi")
    await expect(marked).to_be_checked()


async def test_keys_do_not_reach_the_class_behind_a_dialog(sit: Sit, centre: Centre) -> None:
    """With a dialog open neither digits nor Ctrl+Enter affect the class (A5)."""
    lesson = await a_lesson_of_now(centre, 2)
    desk = await at_the_lesson(sit, lesson)
    await choice(desk, lesson.students[0], "Kelmadi").click()
    await desk.button("Dars bo'lmadi").click()
    asked = desk.page.get_by_role("alertdialog")
    await asked.get_by_role("button", name="Bekor qilish").focus()
    for key in ("ArrowDown", "3", "Shift+A", "Control+Enter"):
        await desk.page.keyboard.press(key)
    await asked.get_by_role("button", name="Bekor qilish").click()
    await expect(asked).to_have_count(0)
    await expect(choice(desk, lesson.students[0], "Kelmadi")).to_be_checked()
    await expect(choice(desk, lesson.students[1], "Keldi")).not_to_be_checked()
    await expect(choice(desk, lesson.students[1], "Kechikdi")).not_to_be_checked()
    assert await lesson.saves() == 0


async def test_a_student_with_a_door_entry_is_proposed(sit: Sit, centre: Centre) -> None:
    """Hatched until the save; late after ten minutes; saved as proposed if untouched.

    D-24, R2-258.
    """
    lesson = await a_lesson_of_now(centre, 4)
    early, late, touched, absent = lesson.students
    await lesson.come_through_the_door(early, -18)
    await lesson.come_through_the_door(late, 15)
    await lesson.come_through_the_door(touched, -5)
    desk = await at_the_lesson(sit, lesson)
    await expect(choice(desk, early, "Keldi")).to_have_class(re.compile("hatched"))
    await expect(choice(desk, late, "Kechikdi")).to_have_class(re.compile("hatched"))
    await desk.see("3 / 4")
    await choice(desk, touched, "Kelmadi").click()
    await desk.photograph("attendance-doors-1440")
    await desk.button(re.compile("^Saqlash")).click()
    await expect(desk.toast(SAVED)).to_be_visible()
    assert await lesson.marks() == {
        early: (ATTENDED, None),
        late: (LATE, ON_THE_ROAD),
        touched: (ABSENT, WITHOUT_REASON),
    }
    await expect(row(desk, absent).get_by_role("radio", checked=True)).to_have_count(0)


async def test_marks_made_offline_are_sent_once_when_back_online(sit: Sit, centre: Centre) -> None:
    """Marked without a connection and through a reload (D-51, D-70, A5, A10)."""
    lesson = await a_lesson_of_now(centre, 5)
    first, second = lesson.students[:2]
    desk = await at_the_lesson(sit, lesson)
    await choice(desk, first, "Kelmadi").click()
    await desk.see("Saqlanmagan")

    await desk.page.reload()
    await expect(choice(desk, first, "Kelmadi")).to_be_checked()
    async with cut_off(desk):
        await choice(desk, second, "Kechikdi").click()
        await desk.page.keyboard.press("Control+Enter")
        await desk.see("Hali yuborilmagan")
        await desk.see("Internet bilan biron muammo bor.")
        await desk.photograph("attendance-offline-1440")
        assert await lesson.marks() == {}
        # the window is closed with the marks unsent
        await desk.page.close(run_before_unload=False)
    desk.page = await desk.another_window("/profile")
    await expect(desk.heading("Profil")).to_be_visible()
    await _until_marked(desk, lesson, 2)
    assert await lesson.marks() == {first: (ABSENT, WITHOUT_REASON), second: (LATE, ON_THE_ROAD)}
    assert await lesson.saves() == 1
    assert not [name for name in await desk.stored() if "unsent" in name]


async def test_an_unsent_class_is_left_without_a_question_and_stays_listed(sit: Sit, centre: Centre) -> None:
    """Leaving discards nothing; unsent marks stay visible until sent (D-70, ui.md)."""
    lesson = await a_lesson_of_now(centre, 3)
    desk = await at_the_lesson(sit, lesson)
    waiting = desk.button(re.compile("^Yuborilmagan davomat"))
    await choice(desk, lesson.students[0], "Kelmadi").click()
    await desk.see("Saqlanmagan")
    await expect(waiting).to_have_count(0)
    await desk.page.get_by_role("navigation").get_by_role("link", name="Mening guruhlarim").first.click()
    await desk.be_at("/my-groups")
    await expect(desk.toast("Belgilar shu qurilmada saqlandi, lekin hali yuborilmagan.")).to_be_visible()
    await desk.page.reload()
    await waiting.click()
    await desk.page.get_by_role("menuitem", name=re.compile("Saqlash bosilmagan")).click()
    await desk.be_at(lesson.path())
    await expect(choice(desk, lesson.students[0], "Kelmadi")).to_be_checked()
    await desk.see("Avvalgi belgilaringiz shu qurilmada turibdi, hali yuborilmagan.")
    await desk.photograph("attendance-draft-1440")
    assert await lesson.marks() == {}
    await desk.button(re.compile("^Saqlash")).click()
    await expect(desk.toast(SAVED)).to_be_visible()
    await expect(desk.page.get_by_text("Avvalgi belgilaringiz")).to_have_count(0)
    assert await lesson.marks() == {lesson.students[0]: (ABSENT, WITHOUT_REASON)}
    await desk.open("/my-groups")
    await desk.settled()
    await expect(waiting).to_have_count(0)


async def test_old_unsent_marks_can_be_discarded(sit: Sit, centre: Centre) -> None:
    """They are listed on later days; those past the save window can be discarded.

    D-25, D-70.
    """
    lesson = await a_lesson_of_now(centre, 2)
    desk = await at_the_lesson(sit, lesson)
    await choice(desk, lesson.students[0], "Kelmadi").click()
    await desk.see("Saqlanmagan")
    # three days pass
    await centre.sql(f"update lessons set date = date - 3 where id = {lesson.lesson_id}")
    await desk.open(f"{lesson.path()}?lessonId={lesson.lesson_id}")
    await desk.see("bu darsga endi saqlab bo'lmaydi")
    await desk.button("Belgilarni tashlab yuborish").click()
    await expect(desk.page.get_by_text("Saqlanmagan")).to_have_count(0)
    await desk.open("/my-groups")
    await desk.settled()
    await expect(desk.button(re.compile("^Yuborilmagan davomat"))).to_have_count(0)


async def _until_marked(desk: Desk, lesson: LessonOfNow, count: int) -> None:
    for _ in range(100):
        if len(await lesson.marks()) == count:
            break
        await desk.page.wait_for_timeout(100)
    await expect(desk.button(re.compile("^Yuborilmagan davomat"))).to_have_count(0)


async def test_the_console_works_without_any_network(sit: Sit, centre: Centre) -> None:
    """A first offline save needs no code that is not loaded; dialogs work too.

    D-51, D-70.
    """
    lesson = await a_lesson_of_now(centre, 3)
    desk = await at_the_lesson(sit, lesson)
    await desk.page.wait_for_load_state("networkidle")
    desk.provoked("net::ERR_INTERNET_DISCONNECTED")
    await desk.context.set_offline(True)
    await desk.button("Hammasi keldi").click()
    await desk.button("Dars bo'lmadi").click()
    await desk.page.get_by_role("alertdialog").get_by_role("button", name="Bekor qilish").click()
    await desk.page.keyboard.press("Control+Enter")
    await desk.see("Hali yuborilmagan")
    await desk.see("Davomat shu qurilmada saqlandi")
    await expect(desk.button(re.compile("^Yuborilmagan davomat"))).to_be_visible()
    await desk.context.set_offline(False)
    await _until_marked(desk, lesson, 3)
    await expect(desk.page.get_by_text("Davomat shu qurilmada saqlandi")).to_have_count(0)
    assert await lesson.saves() == 1


async def test_a_lost_answer_is_retried_with_the_same_key(sit: Sit, centre: Centre) -> None:
    """The server saved, the answer was lost; the key returns it, with one effect.

    A10, D-8.
    """
    lesson = await a_lesson_of_now(centre, 3)
    desk = await at_the_lesson(sit, lesson)
    keys: list[str] = []

    async def lose_the_first(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            await route.fetch()
            await route.abort("connectionfailed")
        else:
            await route.continue_()

    await desk.context.route("**/attendance/save-for-academic", lose_the_first)
    desk.provoked("net::ERR_CONNECTION_FAILED")
    await desk.button("Hammasi keldi").click()
    await desk.button(re.compile("^Saqlash")).click()
    await desk.see("Hali yuborilmagan")
    await expect(desk.page.get_by_text("Hali yuborilmagan")).to_have_count(0)
    assert len(set(keys)) == 1
    assert len(keys) > 1
    assert len(await lesson.marks()) == 3
    assert await lesson.saves() == 1


async def test_unsent_marks_are_not_sent_by_another_account(sit: Sit, centre: Centre) -> None:
    """They wait for the account that made them while others sign in (D-70)."""
    lesson = await a_lesson_of_now(centre, 3)
    other = await a_lesson_of_now(centre, 2)
    desk = await at_the_lesson(sit, lesson)
    async with cut_off(desk):
        await desk.button("Hammasi keldi").click()
        await desk.button(re.compile("^Saqlash")).click()
        await desk.see("Hali yuborilmagan")
        # the session ends during the absence
        await desk.page.evaluate("localStorage.removeItem('markaz.person.tokens')")
    await desk.open("/signin")
    await desk.sign_in(other.login, PASSWORD)
    await expect(desk.button(re.compile("^Foydalanuvchi menyusi"))).to_be_visible()
    await desk.page.wait_for_timeout(1_500)
    assert await lesson.marks() == {}
    await desk.sign_out()
    await desk.sign_in(lesson.login, PASSWORD)
    await expect(desk.button(re.compile("^Foydalanuvchi menyusi"))).to_be_visible()
    await _until_marked(desk, lesson, 3)
    assert len(await lesson.marks()) == 3


async def test_two_tabs_of_two_groups_never_mix(sit: Sit, centre: Centre) -> None:
    """A save from the first tab goes to its own class after the second opened (A6)."""
    one = await a_lesson_of_now(centre, 3)
    other = await a_lesson_of_now(centre, 3)
    await centre.sql(f"update lessons set teacher_id = {one.teacher_id} where id = {other.lesson_id}")
    await centre.sql(f"update schedules set teacher_id = {one.teacher_id} where id = {other.schedule_id}")
    desk = await at_the_lesson(sit, one)
    second = await desk.another_window(other.path())
    await second.locator(f'[data-student="{other.students[0]}"]').get_by_role("radio", name="Kelmadi").click()
    await desk.button("Hammasi keldi").click()
    await desk.button(re.compile("^Saqlash")).click()
    await expect(desk.toast(SAVED)).to_be_visible()
    assert set(await one.marks()) == set(one.students)
    assert await other.marks() == {}
    await second.get_by_role("button", name=re.compile("^Saqlash")).click()
    await expect(second.locator("[data-sonner-toast]").filter(has_text=SAVED)).to_be_visible()
    assert await other.marks() == {other.students[0]: (ABSENT, WITHOUT_REASON)}


async def test_a_student_rejected_by_the_school_is_named_and_resent(sit: Sit, centre: Centre) -> None:
    """One of the class rejected, named in place; *send again* sends that one.

    R1-433, R2-455, D-26, A1.
    """
    lesson = await a_lesson_of_now(centre, 4)
    async with centre.database() as database:
        group, members = await _a_group_of_the_school(database)
        await database.execute("update lessons set group_id = $1 where id = $2", group, lesson.lesson_id)
        await database.execute("update schedules set group_id = $1 where id = $2", group, lesson.schedule_id)
    desk = await sit(lesson.login, PASSWORD)
    centre.school_suffers("partial:attendance")
    try:
        await desk.open(lesson.path().replace(f"/{lesson.group_id}/", f"/{group}/", 1))
        await expect(row(desk, members[0])).to_be_visible()
        await desk.button("Hammasi keldi").click()
        await desk.button(re.compile("^Saqlash")).click()
        refused = desk.heading("Tashqi tizim 1 talabani qabul qilmadi")
        await expect(refused).to_be_visible(timeout=60_000)
        await expect(desk.page.get_by_text("Qabul qilinmadi", exact=True)).to_have_count(1)
        await desk.photograph("attendance-refused-1440")
        await _fits(desk)
        longer_words = await sit(lesson.login, PASSWORD, language="ru")
        await longer_words.open(desk.page.url)
        await expect(row(longer_words, members[0])).to_be_visible()
        await _fits(longer_words)
        await desk.page.set_viewport_size({"width": 390, "height": 844})
        await expect(refused).to_be_in_viewport()
        await desk.page.set_viewport_size({"width": 1440, "height": 900})
        await desk.button("Qayta yuborish").click()
        await expect(refused).to_have_count(0, timeout=60_000)
        await centre.sql(f"update attendance_pushes set state = 'unknown' where lesson_id = {lesson.lesson_id}")
        await desk.page.reload()
        await desk.see("Maktab tizimi javob bermadi")
    finally:
        centre.school_suffers()


async def _fits(desk: Desk, when: str = "") -> None:
    """The last lessons are visible without horizontal scrolling."""
    hidden = "box => box.scrollWidth - box.clientWidth"
    assert await desk.page.locator("div:has(> table)").first.evaluate(hidden) == 0, when


async def test_an_invalid_day_in_the_url_offers_no_retry(sit: Sit, centre: Centre) -> None:
    """An invalid day or month is not requested again and again (R1-052, D-55)."""
    lesson = await a_lesson_of_now(centre, 1)
    desk = await sit(lesson.login, PASSWORD)
    await desk.open(lesson.path().replace(str(lesson.day), "2026-02-31"))
    await desk.see("Bunday yozuv topilmadi")
    await expect(desk.button("Qayta urinish")).to_have_count(0)
    group = f"/my-groups/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}"
    for tab in (1, 7):
        await desk.open(f"{group}?tab={tab}&month=2026-13")
        await expect(desk.button(re.compile("^Oy"))).to_be_visible()


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


async def test_a_version_conflict_shows_both_states(sit: Sit, centre: Centre) -> None:
    """409 brings the newer sheet; own marks stay on top, the difference is shown.

    D-8, A4.
    """
    lesson = await a_lesson_of_now(centre, 3)
    first, second, third = lesson.students
    desk = await at_the_lesson(sit, lesson)
    await choice(desk, first, "Kelmadi").click()
    await choice(desk, second, "Kechikdi").click()
    token = (await centre.sign_in())["accessToken"]
    body = {
        "lessonId": lesson.lesson_id,
        "version": (await sheet_of(lesson))["lesson"]["version"],
        "entries": [{"studentId": first, "mark": 1}, {"studentId": third, "mark": 1}],
    }
    await centre.call("PUT", "/attendance/save-for-admin", token, data=body)
    desk.provoked("409")
    await desk.button(re.compile("^Saqlash")).click()
    await desk.see("Bu orada boshqa kishi shu talabalarni boshqacha belgiladi")
    await expect(choice(desk, first, "Kelmadi")).to_be_checked()
    await expect(choice(desk, third, "Keldi")).to_be_checked()
    await expect(row(desk, first)).to_contain_text("boshqa kishi: keldi")
    await desk.photograph("attendance-stale-1440")
    await desk.button("Meniki qolsin").click()
    await desk.button(re.compile("^Saqlash")).click()
    question = desk.page.get_by_role("alertdialog")
    await expect(question).to_contain_text("O'quv bo'limining belgisi almashtirilsinmi?")
    await question.get_by_role("button", name="Almashtirish").click()
    await expect(desk.toast(SAVED)).to_be_visible()
    assert (await lesson.marks())[first] == (ABSENT, WITHOUT_REASON)
    assert (await lesson.marks())[second] == (LATE, ON_THE_ROAD)


async def test_a_conflicting_mark_of_the_office_is_resolved_in_place(sit: Sit, centre: Centre) -> None:
    """The teacher's only mark is not saved; it stays, to be replaced or confirmed.

    D-47, A11.
    """
    lesson = await a_lesson_of_now(centre, 1)
    first = lesson.students[0]
    desk = await at_the_lesson(sit, lesson)
    await choice(desk, first, "Kelmadi").click()
    token = (await centre.sign_in())["accessToken"]
    version = (await sheet_of(lesson))["lesson"]["version"]
    body = {"lessonId": lesson.lesson_id, "version": version, "entries": [{"studentId": first, "mark": 1}]}
    await centre.call("PUT", "/attendance/save-for-admin", token, data=body)
    await desk.button(re.compile("^Saqlash")).click()
    await desk.see("Bu belgini o'quv bo'limi qo'ygan")
    await expect(choice(desk, first, "Kelmadi")).to_be_checked()
    await expect(row(desk, first)).to_contain_text("boshqa kishi: keldi")
    await desk.button("Meniki qolsin").click()
    await desk.button(re.compile("^Saqlash")).click()
    await desk.page.get_by_role("alertdialog").get_by_role("button", name="Almashtirish").click()
    await expect(desk.toast(SAVED)).to_be_visible()
    assert await lesson.marks() == {first: (ABSENT, WITHOUT_REASON)}


async def test_marks_without_conflict_are_saved_with_one_press(sit: Sit, centre: Centre) -> None:
    """The office marked another student meanwhile; the save succeeds by itself.

    D-8, WISH-27.
    """
    lesson = await a_lesson_of_now(centre, 2)
    first, second = lesson.students
    desk = await at_the_lesson(sit, lesson)
    await choice(desk, first, "Kelmadi").click()
    token = (await centre.sign_in())["accessToken"]
    version = (await sheet_of(lesson))["lesson"]["version"]
    body = {"lessonId": lesson.lesson_id, "version": version, "entries": [{"studentId": second, "mark": 1}]}
    await centre.call("PUT", "/attendance/save-for-admin", token, data=body)
    desk.provoked("409")
    await desk.button(re.compile("^Saqlash")).click()
    await expect(desk.toast(SAVED)).to_be_visible()
    assert await lesson.marks() == {first: (ABSENT, WITHOUT_REASON), second: (ATTENDED, None)}


async def test_a_student_who_left_meanwhile_is_named_and_left_out(sit: Sit, centre: Centre) -> None:
    """A student who can't be marked is named with a reason; the others are saved.

    A1.
    """
    lesson = await a_lesson_of_now(centre, 5)
    desk = await at_the_lesson(sit, lesson)
    gone, *others = lesson.students
    async with centre.database() as database:
        await database.execute(
            "update enrolments set ended_date = current_date - 20 where group_id = $1 and student_id = $2",
            *(lesson.group_id, gone),
        )
        name = await database.fetchval("select full_name from students where id = $1", gone)
    await desk.page.keyboard.press("Shift+A")
    await desk.page.keyboard.press("Control+Enter")
    await expect(desk.toast("1 talaba saqlanmadi")).to_be_visible()
    await expect(desk.page.get_by_text(re.compile(f"^{re.escape(name)} — "))).to_be_visible()
    assert set(await lesson.marks()) == set(others)
    await desk.photograph("attendance-left-out-1440")
    await desk.page.set_viewport_size(PHONE)
    await desk.photograph("attendance-left-out-390")
    await desk.button("Tushunarli").click()
    await expect(desk.page.get_by_text(re.compile(f"^{re.escape(name)} — "))).to_have_count(0)


async def test_a_correction_of_the_office_shows_author_and_first_value(sit: Sit, centre: Centre) -> None:
    """The teacher sees whose mark it is and the original value (D-47, A8, A11)."""
    lesson = await a_lesson_of_now(centre, 2)
    first, _ = lesson.students
    desk = await at_the_lesson(sit, lesson)
    await choice(desk, first, "Kelmadi").click()
    await desk.button(re.compile("^Saqlash")).click()
    await expect(desk.toast(SAVED)).to_be_visible()
    office = await sit("superadmin")
    await office.open(lesson.path(mine=False))
    await choice(office, first, "Kechikdi").click()
    await office.button(re.compile("^Saqlash")).click()
    await expect(office.toast(SAVED)).to_be_visible()
    await expect(row(office, first)).to_contain_text("avval: kelmadi")
    await desk.page.reload()
    await expect(row(desk, first)).to_contain_text("o'quv bo'limi")
    await expect(row(desk, first)).to_contain_text("avval: kelmadi")


async def test_a_late_submission_waits_for_the_office(sit: Sit, centre: Centre) -> None:
    """Yesterday's marks are stored apart and shown as such until decided (D-25, D-70).

    The notice stays until it is seen, and on the sheet until the decision. "No class" is the office's to set by then.
    """
    lesson = await a_lesson_of_now(centre, 2, yesterday=True)
    desk = await at_the_lesson(sit, lesson)
    await desk.see("Saqlasangiz, belgilar o'quv bo'limi tasdig'ini kutadi.")
    await expect(desk.button("Dars bo'lmadi")).to_have_count(0)
    await desk.button("Hammasi keldi").click()
    await desk.button(re.compile("^Saqlash")).click()
    await desk.see("Davomat vaqtidan keyin yetib bordi: o'quv bo'limi tasdig'ini kutmoqda.")
    assert await lesson.marks() == {}
    await desk.button("Tushunarli").click()
    await expect(desk.page.get_by_text("Davomat vaqtidan keyin yetib bordi")).to_have_count(0)
    await desk.page.reload()
    await desk.see("kech yuborilgan davomat o'quv bo'limi tasdig'ini kutmoqda")


async def test_a_lesson_is_cancelled_and_restored(sit: Sit, centre: Centre) -> None:
    """Cancelled with a reason it has no marks, and it can be restored (D-24)."""
    lesson = await a_lesson_of_now(centre, 2)
    desk = await at_the_lesson(sit, lesson)
    await desk.button("Dars bo'lmadi").click()
    asked = desk.page.get_by_role("alertdialog")
    await asked.get_by_label("Sababi").fill("Chiroq o'chdi")
    await asked.get_by_role("button", name="Dars bo'lmadi").click()
    await desk.see("Chiroq o'chdi")
    await expect(choice(desk, lesson.students[0], "Keldi")).to_be_disabled()
    await desk.photograph("attendance-no-class-1440")
    await desk.button("Dars bo'lgan").click()
    await desk.page.get_by_role("alertdialog").get_by_role("button", name="Dars bo'lgan").click()
    await expect(choice(desk, lesson.students[0], "Keldi")).to_be_enabled()


async def test_the_month_grid_of_a_group(sit: Sit, centre: Centre) -> None:
    """Today is one click away; arrows move; a column header opens a lesson.

    R1-109, R1-381, R2-034, R2-345, D-27, D-46.
    """
    lesson = await a_lesson_of_now(centre, 12)
    new, known = lesson.students[1:3]
    await centre.sql(
        f"""update enrolments set started_date = '{lesson.day}'
        where group_id = {lesson.group_id} and student_id = {new}"""
    )
    group = f"/my-groups/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}"
    desk = await sit(lesson.login, PASSWORD)
    await desk.open(f"{group}?tab=1")
    await desk.page.get_by_role("link", name="Hozirgi darsni belgilash").click()
    await desk.be_at(lesson.path())
    # a student who joined today could not be marked before (D-46, D-48)
    await expect(row(desk, new)).to_contain_text("guruhda emas edi")
    await expect(row(desk, known)).not_to_contain_text("guruhda emas edi")
    await choice(desk, lesson.students[0], "Kelmadi").click()
    await desk.button("Hammasi keldi").click()
    await desk.button(re.compile("^Saqlash")).click()
    await expect(desk.toast(SAVED)).to_be_visible()
    # the group's name stands above its pages, on the way back too
    name = (await sheet_of(lesson))["lesson"]["group"]["name"]
    crumbs = desk.page.get_by_role("navigation", name="Sahifa yo'li")
    await crumbs.get_by_role("link", name=name, exact=True).click()
    await expect(crumbs.get_by_text(name, exact=True)).to_have_attribute("aria-current", "page")
    grid = desk.page.get_by_role("grid", name="Oylik davomat")
    await expect(grid.get_by_role("rowheader")).to_have_count(12)
    await expect(grid).to_contain_text("100,0%")
    await expect(grid.get_by_role("gridcell", name="guruhda emas edi").first).to_be_visible()
    await expect(grid).to_contain_text(re.compile(r"\b(0|50),0%"))
    await expect(desk.page.get_by_role("link", name="Hozirgi darsni belgilash")).to_be_visible()
    await grid.locator("[data-cell='0-0']").focus()
    for key in ("End", "ArrowDown", "ArrowDown"):
        await desk.page.keyboard.press(key)
    await expect(grid.locator("[data-cell^='2-']:focus")).to_have_count(1)
    await desk.photograph("attendance-month-1440")
    await grid.get_by_role("columnheader", name=re.compile(", 3-dars")).get_by_role("link").click()
    await desk.be_at(lesson.path())

    phone = await sit(lesson.login, PASSWORD, viewport=PHONE)
    await phone.open(f"{group}?tab=1")
    first = phone.page.get_by_role("list", name="Oylik davomat").get_by_role("listitem").first
    await expect(first).to_contain_text("keldi 11, kechikdi 0, kelmadi 1")
    await phone.photograph("attendance-month-390")


async def test_attendance_works_on_a_phone(sit: Sit, centre: Centre) -> None:
    """ui.md: cards, targets of 44 px, the same two clicks."""
    lesson = await a_lesson_of_now(centre, 6)
    await lesson.come_through_the_door(lesson.students[1], -4)
    desk = await at_the_lesson(sit, lesson, viewport=PHONE, has_touch=True)
    box = await choice(desk, lesson.students[0], "Keldi").bounding_box()
    assert box
    assert box["height"] >= 44
    await choice(desk, lesson.students[2], "Kechikdi").tap()
    await desk.photograph("attendance-phone-390")
    await desk.button("Hammasi keldi").tap()
    await desk.button(re.compile("^Saqlash")).tap()
    await expect(desk.toast(SAVED)).to_be_visible()
    assert len(await lesson.marks()) == 6


async def test_the_class_fits_every_width(sit: Sit, centre: Centre) -> None:
    """From phone to wide screen without horizontal scrolling (ui.md).

    Names shrink first, then the earlier lessons.
    """
    lesson = await a_lesson_of_now(centre, 6)
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
    for language in ("uz", "ru"):
        desk = await at_the_lesson(sit, lesson, language=language)
        for key in ("Shift+A", "ArrowDown", "2", "2", "ArrowDown", "3"):
            await desk.page.keyboard.press(key)
        for width in (1440, 1366, 1280, 1100, 1024, 920, 800, 600, 390, 320):
            await desk.page.set_viewport_size({"width": width, "height": 860})
            await expect(row(desk, lesson.students[0])).to_be_visible()
            wide = "() => document.documentElement.scrollWidth - innerWidth"
            assert await desk.page.evaluate(wide) <= 0, (language, width)
            if width > 919:
                await _fits(desk, f"{language} {width}")
            await desk.photograph(f"attendance-{language}-{width}")


async def test_a_teacher_can_open_only_own_lessons(sit: Sit, centre: Centre) -> None:
    """A lesson of another teacher's group is not found (D-13, D-54)."""
    lesson = await a_lesson_of_now(centre, 1)
    other = await a_lesson_of_now(centre, 1)
    desk = await sit(other.login, PASSWORD)
    desk.provoked("404")
    await desk.open(lesson.path())
    await expect(desk.page.locator("[data-student]")).to_have_count(0)
    await desk.open(lesson.path(mine=False))
    await desk.see("Sizda ushbu sahifa uchun huquq mavjud emas!")
