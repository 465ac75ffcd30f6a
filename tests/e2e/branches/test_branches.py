"""Branches: added, edited, deleted, with every message."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Locator, expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import StaffBrowser

HEAD = "Yangi Toshkent"
SELECT = "Maktab tizimidagi filial"


@asynccontextmanager
async def a_free_head_office(centre: Centre) -> AsyncIterator[None]:
    """A branch of the school without a branch here; both are removed afterwards."""
    await centre.sql(f"insert into head_offices (h_id, name) values ('yangi-toshkent', '{HEAD}')")
    try:
        yield
    finally:
        head_office = "select id from head_offices where h_id = 'yangi-toshkent'"
        await centre.sql(f"delete from offices where head_office_id in ({head_office})")
        await centre.sql("delete from head_offices where h_id = 'yangi-toshkent'")


def _window(user: StaffBrowser) -> Locator:
    return user.page.get_by_role("dialog")


async def _choose_head(user: StaffBrowser, name: str) -> None:
    await _window(user).get_by_role("button", name=re.compile(f"^{SELECT}")).click()
    await user.page.get_by_role("listbox").get_by_role("option").filter(has_text=name).first.click()


async def _act(user: StaffBrowser, branch: str, act: str) -> None:
    await user.button(f"{branch}: amallar").click()
    await user.page.get_by_role("menuitem", name=act).click()


async def test_a_branch_from_its_creation_to_its_deletion(open_browser: OpenBrowser, centre: Centre) -> None:
    """In the words of the specification.

    R1-129, R1-130, R1-230, R1-232, R1-233, R1-234, R1-235, R1-236, R1-427, R1-428.
    """
    async with a_free_head_office(centre):
        user = await open_browser("superadmin")
        await user.open("/branch-office")
        await expect(user.page.locator("thead")).to_contain_text("№")
        await expect(user.page.locator("thead")).to_contain_text("Filial")
        before = await user.rows.count()
        await user.button("Filial qo'shish").click()
        name = _window(user).get_by_label("Nomi")
        for typed, message in (("   ", "To'ldirilishi shart"), ("ab", "3")):
            await name.fill(typed)
            await name.blur()
            await expect(_window(user)).to_contain_text(message)
        await name.fill("Uzoq filial")
        await _window(user).get_by_role("button", name="Qo'shish", exact=True).click()
        await expect(_window(user)).to_contain_text("Maktab tizimidagi filialni tanlang")
        await name.fill("")
        await _window(user).get_by_role("button", name=re.compile(f"^{SELECT}")).click()
        related = user.page.get_by_role("listbox").get_by_role("option").filter(has_text="filiali bor")
        await expect(related).to_have_count(before)
        await expect(related.first).to_have_attribute("aria-disabled", "true")
        await user.page.get_by_role("option").filter(has_text=HEAD).click()
        await expect(name).to_have_value(HEAD)
        await _window(user).get_by_role("button", name="Qo'shish", exact=True).click()
        await expect(user.toast("Filial qo'shildi")).to_be_visible()
        await expect(user.rows).to_have_count(before + 1)
        await _act(user, HEAD, "Tahrirlash")
        await expect(_window(user).get_by_role("button", name=re.compile(f"^{SELECT}"))).to_be_disabled()
        await name.fill("Sharqiy filial")
        await _window(user).get_by_role("button", name="Saqlash").click()
        await expect(user.toast("Filial saqlandi")).to_be_visible()
        await expect(user.rows.filter(has_text="Sharqiy filial")).to_contain_text(HEAD)
        await _act(user, "Sharqiy filial", "Tarix")
        await expect(_window(user)).to_contain_text(f"{HEAD} filiali qo'shildi")
        await user.page.keyboard.press("Escape")
        await _act(user, "Sharqiy filial", "O'chirish")
        question = user.page.get_by_role("alertdialog")
        await expect(question).to_contain_text("Sharqiy filial filiali o'chirilsinmi?")
        await question.get_by_role("button", name="Filialni o'chirish").click()
        await expect(user.toast("Filial o'chirildi")).to_be_visible()
        await expect(user.rows).to_have_count(before)


async def test_a_branch_in_use_is_not_deleted(open_browser: OpenBrowser, centre: Centre) -> None:
    """The toast lists its uses; the row is still there (issue 5)."""
    user = await open_browser("superadmin")
    user.provoked("409")
    await user.open("/branch-office")
    used = (await user.rows.first.locator("td").nth(1).inner_text()).strip()
    await _act(user, used, "O'chirish")
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Filialni o'chirish").click()
    await expect(user.toast(re.compile(r"Filial ishlatilmoqda.*Talabalar: \d+"))).to_be_visible()
    await expect(user.rows.filter(has_text=used)).to_have_count(1)


async def test_buttons_follow_the_rights(open_browser: OpenBrowser, centre: Centre) -> None:
    """A manager reads branches and changes none (R1-284, R1-294, R1-295, R1-296)."""
    login, password = "filial-kuzatuvchi", "a-readers-long-password"
    await centre.open_account(login, "Manager", password, all_branches=True)
    user = await open_browser(login, password)
    await user.open("/branch-office")
    await expect(user.rows.first).to_be_visible()
    await expect(user.button("Filial qo'shish")).to_have_count(0)
    await user.rows.first.get_by_role("button").click()
    items = user.page.get_by_role("menuitem")
    await expect(items).to_have_text(["Tarix"])
    await user.open("/branch-office?edit=new")
    await expect(user.rows.first).to_be_visible()
    await expect(user.page.get_by_role("dialog")).to_have_count(0)
