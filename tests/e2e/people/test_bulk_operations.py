"""Saved views, bulk operations, pasted columns and printing (issue 5)."""

import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.centre import PROJECT, Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, StaffBrowser

AXE = PROJECT / "web/node_modules/axe-core/axe.min.js"


def ticks(user: StaffBrowser) -> Locator:
    """The checkboxes of the rows."""
    return user.page.locator("tbody [role=checkbox]")


def bar(user: StaffBrowser) -> Locator:
    """The bar of bulk operations."""
    return user.page.get_by_role("region", name="Tanlanganlar bilan amallar")


async def item(user: StaffBrowser, name: str | re.Pattern[str]) -> Locator:
    """An item of the open menu."""
    return user.page.get_by_role("menuitem", name=name, exact=isinstance(name, str))


async def nothing_against(user: StaffBrowser) -> None:
    """Asserts that axe finds nothing serious."""
    await user.page.evaluate(AXE.read_text())
    answer: dict[str, Any] = await user.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    found = [one for one in answer["violations"] if one["impact"] in ("serious", "critical")]
    assert found == [], [(one["id"], one["nodes"][0]["html"]) for one in found]


async def test_a_view_is_saved_changed_and_found_on_another_device(open_browser: OpenBrowser, centre: Centre) -> None:
    """Filters, order and columns under a name; per list, marked when changed.

    WISH-9.
    """
    user = await open_browser("superadmin")
    await user.open("/students?statusId=all&orderBy=DESC")
    await user.settled()
    await user.button("Ko'rinishlar").click()
    await (await item(user, re.compile("^Yangi"))).click()
    await user.page.get_by_label("Nomi").fill("Hammasi teskari")
    await user.button("Saqlash").click()
    await expect(user.button("Ko'rinish: Hammasi teskari")).to_be_visible()
    await user.search("ali")
    await expect(user.button("Ko'rinish: Hammasi teskari, o'zgartirilgan")).to_be_visible()
    await user.screenshot("views-1440")
    other = await open_browser("superadmin")
    await other.open("/students")
    await other.settled()
    await other.button("Ko'rinishlar").click()
    await (await item(other, "Hammasi teskari")).click()
    await other.expect_url(re.compile(r"/students\?(?=.*statusId=all)(?=.*orderBy=DESC)"))
    await other.button("Ko'rinish: Hammasi teskari").click()
    await (await item(other, re.compile("o'chirish$"))).click()
    await expect(other.toast("o'chirildi")).to_be_visible()
    await expect(other.button("Ko'rinishlar")).to_be_visible()


async def test_selected_students_are_blocked_and_unblocked_by_undo(open_browser: OpenBrowser, centre: Centre) -> None:
    """With a reason, by checkboxes and keys; undo within the toast's six seconds."""
    user = await open_browser("superadmin")
    await user.open("/students?systemStatus=1")
    await user.settled()
    await ticks(user).nth(0).check()
    await user.rows.nth(0).focus()
    await user.page.keyboard.press("Shift+ArrowDown")
    await user.page.keyboard.press("Shift+ArrowDown")
    await expect(bar(user)).to_contain_text("3 ta tanlandi")
    await nothing_against(user)
    await user.screenshot("bulk-bar-1440")
    await bar(user).get_by_role("button", name="Bloklash", exact=True).click()
    await user.page.get_by_label("Sabab").fill("to'lamagan")
    await user.screenshot("bulk-block-1440")
    await user.button("Bloklash: 3").click()
    undo = user.toast("Bloklandi: 3 ta talaba")
    await expect(undo).to_be_visible()
    blocked = "/students/all?systemStatus=2"
    token = (await centre.sign_in())["accessToken"]
    before = (await centre.call("GET", blocked, token))["total"]
    await undo.get_by_role("button", name="Bekor qilish").click()
    await expect(user.toast("Bekor qilindi")).to_be_visible()
    assert (await centre.call("GET", blocked, token))["total"] == before - 3


async def test_all_matching_students_are_blocked_by_a_job_and_reverted(
    open_browser: OpenBrowser, centre: Centre
) -> None:
    """More than a hundred: a page with progress and results has the undo."""
    # other tests may have blocked a student of this letter before
    blocked, token = "/students/all?systemStatus=2&value=a", (await centre.sign_in())["accessToken"]
    before = (await centre.call("GET", blocked, token))["total"]
    user = await open_browser("superadmin")
    await user.open("/students?systemStatus=1&value=a")
    await user.settled()
    await user.page.locator("thead [role=checkbox]").check()
    await bar(user).get_by_role("button", name=re.compile("^Topilgan hammasini tanlash")).click()
    await expect(bar(user)).to_contain_text("Topilgan hammasi tanlandi")
    await bar(user).get_by_role("button", name="Bloklash", exact=True).click()
    await user.page.get_by_label("Sabab").fill("sinov")
    await user.page.get_by_role("alertdialog").get_by_role("button", name=re.compile("^Bloklash: ")).click()
    await user.expect_url(re.compile(r"/students/bulk/\d+$"))
    back = user.button(re.compile("^Bloklashni bekor qilish: "))
    await expect(back).to_be_visible(timeout=60_000)
    await nothing_against(user)
    await user.screenshot("bulk-result-1440")
    await user.page.set_viewport_size({"width": 390, "height": 844})
    await user.screenshot("bulk-result-390")
    await user.page.set_viewport_size({"width": 1440, "height": 900})
    was = user.page.url
    await back.click()
    await expect(user.page).not_to_have_url(was)
    await user.expect_text("Bloklashni bekor qilish")
    await expect(user.page.get_by_role("progressbar")).to_have_count(0, timeout=60_000)
    assert (await centre.call("GET", blocked, token))["total"] == before


