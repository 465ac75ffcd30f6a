"""Holidays in the browser: of the whole centre and of branches (D-153)."""

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, StaffBrowser

LOGIN, SECRET, ROLE = "filial.bayrami", "filial-paroli-2026", "Study department"


@pytest.fixture
async def branches(centre: Centre) -> AsyncIterator[tuple[str, str]]:
    """The first two branches by name, and a user of the first one.

    No holidays before and after.
    """
    token = (await centre.sign_in())["accessToken"]
    first, second = (await centre.call("GET", "/offices", token))["offices"][:2]
    await centre.open_account(LOGIN, ROLE, SECRET)
    await centre.sql(
        f"insert into user_offices select id, {first['id']} from users where login = '{LOGIN}' on conflict do nothing"
    )
    await centre.sql("delete from holidays")
    yield first["name"], second["name"]
    await centre.sql("delete from holidays")


def _window(user: StaffBrowser) -> Locator:
    return user.page.get_by_role("dialog")


async def _fill(user: StaffBrowser, day: str, name: str) -> None:
    await user.button("Kun qo'shish").click()
    await _window(user).get_by_role("textbox", name=re.compile("^Sana")).fill(day)
    await _window(user).get_by_role("textbox", name=re.compile("^Nomi")).fill(name)


async def _add(user: StaffBrowser) -> None:
    await _window(user).get_by_role("button", name="Qo'shish").click()
    await expect(user.toast("Dam olish kuni qo'shildi").last).to_be_visible()
    await expect(_window(user)).to_have_count(0)


async def test_the_centre_closes_everywhere_and_a_branch_for_itself(
    open_browser: OpenBrowser, branches: tuple[str, str]
) -> None:
    """D-153: each adds and deletes what is theirs; the rest says whose it is."""
    first, second = branches
    chief = await open_browser("superadmin")
    await chief.open("/holidays")
    await chief.expect_text("Hali dam olish kuni yo'q")
    await _fill(chief, "21.03.2027", "Navro'z")
    await chief.screenshot("holiday-form-wide")
    await _add(chief)
    await _fill(chief, "22.03.2027", "Ta'mirlash")
    await _window(chief).get_by_role("checkbox", name="Butun markaz").click()
    await _window(chief).get_by_role("button", name=re.compile("^Filiallar")).click()
    for name in (first, second):
        await chief.page.get_by_role("listbox").get_by_role("option", name=name).click()
    await chief.page.keyboard.press("Escape")
    await _add(chief)
    await expect(chief.rows).to_have_count(2)
    await expect(chief.rows.first).to_contain_text(f"{first}, {second}")
    await expect(chief.rows.last).to_contain_text("Butun markaz")

    user = await open_browser(LOGIN, SECRET, viewport=PHONE)
    await user.open("/holidays")
    cards = user.page.get_by_role("list", name="Dam olish kunlari").get_by_role("listitem")
    await expect(cards).to_have_count(2)
    await expect(cards.first).to_contain_text(f"{first}, yana 1 ta filial")
    await _fill(user, "23.03.2027", "Filial kuni")
    await expect(_window(user).get_by_role("checkbox", name="Butun markaz")).to_be_disabled()
    await expect(_window(user)).to_contain_text("barcha filiallarga biriktirilgan xodim o'zgartira oladi")
    await _window(user).get_by_role("button", name=re.compile("^Filiallar")).click()
    await expect(user.page.get_by_role("option")).to_have_text([first])
    await user.screenshot("holiday-form-phone")
    await user.page.keyboard.press("Escape")
    await _add(user)
    await expect(cards).to_have_count(3)
    await user.button(re.compile("Ta'mirlash: amallar")).click()
    item = user.page.get_by_role("menuitem", name="O'chirish")
    await expect(item).to_have_attribute("aria-disabled", "true")
    await user.expect_text("Bu boshqa filiallarga ham tegishli")
    await user.screenshot("holidays-phone")
    await user.page.keyboard.press("Escape")
    await user.button(re.compile("Filial kuni: amallar")).click()
    await user.page.get_by_role("menuitem", name="O'chirish").click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Kunni o'chirish").click()
    await expect(user.toast("Dam olish kuni o'chirildi")).to_be_visible()
    await expect(cards).to_have_count(2)
    assert await user.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await chief.screenshot("holidays-wide")
