"""Staff accounts: created, used, session ended, blocked with a reason, unblocked."""

import re

from playwright.async_api import expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import StaffBrowser

CHOSEN = "a-password-of-my-own"
LOGIN = "shahzoda.qabul"
NAME = "Karimova Shahzoda"


async def _choose(user: StaffBrowser, field: str, option: str, *, many: bool = False) -> None:
    """Picks an option in a form; a multiple choice stays open and is closed."""
    await user.page.get_by_role("button", name=re.compile(f"^{field}")).last.click()
    await user.page.get_by_role("option", name=option, exact=True).click()
    if many:
        await user.page.keyboard.press("Escape")


async def _branch_of(centre: Centre) -> str:
    token = (await centre.sign_in())["accessToken"]
    return str((await centre.call("GET", "/offices", token))["offices"][0]["name"])


async def test_an_account_from_its_first_password_to_its_block(open_browser: OpenBrowser, centre: Centre) -> None:
    """The whole life of an account, in the browsers of two people.

    R1-058, R1-074, R1-075, R1-207, R1-211, R1-326, R1-333, R1-429, D-9, D-61.
    """
    user = await open_browser("superadmin")
    await user.open("/users/staff")
    await user.page.get_by_role("link", name="Xodim qo'shish").click()
    await user.expect_url("/control/users/add")
    await user.page.get_by_label("Familiya", exact=True).fill("Karimova")
    await user.page.get_by_label("Ism", exact=True).fill("Shahzoda")
    await user.page.get_by_label("Login").fill("superadmin")
    await _choose(user, "Rol", "Menejer")
    await _choose(user, "Filiallar", await _branch_of(centre), many=True)
    await user.button("Xodim qo'shish").click()
    # R1-422: a taken login is reported in words, and nothing typed is lost
    await expect(user.toast("Foydalanuvchi nomi allaqachon mavjud")).to_be_visible()
    user.provoked("409 (Conflict)")
    await user.page.get_by_label("Login").fill(LOGIN)
    await user.button("Xodim qo'shish").click()
    window = user.page.get_by_role("dialog", name="Hisob ochildi")
    password = (await window.locator("dd").nth(1).inner_text()).strip()
    assert len(password) == 20
    await window.get_by_role("button", name="Tayyor").click()
    await expect(user.page.get_by_role("heading", name=NAME)).to_be_visible()
    await expect(user.page.get_by_text("Hali kirmagan").first).to_be_visible()
    assert password not in await user.page.content()

    hers = await open_browser(user_agent="Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile")
    await hers.open("/students")
    await hers.sign_in(LOGIN, password)
    await hers.expect_url("/profile/password")
    await hers.page.get_by_label("Joriy parol").fill(password)
    await hers.page.get_by_label("Yangi parol", exact=True).fill(CHOSEN)
    await hers.page.get_by_label("Yangi parol yana bir marta").fill(CHOSEN)
    await hers.button("Parolni almashtirish").click()
    await hers.expect_url("/students")
    await hers.settled()

    await user.page.reload()
    await user.button("Chrome, Android: seansni tugatish").click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Tugatish").click()
    await expect(user.toast("Seans tugatildi")).to_be_visible()
    await expect(user.page.get_by_text("Ochiq seans yo'q")).to_be_visible()
    await hers.page.reload()
    await expect(hers.page.get_by_role("heading", name="Kirish")).to_be_visible()
    hers.provoked("401 (Unauthorized)")
    await hers.sign_in(LOGIN, CHOSEN)
    await hers.expect_url("/students")

    await user.button("Bloklash").click()
    dialog = user.page.get_by_role("alertdialog")
    await dialog.get_by_label("Sabab").fill("   ")
    await dialog.get_by_role("button", name="Bloklash").click()
    await expect(dialog.get_by_text("To'ldirilishi shart")).to_be_visible()
    await dialog.get_by_label("Sabab").fill("Ta'tilga chiqdi")
    await dialog.get_by_role("button", name="Bloklash").click()
    await expect(user.toast(f"{NAME} bloklandi")).to_be_visible()
    await expect(user.page.get_by_text("Ta'tilga chiqdi")).to_be_visible()
    await hers.page.reload()
    await expect(hers.page.get_by_role("heading", name="Kirish")).to_be_visible()
    await hers.sign_in(LOGIN, CHOSEN)
    await hers.expect_text("Hisob bloklangan: administratorga murojaat qiling")
    hers.provoked("403 (Forbidden)")

    # unblocked from the list, by its switch
    await user.open(f"/users/staff?value={LOGIN}")
    switch = user.page.get_by_role("switch", name=f"{NAME}: faol")
    await expect(switch).to_have_attribute("aria-checked", "false")
    await switch.click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Blokdan chiqarish").click()
    await expect(user.toast(f"{NAME} blokdan chiqarildi")).to_be_visible()
    await expect(switch).to_have_attribute("aria-checked", "true")
    await hers.sign_in(LOGIN, CHOSEN)
    await hers.expect_url("/students")
    await hers.settled()


