"""Today: the start page, with everything pending one click away (D-65)."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import expect

from entrypoints.simulators.day.history import TEACHER
from tests.e2e.attendance.current_lesson import a_current_lesson, remove_lessons
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, StaffBrowser

PATIENCE_SECONDS = 60
HERE, ABSENT = {"mark": 1}, {"mark": 2, "reason": 3}


async def _until(found: Callable[[], Awaitable[Any]]) -> Any:
    """Waits for the worker's result."""
    for _ in range(PATIENCE_SECONDS * 5):
        if answer := await found():
            return answer
        await asyncio.sleep(0.2)
    raise AssertionError("it doesn't come")


async def _day(centre: Centre) -> dict[str, Any]:
    return dict((await centre.call("GET", "/today", (await centre.sign_in())["accessToken"]))["today"])


@pytest.fixture(scope="module")
async def lesson(centre: Centre) -> dict[str, Any]:
    """An unmarked current lesson of the school's permanent club."""
    await remove_lessons(centre)

    async def running() -> Any:
        lessons = (await _day(centre))["running"]["lessons"]
        return next((one for one in lessons if one["group"]["name"].startswith("Suhbat klubi")), None)

    return dict(await _until(running))


@pytest.fixture
async def unmarked(centre: Centre) -> dict[str, Any]:
    """An unmarked current lesson of this test alone: another test marks the club's."""
    await remove_lessons(centre)
    own = await a_current_lesson(centre, 4)
    running = (await _day(centre))["running"]["lessons"]
    return dict(next(one for one in running if one["id"] == own.lesson_id))


async def _mark(centre: Centre, lesson_id: int, **marks: dict[str, int]) -> list[dict[str, Any]]:
    """The office marks the class: the named as given, the others attended.

    Returns its students.
    """
    token = (await centre.sign_in())["accessToken"]
    sheet = (await centre.call("GET", f"/attendance/for-admin/sheet?lessonId={lesson_id}", token))["sheet"]
    students = list(sheet["students"])
    chosen = [marks.get(f"student{at}", HERE) for at in range(len(students))]
    entries = [{"studentId": one["studentId"]} | mark for one, mark in zip(students, chosen, strict=True)]
    body = {"lessonId": lesson_id, "version": sheet["lesson"]["version"], "entries": entries}
    await centre.call("PUT", "/attendance/save-for-admin", token, data=body)
    return students


async def _at_today(open_browser: OpenBrowser, login: str = "superadmin", **how: Any) -> StaffBrowser:
    user = await open_browser(login, **how)
    await user.open("/")
    await user.expect_url("/today")
    await expect(user.page.get_by_role("heading", name="Bugun", exact=True)).to_be_attached()
    return user


def _part(user: StaffBrowser, title: str) -> Any:
    return user.page.get_by_role("region", name=title)


async def test_a_current_lesson_is_one_click_from_its_sheet(
    open_browser: OpenBrowser, unmarked: dict[str, Any]
) -> None:
    """The home page leads here; hours are the centre's in a New York browser.

    D-65, D-6.
    """
    user = await _at_today(open_browser)
    row = _part(user, "Hozirgi darslar").get_by_role("listitem").filter(has_text=unmarked["group"]["name"])
    await expect(row).to_contain_text(f"{unmarked['beginTime']}–{unmarked['endTime']}")
    await row.get_by_role("link", name=re.compile("^Davomat: ")).click()
    where = f"/groups/{unmarked['group']['id']}/staff/{unmarked['staff']['id']}"
    place = f"{where}/attendance/schedule/{unmarked['scheduleId']}"
    await user.expect_url(f"{place}/edit/{unmarked['date']}")


async def test_the_keyboard_alone_reaches_a_lesson(open_browser: OpenBrowser, unmarked: dict[str, Any]) -> None:
    """Tab and Enter; the first unmarked current lesson has the gold button (ui.md)."""
    user = await _at_today(open_browser)
    link = _part(user, "Hozirgi darslar").get_by_role("link", name=re.compile("^Davomat: ")).first
    await expect(link).to_be_visible()
    for _ in range(60):
        await user.page.keyboard.press("Tab")
        if await link.evaluate("one => one === document.activeElement"):
            break
    await user.page.keyboard.press("Enter")
    await user.expect_url(re.compile(r"/groups/\d+/staff/\d+/attendance/schedule/\d+/edit/\d{4}-\d\d-\d\d"))


async def test_rejected_marks_are_resent_and_the_absent_are_copied(
    open_browser: OpenBrowser, centre: Centre, lesson: dict[str, Any]
) -> None:
    """Rejected students with the school's reason; the absent with phones and reasons.

    D-26, D-65.
    """
    students = await _mark(centre, lesson["id"], student0=ABSENT)

    async def refused() -> Any:
        return next(
            (one for one in (await _day(centre))["refused"]["lessons"] if one["lessonId"] == lesson["id"]), None
        )

    rejected = await _until(refused)
    user = await _at_today(open_browser)
    name = lesson["group"]["name"]
    row = _part(user, "Maktab tizimi qabul qilmagan belgilar").get_by_role("listitem").filter(has_text=name).first
    await expect(row).to_contain_text(rejected["students"][0]["fullName"])
    await row.get_by_role("button", name=re.compile("^Qayta yuborish")).click()
    await expect(user.toast("Belgilar qayta yuborildi")).to_be_visible()

    await user.context.grant_permissions(["clipboard-read", "clipboard-write"])
    absent = _part(user, "Bugun kelmaganlar")
    await expect(absent).to_contain_text(students[0]["fullName"])
    await absent.get_by_role("button", name="Matn qilib nusxalash").click()
    await expect(user.toast("Nusxalandi")).to_be_visible()
    copied = str(await user.page.evaluate("navigator.clipboard.readText()"))
    assert f"{name}, {lesson['beginTime']}" in copied
    assert f"1. {students[0]['fullName']}" in copied
    assert "sababsiz" in copied
    if students[0]["phoneNumber"]:
        assert "+998 " in copied


async def test_today_on_a_phone(open_browser: OpenBrowser, lesson: dict[str, Any]) -> None:
    """One column, no horizontal scrolling, targets of thumb size (ui.md, R1-038)."""
    user = await _at_today(open_browser, viewport=PHONE)
    links = _part(user, "Hozirgi darslar").get_by_role("link", name=re.compile("^(Davomat|Ko'rish): "))
    await expect(links.first).to_be_visible()
    assert await user.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = await links.first.bounding_box()
    assert box
    assert box["height"] >= 44


async def test_a_teacher_sees_only_their_own_day(open_browser: OpenBrowser, centre: Centre) -> None:
    """Own groups and own URLs; nothing of the office (D-13, D-54)."""
    kept = centre.home / "secrets" / "demo_teacher_password"
    await _until(lambda: asyncio.to_thread(kept.exists))
    user = await _at_today(open_browser, TEACHER, password=kept.read_text().strip())
    now = _part(user, "Hozirgi darslar").get_by_role("listitem")
    await expect(now).to_have_count(1)
    # the demo's next lesson may just have begun
    link = now.get_by_role("link", name=re.compile(r"^Suhbat klubi \d\d:\d\d$"))
    await expect(link).to_have_attribute("href", re.compile(r"^/my-groups/\d+/staff/\d+/schedule/\d+\?tab=1$"))
    for title in ("Xato bilan tugagan fon ishlari", "Birinchi qadamlar", "Kech yuborilgan davomat"):
        await expect(_part(user, title)).to_have_count(0)
