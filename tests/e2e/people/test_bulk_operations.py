"""Saved views, bulk operations, pasted columns and printing (issue 5)."""

import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.centre import PROJECT, Centre
from tests.e2e.conftest import Sit
from tests.e2e.desk import PHONE, Desk

AXE = PROJECT / "web/node_modules/axe-core/axe.min.js"


def ticks(desk: Desk) -> Locator:
    """The checkboxes of the rows."""
    return desk.page.locator("tbody [role=checkbox]")


def bar(desk: Desk) -> Locator:
    """The bar of bulk operations."""
    return desk.page.get_by_role("region", name="Tanlanganlar bilan amallar")


async def item(desk: Desk, name: str | re.Pattern[str]) -> Locator:
    """An item of the open menu."""
    return desk.page.get_by_role("menuitem", name=name, exact=isinstance(name, str))


async def nothing_against(desk: Desk) -> None:
    """Asserts that axe finds nothing serious."""
    await desk.page.evaluate(AXE.read_text())
    answer: dict[str, Any] = await desk.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    found = [one for one in answer["violations"] if one["impact"] in ("serious", "critical")]
    assert found == [], [(one["id"], one["nodes"][0]["html"]) for one in found]


async def test_a_view_is_saved_changed_and_found_on_another_device(sit: Sit, centre: Centre) -> None:
    """Filters, order and columns under a name; per list, marked when changed.

    WISH-9.
    """
    desk = await sit("superadmin")
    await desk.open("/students?statusId=all&orderBy=DESC")
    await desk.settled()
    await desk.button("Ko'rinishlar").click()
    await (await item(desk, re.compile("^Yangi"))).click()
    await desk.page.get_by_label("Nomi").fill("Hammasi teskari")
    await desk.button("Saqlash").click()
    await expect(desk.button("Ko'rinish: Hammasi teskari")).to_be_visible()
    await desk.search("ali")
    await expect(desk.button("Ko'rinish: Hammasi teskari, o'zgartirilgan")).to_be_visible()
    await desk.photograph("views-1440")
    other = await sit("superadmin")
    await other.open("/students")
    await other.settled()
    await other.button("Ko'rinishlar").click()
    await (await item(other, "Hammasi teskari")).click()
    await other.be_at(re.compile(r"/students\?(?=.*statusId=all)(?=.*orderBy=DESC)"))
    await other.button("Ko'rinish: Hammasi teskari").click()
    await (await item(other, re.compile("o'chirish$"))).click()
    await expect(other.toast("o'chirildi")).to_be_visible()
    await expect(other.button("Ko'rinishlar")).to_be_visible()


async def test_selected_students_are_blocked_and_unblocked_by_undo(sit: Sit, centre: Centre) -> None:
    """With a reason, by checkboxes and keys; undo within the toast's six seconds."""
    desk = await sit("superadmin")
    await desk.open("/students?systemStatus=1")
    await desk.settled()
    await ticks(desk).nth(0).check()
    await desk.rows.nth(0).focus()
    await desk.page.keyboard.press("Shift+ArrowDown")
    await desk.page.keyboard.press("Shift+ArrowDown")
    await expect(bar(desk)).to_contain_text("3 ta tanlandi")
    await nothing_against(desk)
    await desk.photograph("bulk-bar-1440")
    await bar(desk).get_by_role("button", name="Bloklash", exact=True).click()
    await desk.page.get_by_label("Sababi").fill("to'lamagan")
    await desk.photograph("bulk-block-1440")
    await desk.button("3 ta talabani bloklash").click()
    undo = desk.toast("Bloklandi: 3 ta talaba")
    await expect(undo).to_be_visible()
    blocked = "/students/all?systemStatus=2"
    token = (await centre.sign_in())["accessToken"]
    before = (await centre.call("GET", blocked, token))["total"]
    await undo.get_by_role("button", name="Bekor qilish").click()
    await expect(desk.toast("Qaytarildi")).to_be_visible()
    assert (await centre.call("GET", blocked, token))["total"] == before - 3