async def test_an_account_is_edited_and_its_password_reset(open_browser: OpenBrowser, centre: Centre) -> None:
    """A departed employee is locked out, and the disabled switch explains why.

    R1-059, R1-208, R1-302, R1-332.
    """
    await centre.open_account("bahodir", "Study department", CHOSEN, all_branches=True)
    user = await open_browser("superadmin")
    await user.open("/users/staff?value=bahodir")
    await user.page.get_by_role("button", name=re.compile("amallar$")).click()
    await user.page.get_by_role("menuitem", name="Tahrirlash").click()
    await user.page.get_by_label("Familiya", exact=True).fill("Tursunov")
    await user.page.get_by_label("Ism", exact=True).fill("Bahodir")
    await _choose(user, "Ish holati", "Ishlamaydi")
    await user.button("Saqlash").click()
    await expect(user.toast("O'zgarishlar saqlandi")).to_be_visible()
    await user.expect_url("/users/staff?value=bahodir")
    switch = user.page.get_by_role("switch", name="Tursunov Bahodir: faol")
    await expect(switch).to_have_attribute("aria-disabled", "true")
    await switch.hover()
    await expect(user.page.get_by_role("tooltip")).to_have_text("Xodim ishlamaydi: avval ish holatini o'zgartiring")
    refused = await centre.calls.post("/api/staff/auth/sign-in", data={"login": "bahodir", "password": CHOSEN})
    assert refused.status == 403
    await user.page.get_by_role("link", name="Tursunov Bahodir").click()
    await user.button("Parolni yangilash").click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Parolni yangilash").click()
    window = user.page.get_by_role("dialog", name="Yangi parol")
    await expect(window.locator("dd").nth(0)).to_have_text("bahodir")
    await expect(window.locator("dd").nth(1)).to_have_text(re.compile(r"^\w{20}$"))


async def test_a_user_without_the_right_to_manage_staff_sees_no_actions(
    open_browser: OpenBrowser, centre: Centre
) -> None:
    """Reading shows the list without its actions, and no way to add.

    R1-127, R1-276, R1-297.
    """
    await centre.open_account("reads.staff", "Manager", CHOSEN, all_branches=True)
    user = await open_browser("reads.staff", CHOSEN)
    await user.open("/users/staff?value=reads.staff")
    await expect(user.page.locator("tbody tr[data-row]")).to_have_count(1)
    await expect(user.page.get_by_role("switch")).to_have_count(0)
    await expect(user.page.get_by_role("link", name="Xodim qo'shish")).to_have_count(0)
    await user.page.locator("tbody a").first.click()
    await expect(user.page.get_by_role("heading", level=1)).to_be_visible()
    await expect(user.button("Bloklash")).to_have_count(0)
    await expect(user.page.get_by_text("Seanslar")).to_have_count(0)