async def test_selected_academics_change_their_branch_and_are_restored(
    open_browser: OpenBrowser, centre: Centre
) -> None:
    """Chosen in the list, undone from the message (D-155, D-56)."""
    token = (await centre.sign_in())["accessToken"]
    user = await open_browser("superadmin")
    await user.open("/users/academic")
    await user.settled()
    first = (await centre.call("GET", "/academic?workStatus=1", token))["academics"][0]
    offices = (await centre.call("GET", "/offices", token))["offices"]
    other = next(one for one in offices if one["id"] not in [office["id"] for office in first["offices"]])
    await ticks(user).nth(0).check()
    await ticks(user).nth(1).check()
    await bar(user).get_by_role("button", name="Filialni o'zgartirish").click()
    window = user.page.get_by_role("dialog")
    await window.get_by_role("button", name=re.compile("^Filiallar")).click()
    await user.page.get_by_role("option", name=other["name"], exact=True).click()
    await user.page.keyboard.press("Escape")
    await nothing_against(user)
    await user.screenshot("bulk-branch-1440")
    await user.page.set_viewport_size({"width": 390, "height": 844})
    await user.screenshot("bulk-branch-390")
    await user.page.set_viewport_size({"width": 1440, "height": 900})
    await window.get_by_role("button", name="O'zgartirish: 2").click()
    done = user.toast("Filiali o'zgartirildi: 2 kishi")
    await expect(done).to_be_visible()
    moved = (await centre.call("GET", f"/academic/{first['id']}", token))["academic"]
    assert [office["id"] for office in moved["offices"]] == [other["id"]]
    await done.get_by_role("button", name="Bekor qilish").click()
    await expect(user.toast("Filiali qaytarildi: 2 kishi")).to_be_visible()
    restored = (await centre.call("GET", f"/academic/{first['id']}", token))["academic"]
    assert restored["offices"] == first["offices"]


async def test_a_pasted_column_filters_the_list(open_browser: OpenBrowser, centre: Centre) -> None:
    """Unknown students are named; the list shows the found ones, as does the URL."""
    token = (await centre.sign_in())["accessToken"]
    students = (await centre.call("GET", "/students/all?perPage=3", token))["students"]
    user = await open_browser("superadmin")
    await user.open("/students")
    await user.button("Ro'yxat bilan topish").click()
    column = "\n".join([*(str(student["id"]) for student in students), "Hech Kim Yo'qov"])
    await user.page.get_by_label("Har qatorda bitta talaba").fill(column)
    await user.button("4 ta qatorni topish").click()
    await user.expect_text("4: Hech Kim Yo'qov")
    await nothing_against(user)
    await user.screenshot("paste-1440")
    await user.page.set_viewport_size({"width": 390, "height": 844})
    await user.screenshot("paste-390")
    await user.page.set_viewport_size({"width": 1440, "height": 900})
    await user.button("Ko'rsatish: 3 ta").click()
    await user.expect_url(re.compile("picked="))
    await expect(user.rows).to_have_count(3)
    await user.expect_text("Ro'yxatdan topilganlar")


async def test_a_class_list_prints_without_the_console(open_browser: OpenBrowser, centre: Centre) -> None:
    """Names, phones and room to sign; no part of the console's frame."""
    user = await open_browser("superadmin")
    await user.open("/students")
    await user.settled()
    await user.page.locator("thead [role=checkbox]").check()
    await bar(user).get_by_role("button", name="Boshqa amallar").click()
    await (await item(user, "Chop etish")).click()
    await expect(user.page.locator(".print-sheet tbody tr")).to_have_count(10)
    await user.screenshot("print-window-1440")
    await user.page.emulate_media(media="print")
    await expect(user.page.locator(".print-sheet")).to_be_visible()
    await expect(user.page.locator("main")).to_be_hidden()
    await user.screenshot("print-classlist")
    await user.page.emulate_media(media="screen")
    await user.page.get_by_text("Login varaqalari").click()
    await user.page.emulate_media(media="print")
    await expect(user.page.locator(".print-sheet section")).to_have_count(10)
    await user.screenshot("print-slips")


@pytest.mark.parametrize("width", [PHONE], ids=["390"])
async def test_cards_are_selected_on_a_phone(open_browser: OpenBrowser, centre: Centre, width: Any) -> None:
    """In selection mode a card selects itself instead of opening."""
    user = await open_browser("superadmin", viewport=width)
    await user.open("/students")
    await user.settled()
    await user.page.locator("main").get_by_role("button", name="Yana", exact=True).click()
    await user.button("Tanlash").click()
    cards = user.page.locator("main ul[aria-label] button[aria-pressed]")
    await cards.nth(0).click()
    await cards.nth(2).click()
    await expect(bar(user)).to_contain_text("2 ta tanlandi")
    await nothing_against(user)
    await user.screenshot("bulk-390")
    await bar(user).get_by_role("button", name="Boshqa amallar").click()
    await (await item(user, "Guruhga qo'shish")).click()
    await expect(user.page.get_by_role("radio").first).to_be_visible()
    await user.screenshot("bulk-group-390")
