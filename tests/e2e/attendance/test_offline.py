"""The console without a network.

Reload, tabs, updates, sign-out, another person (D-70, issue 16, proof 4).

The browser reaches the console over a line that the test cuts: a service worker's requests are cut with the page's.
"""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.attendance.current_lesson import PASSWORD, CurrentLesson, a_current_lesson
from tests.e2e.attendance.test_attendance import choice, row
from tests.e2e.centre import PASSWORD as CENTRE_PASSWORD
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.line import Line, a_line
from tests.e2e.staff_browser import StaffBrowser

ABSENT, LATE = 2, 4
NEW_BUILD = "0123456789abcdef"
UPDATE = "Konsolning yangi versiyasi tayyor"
# what is stored for the time without a network: name, reader, and whether any of it can be read without the key
RECORDS = """new Promise((resolve, reject) => {
    const opened = indexedDB.open("markaz-offline");
    opened.onerror = () => reject(opened.error);
    opened.onsuccess = () => {
        const { result } = opened;
        if (!result.objectStoreNames.contains("records")) return resolve([]);
        const all = result.transaction("records").objectStore("records").getAll();
        all.onsuccess = () => {
            result.close();
            resolve(all.result.map(({ name, userId, data }) =>
                ({ name, userId, text: new TextDecoder().decode(data) })));
        };
    };
})"""
CACHED = """(async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
    return found;
})()"""


@pytest.fixture
async def line(centre: Centre) -> AsyncIterator[Line]:
    """The way from the browser to the console."""
    async with a_line(centre.address) as line:
        yield line


async def records(page: Page) -> list[dict[str, Any]]:
    """The stored records of this browser."""
    return list(await page.evaluate(RECORDS))


async def until_stored(page: Page, *names: str) -> None:
    """Waits until the worker is at work and these records are stored."""
    await page.evaluate("navigator.serviceWorker.ready")
    for _ in range(200):
        found = {one["name"] for one in await records(page)}
        if found.issuperset(names):
            return
        await page.wait_for_timeout(50)
    raise AssertionError(f"{names} are not among {found}")


def sheet_name(lesson: CurrentLesson) -> str:
    """The name under which a lesson's sheet is stored."""
    return f"/attendance/for-academic/sheet {lesson.lesson_id}"


async def open_stored(open_browser: OpenBrowser, line: Line, lesson: CurrentLesson, **how: Any) -> StaffBrowser:
    """Opens the lesson as its teacher, until everything is stored for offline use."""
    user = await open_browser(lesson.login, PASSWORD, base_url=line.address, service_workers="allow", **how)
    user.provoked("net::ERR_")
    await user.open(lesson.path())
    await expect(row(user, lesson.students[0])).to_be_visible()
    await until_stored(user.page, "session", sheet_name(lesson))
    return user


async def another_window(user: StaffBrowser, path: str) -> Page:
    """A second window, whose line may be cut too."""
    page = await user.another_window(path)
    user.provoked("net::ERR_")
    return page


async def until_marked(lesson: CurrentLesson, count: int) -> None:
    """Waits until so many students of the lesson are marked."""
    for _ in range(400):
        if len(await lesson.marks()) == count:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(await lesson.marks())


async def test_a_class_is_marked_through_a_reload_without_a_network(
    open_browser: OpenBrowser, centre: Centre, line: Line
) -> None:
    """The reload shows the class with its marks.

    The save arrives once when the network is back (D-51, D-70).
    """
    lesson = await a_current_lesson(centre, 4)
    first, second, third, _ = lesson.students
    user = await open_stored(open_browser, line, lesson)
    await choice(user, first, "Kelmadi").click()
    line.is_cut = True
    await user.page.reload()
    await expect(choice(user, first, "Kelmadi")).to_be_checked()
    await choice(user, second, "Kechikdi").click()
    await user.page.keyboard.press("Control+Enter")
    await user.expect_text("Hali yuborilmagan")
    await user.expect_text("Internet bilan biron muammo bor.")
    await user.expect_text("Ro'yxatning oxirgi holati")
    # once more, and the queued save can still be changed
    await user.page.reload()
    await expect(choice(user, second, "Kechikdi")).to_be_checked()
    await choice(user, third, "Kelmadi").click()
    await user.screenshot("offline-reload-1440")
    await user.page.set_viewport_size({"width": 390, "height": 844})
    await user.screenshot("offline-reload-390")
    assert await lesson.marks() == {}
    line.is_cut = False
    await until_marked(lesson, 3)
    await expect(user.page.get_by_text("Hali yuborilmagan")).to_have_count(0)
    assert {student: status for student, (status, _) in (await lesson.marks()).items()} == {
        first: ABSENT,
        second: LATE,
        third: ABSENT,
    }
    assert await lesson.saves() == 1