async def test_all_matching_students_are_blocked_by_a_job_and_reverted(sit: Sit, centre: Centre) -> None:
    """More than a hundred: a page with progress and results has the undo."""
    # other tests may have blocked a student of this letter before
    blocked, token = "/students/all?systemStatus=2&value=a", (await centre.sign_in())["accessToken"]
    before = (await centre.call("GET", blocked, token))["total"]
    desk = await sit("superadmin")
    await desk.open("/students?systemStatus=1&value=a")
    await desk.settled()
    await desk.page.locator("thead [role=checkbox]").check()
    await bar(desk).get_by_role("button", name=re.compile("^Topilgan hammasini tanlash")).click()
    await expect(bar(desk)).to_contain_text("Topilgan hammasi tanlandi")
    await bar(desk).get_by_role("button", name="Bloklash", exact=True).click()
    await desk.page.get_by_label("Sababi").fill("sinov")
    await desk.page.get_by_role("alertdialog").get_by_role("button", name=re.compile("bloklash$")).click()
    await desk.be_at(re.compile(r"/students/bulk/\d+$"))
    back = desk.button(re.compile("ta blokni qaytarish$"))
    await expect(back).to_be_visible(timeout=60_000)
    await nothing_against(desk)
    await desk.photograph("bulk-result-1440")
    await desk.page.set_viewport_size({"width": 390, "height": 844})
    await desk.photograph("bulk-result-390")
    await desk.page.set_viewport_size({"width": 1440, "height": 900})
    was = desk.page.url
    await back.click()
    await expect(desk.page).not_to_have_url(was)
    await desk.see("Bloklashni qaytarish")
    await expect(desk.page.get_by_role("progressbar")).to_have_count(0, timeout=60_000)
    assert (await centre.call("GET", blocked, token))["total"] == before


async def test_a_pasted_column_filters_the_list(sit: Sit, centre: Centre) -> None:
    """Unknown students are named; the list shows the found ones, as does the URL."""
    token = (await centre.sign_in())["accessToken"]
    students = (await centre.call("GET", "/students/all?perPage=3", token))["students"]
    desk = await sit("superadmin")
    await desk.open("/students")
    await desk.button("Ro'yxatdan topish").click()
    column = "\n".join([*(str(student["id"]) for student in students), "Hech Kim Yo'qov"])
    await desk.page.get_by_label("Har qatorda bitta talaba").fill(column)
    await desk.button("4 ta qatorni topish").click()
    await desk.see("4: Hech Kim Yo'qov")
    await nothing_against(desk)
    await desk.photograph("paste-1440")
    await desk.page.set_viewport_size({"width": 390, "height": 844})
    await desk.photograph("paste-390")
    await desk.page.set_viewport_size({"width": 1440, "height": 900})
    await desk.button("3 ta talabani ko'rsatish").click()
    await desk.be_at(re.compile("picked="))
    await expect(desk.rows).to_have_count(3)
    await desk.see("Ro'yxatdan topilganlar")


async def test_a_class_list_prints_without_the_console(sit: Sit, centre: Centre) -> None:
    """Names, phones and room to sign; no part of the console's frame."""
    desk = await sit("superadmin")
    await desk.open("/students")
    await desk.settled()
    await desk.page.locator("thead [role=checkbox]").check()
    await bar(desk).get_by_role("button", name="Yana amallar").click()
    await (await item(desk, "Chop etish")).click()
    await expect(desk.page.locator(".print-sheet tbody tr")).to_have_count(10)
    await desk.photograph("print-window-1440")
    await desk.page.emulate_media(media="print")
    await expect(desk.page.locator(".print-sheet")).to_be_visible()
    await expect(desk.page.locator("main")).to_be_hidden()
    await desk.photograph("print-classlist")
    await desk.page.emulate_media(media="screen")
    await desk.page.get_by_text("Login qog'ozlari").click()
    await desk.page.emulate_media(media="print")
    await expect(desk.page.locator(".print-sheet section")).to_have_count(10)
    await desk.photograph("print-slips")


@pytest.mark.parametrize("width", [PHONE], ids=["390"])
async def test_cards_are_selected_on_a_phone(sit: Sit, centre: Centre, width: Any) -> None:
    """In selection mode a card selects itself instead of opening."""
    desk = await sit("superadmin", viewport=width)
    await desk.open("/students")
    await desk.settled()
    await desk.button("Tanlash").click()
    cards = desk.page.locator("main ul[aria-label] button[aria-pressed]")
    await cards.nth(0).click()
    await cards.nth(2).click()
    await expect(bar(desk)).to_contain_text("2 ta tanlandi")
    await nothing_against(desk)
    await desk.photograph("bulk-390")
    await bar(desk).get_by_role("button", name="Yana amallar").click()
    await (await item(desk, "Guruhga qo'shish")).click()
    await expect(desk.page.get_by_role("radio").first).to_be_visible()
    await desk.photograph("bulk-group-390")