async def test_a_lesson_that_was_never_opened_is_reached_from_today(
    open_browser: OpenBrowser, centre: Centre, line: Line
) -> None:
    """The own sheets are fetched ahead.

    A browser opened without a network shows the day and the class (D-70).
    """
    lesson = await a_current_lesson(centre, 3)
    user = await open_browser(lesson.login, PASSWORD, base_url=line.address, service_workers="allow")
    user.provoked("net::ERR_")
    await user.open("/profile")
    await until_stored(user.page, "session", "/today", sheet_name(lesson))
    await user.page.close()
    line.is_cut = True
    user.page = await another_window(user, "/")
    await user.page.get_by_role("link", name=re.compile("Python N")).first.wait_for()
    await user.screenshot("offline-today-1440")
    await user.open(lesson.path())
    await expect(row(user, lesson.students[0])).to_be_visible()
    await user.button("Hammasi keldi").click()
    await user.page.keyboard.press("Control+Enter")
    await user.expect_text("Hali yuborilmagan")
    line.is_cut = False
    await until_marked(lesson, 3)
    assert await lesson.saves() == 1


async def test_two_tabs_without_a_network_send_each_class_once(
    open_browser: OpenBrowser, centre: Centre, line: Line
) -> None:
    """Both are reloaded and both send when the network is back.

    Each save has one effect (A6, A10).
    """
    one = await a_current_lesson(centre, 3)
    other = await a_current_lesson(centre, 2)
    await centre.sql(f"update lessons set teacher_id = {one.teacher_id} where id = {other.lesson_id}")
    await centre.sql(f"update schedules set teacher_id = {one.teacher_id} where id = {other.schedule_id}")
    user = await open_stored(open_browser, line, one)
    second = await another_window(user, other.path())
    await second.locator(f'[data-student="{other.students[0]}"]').wait_for()
    await until_stored(second, sheet_name(other))
    line.is_cut = True
    for page in (user.page, second):
        await page.reload()
        await page.get_by_role("button", name="Hammasi keldi").click()
        await page.keyboard.press("Control+Enter")
        await expect(page.get_by_text("Hali yuborilmagan").first).to_be_visible()
    line.is_cut = False
    await until_marked(one, 3)
    await until_marked(other, 2)
    for page in (user.page, second):
        await expect(page.get_by_text("Hali yuborilmagan")).to_have_count(0)
    assert (await one.saves(), await other.saves()) == (1, 1)


async def test_a_new_version_waits_until_the_person_agrees(
    open_browser: OpenBrowser, centre: Centre, line: Line
) -> None:
    """It is offered, keeps what runs, and asks first while something is unsaved.

    See D-44.
    """
    lesson = await a_current_lesson(centre, 3)
    user = await open_stored(open_browser, line, lesson)
    build = "document.querySelector('meta[name=build]').content"
    first = await user.page.evaluate(build)
    other = await another_window(user, "/profile/password")
    await other.get_by_label("Joriy parol").fill("something")
    loads: list[str] = []
    for page in (user.page, other):
        page.on("load", lambda page: loads.append(page.url))
    line.upgrade(NEW_BUILD)
    await user.page.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
    for page in (user.page, other):
        await expect(page.locator("[data-sonner-toast]").filter(has_text=UPDATE)).to_be_visible()
    await user.screenshot("offline-new-version-1440")
    assert loads == []
    # something is typed in this window: it says so, and stays
    await other.get_by_role("button", name="Yangilash").click()
    await expect(other.locator("[data-sonner-toast]").filter(has_text="Avval kiritganlaringizni")).to_be_visible()
    assert loads == []
    await user.page.bring_to_front()
    async with user.page.expect_event("load"):
        await user.button("Yangilash").click()
    await expect(row(user, lesson.students[0])).to_be_visible()
    assert await user.page.evaluate(build) == NEW_BUILD != first
    # the other window runs on with the files of its own build
    await expect(other.get_by_label("Joriy parol")).to_have_value("something")
    assert await other.evaluate(build) == first
    assert set(await other.evaluate("caches.keys()")) == {f"markaz.{first}", f"markaz.{NEW_BUILD}"}
    line.is_cut = True
    await user.page.reload()
    await expect(row(user, lesson.students[0])).to_be_visible()
    assert await user.page.evaluate(build) == NEW_BUILD


async def test_a_page_of_the_new_version_needs_no_question(
    open_browser: OpenBrowser, centre: Centre, line: Line
) -> None:
    """A reload comes from the server; the next one, offline, from the store."""
    lesson = await a_current_lesson(centre, 2)
    user = await open_stored(open_browser, line, lesson)
    line.upgrade(NEW_BUILD)
    await user.page.reload()
    await expect(row(user, lesson.students[0])).to_be_visible()
    whole = f"caches.match('/', {{ cacheName: 'markaz.{NEW_BUILD}' }}).then(Boolean)"
    for _ in range(400):
        if await user.page.evaluate(whole):
            break
        await user.page.wait_for_timeout(50)
    await user.page.wait_for_timeout(1_500)
    await expect(user.toast(UPDATE)).to_have_count(0)
    line.is_cut = True
    await user.page.reload()
    await expect(row(user, lesson.students[0])).to_be_visible()
    assert await user.page.evaluate("document.querySelector('meta[name=build]').content") == NEW_BUILD


async def test_sign_out_leaves_nothing_personal(open_browser: OpenBrowser, centre: Centre, line: Line) -> None:
    """Caches hold the console's own files only.

    Sheets are encrypted, and go with their key (D-67).
    """
    lesson = await a_current_lesson(centre, 3)
    user = await open_stored(open_browser, line, lesson)
    name = await row(user, lesson.students[0]).get_by_role("cell").nth(1).inner_text()
    stored = await records(user.page)
    assert {one["userId"] for one in stored} == {stored[0]["userId"]}
    assert not [one for one in stored if name.split()[0] in one["text"] or "fullName" in one["text"]]
    assert "markaz.person.offline-key" in await user.stored()
    await user.button(re.compile("^Foydalanuvchi menyusi")).click()
    await user.page.get_by_role("menuitem", name="Chiqish").click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Chiqish").click()
    await expect(user.page.get_by_label("Login")).to_be_visible()
    for _ in range(100):
        if not await records(user.page):
            break
        await user.page.wait_for_timeout(50)
    assert await records(user.page) == []
    assert not [key for key in await user.stored() if key.startswith("markaz.person")]
    assert await user.page.evaluate("Object.keys(sessionStorage).filter((key) => key.includes('person'))") == []
    cached = await user.page.evaluate(CACHED)
    assert cached
    assert not [path for path in cached if path.startswith("/api") or path.count("/") > 2]
    # nor is anything shown without a network
    line.is_cut = True
    await user.open(lesson.path())
    await expect(user.page.get_by_label("Login")).to_be_visible()


async def test_another_person_sees_nothing_and_sends_nothing_of_the_first(
    open_browser: OpenBrowser, centre: Centre, line: Line
) -> None:
    """On the same browser the office sends no mark of the teacher's (D-70)."""
    lesson = await a_current_lesson(centre, 3)
    user = await open_stored(open_browser, line, lesson)
    line.is_cut = True
    await user.button("Hammasi keldi").click()
    await user.page.keyboard.press("Control+Enter")
    await user.expect_text("Hali yuborilmagan")
    before = await records(user.page)
    # the session ends while the browser is closed, so that nothing is cleared by a page
    await user.page.evaluate("localStorage.removeItem('markaz.person.tokens')")
    await user.page.close()
    line.is_cut = False
    user.page = await another_window(user, "/signin")
    await user.sign_in()
    await expect(user.button(re.compile("^Foydalanuvchi menyusi"))).to_be_visible()
    await until_stored(user.page, "session")
    after = await records(user.page)
    assert {one["userId"] for one in before}.isdisjoint({one["userId"] for one in after})
    await user.page.wait_for_timeout(1_500)
    assert await lesson.marks() == {}
    line.is_cut = True
    await user.open(lesson.path())
    await expect(row(user, lesson.students[0])).to_have_count(0)
    line.is_cut = False
    await user.open("/profile")
    await user.button(re.compile("^Foydalanuvchi menyusi")).click()
    await user.page.get_by_role("menuitem", name="Chiqish").click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Chiqish").click()
    await user.sign_in(lesson.login, PASSWORD)
    await until_marked(lesson, 3)
    assert await lesson.saves() == 1
    async with centre.database() as database:
        marked_by = await database.fetch(
            "select distinct u.login from attendances a join users u on u.id = a.marked_by where a.lesson_id = $1",
            lesson.lesson_id,
        )
    assert [one["login"] for one in marked_by] == [lesson.login]


def pid_of_api(parent: int) -> int | None:
    """The API process below a process of the console."""
    for task in Path(f"/proc/{parent}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            is_api = b"entrypoints.http" in Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
            if found := child if is_api else pid_of_api(child):
                return found
    return None


async def test_no_mark_is_lost_when_the_api_is_killed(open_browser: OpenBrowser, centre: Centre, line: Line) -> None:
    """kill -9 while a class is saved, and a reload before it is back (D-8, D-70)."""
    lesson = await a_current_lesson(centre, 5)
    user = await open_stored(open_browser, line, lesson)
    await user.button("Hammasi keldi").click()
    api = pid_of_api(centre.pid)
    assert api
    os.kill(api, signal.SIGKILL)
    await user.page.keyboard.press("Control+Enter")
    await user.page.reload()
    await expect(row(user, lesson.students[0])).to_be_visible()
    await until_marked(lesson, 5)
    await expect(user.page.get_by_text("Hali yuborilmagan")).to_have_count(0)
    assert await lesson.saves() == 1


async def test_two_tabs_with_the_same_class_lose_no_mark(open_browser: OpenBrowser, centre: Centre, line: Line) -> None:
    """Each tab marks other students; one save has all marks (D-70, A10)."""
    lesson = await a_current_lesson(centre, 4)
    first, second, third, _ = lesson.students
    user = await open_stored(open_browser, line, lesson)
    other = await another_window(user, lesson.path())
    await other.locator(f'[data-student="{first}"]').wait_for()
    line.is_cut = True
    await choice(user, first, "Kelmadi").click()
    await choice(user, second, "Kechikdi").click()
    await user.page.keyboard.press("Control+Enter")
    await user.expect_text("Hali yuborilmagan")
    shown = other.locator(f'[data-student="{first}"]').get_by_role("radio", name="Kelmadi")
    await expect(shown).to_be_checked()
    # a mark of the other tab joins the queued save
    await other.locator(f'[data-student="{third}"]').get_by_role("radio", name="Kelmadi").click()
    await expect(choice(user, third, "Kelmadi")).to_be_checked()
    await user.page.close()
    await other.reload()
    await expect(shown).to_be_checked()
    line.is_cut = False
    await until_marked(lesson, 3)
    await expect(other.get_by_text("Hali yuborilmagan")).to_have_count(0)
    assert {student: status for student, (status, _) in (await lesson.marks()).items()} == {
        first: ABSENT,
        second: LATE,
        third: ABSENT,
    }
    assert await lesson.saves() == 1


async def test_signing_out_while_marks_wait_keeps_them_for_their_teacher(
    open_browser: OpenBrowser, centre: Centre, line: Line
) -> None:
    """The question tells what waits; the next person gets nothing (D-67, D-70)."""
    lesson = await a_current_lesson(centre, 3)
    unsaved = await a_current_lesson(centre, 2)
    await centre.sql(f"update lessons set teacher_id = {lesson.teacher_id} where id = {unsaved.lesson_id}")
    await centre.sql(f"update schedules set teacher_id = {lesson.teacher_id} where id = {unsaved.schedule_id}")
    user = await open_stored(open_browser, line, lesson)
    second = await another_window(user, unsaved.path())
    await second.locator(f'[data-student="{unsaved.students[0]}"]').wait_for()
    line.is_cut = True
    await user.button("Hammasi keldi").click()
    await user.page.keyboard.press("Control+Enter")
    await user.expect_text("Hali yuborilmagan")
    await second.get_by_role("button", name="Hammasi keldi").click()
    await user.page.bring_to_front()
    await user.button(re.compile("^Foydalanuvchi menyusi")).click()
    await user.page.get_by_role("menuitem", name="Chiqish").click()
    question = user.page.get_by_role("alertdialog")
    await expect(question).to_contain_text("1 ta darsning davomati hali yuborilmagan")
    await expect(question).to_contain_text("1 ta darsda belgilangan, lekin saqlanmagan davomat o'chiriladi.")
    await user.screenshot("offline-sign-out-1440")
    await question.get_by_role("button", name="Chiqish").click()
    for page in (user.page, second):
        await expect(page.get_by_label("Login")).to_be_visible()
    assert not [key for key in await user.stored() if key.startswith("markaz.person")]
    # another person signs in: nothing of the teacher's on any page, in either window
    line.is_cut = False
    await user.sign_in()
    await expect(user.button(re.compile("^Foydalanuvchi menyusi"))).to_be_visible()
    await second.goto(lesson.path(mine=False))
    await expect(second.locator(f'[data-student="{lesson.students[0]}"]')).to_be_visible()
    await expect(second.get_by_role("radio", checked=True)).to_have_count(0)
    await expect(second.get_by_role("button", name="Yuborilmagan davomat")).to_have_count(0)
    await user.page.wait_for_timeout(1_500)
    assert await lesson.marks() == {}
    await second.close()
    await user.button(re.compile("^Foydalanuvchi menyusi")).click()
    await user.page.get_by_role("menuitem", name="Chiqish").click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Chiqish").click()
    await user.sign_in(lesson.login, PASSWORD)
    await until_marked(lesson, 3)
    assert (await lesson.saves(), await unsaved.marks()) == (1, {})


async def test_a_tab_of_the_person_before_follows_the_next_person(
    open_browser: OpenBrowser, centre: Centre, line: Line
) -> None:
    """A sign-in in a second tab closes the class in the first (D-42, D-70)."""
    lesson = await a_current_lesson(centre, 3)
    user = await open_stored(open_browser, line, lesson)
    line.is_cut = True
    await user.button("Hammasi keldi").click()
    await user.page.keyboard.press("Control+Enter")
    await user.expect_text("Hali yuborilmagan")
    # the class is not one of the next person's own
    user.provoked("404 (Not Found)")
    second = await another_window(user, "/profile")
    await second.evaluate("localStorage.removeItem('markaz.person.tokens')")
    line.is_cut = False
    await second.goto("/signin")
    await second.get_by_label("Login").fill("superadmin")
    await second.get_by_label("Parol", exact=True).fill(CENTRE_PASSWORD)
    await second.get_by_role("button", name="Kirish").click()
    await expect(second.get_by_role("button", name=re.compile("^Foydalanuvchi menyusi"))).to_be_visible()
    await expect(user.page.get_by_role("radio", checked=True)).to_have_count(0)
    await expect(user.page.get_by_text("Hali yuborilmagan")).to_have_count(0)
    await user.page.wait_for_timeout(1_500)
    assert await lesson.marks() == {}
    queued = re.compile(rf"markaz\.device\.unsent\.attendance\.\d+\.{lesson.lesson_id}")
    assert [key for key in await user.stored() if queued.fullmatch(key)]
