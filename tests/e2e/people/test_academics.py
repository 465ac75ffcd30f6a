"""Academics in the browser: account created, first sign-in, blocked.

D-16, D-61.
"""

import re
from typing import Any

from playwright.async_api import expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import StaffBrowser

CHOSEN = "a-password-of-my-own"


async def _without_account(centre: Centre, role_number: int = 2) -> dict[str, Any]:
    """An academic of the school who works and has no account yet."""
    token = (await centre.sign_in())["accessToken"]
    path = "/academic?acStatus=3&workStatus=1&perPage=100"
    people = (await centre.call("GET", path, token))["academics"]
    return dict(next(one for one in people if one["roleNumber"] == role_number and one["groups"]))


async def _choose(user: StaffBrowser, field: str, option: str) -> None:
    await user.page.get_by_role("button", name=re.compile(f"^{field}")).last.click()
    await user.page.get_by_role("option", name=option, exact=True).click()


async def test_a_synchronised_teacher_from_account_to_block(open_browser: OpenBrowser, centre: Centre) -> None:
    """The whole life of the account, in the browsers of two people.

    R1-065, R1-066, R1-141, R1-182, R1-207, R1-343, R1-344, R1-422, P7.
    """
    person = await _without_account(centre)
    name = person["fullName"]
    user = await open_browser("superadmin")
    await user.open(f"/users/academic/{person['id']}")
    await expect(user.page.get_by_text("Hisobi yo'q").first).to_be_visible()
    await user.button("Hisob ochish").click()
    window = user.page.get_by_role("dialog", name="Yangi hisob")
    await window.get_by_label("Login").fill("superadmin")
    await _choose(user, "Rol", "O'qituvchi")
    await _choose(user, "Jinsi", "Erkak")
    await window.get_by_role("button", name="Hisob ochish").click()
    await expect(user.toast("Foydalanuvchi nomi allaqachon mavjud")).to_be_visible()
    user.provoked("409 (Conflict)")
    await window.get_by_label("Login").fill("ustoz.karim")
    await window.get_by_role("button", name="Hisob ochish").click()
    issued = user.page.get_by_role("dialog", name="Hisob ochildi")
    password = (await issued.locator("dd").nth(1).inner_text()).strip()
    assert len(password) == 20
    await issued.get_by_role("button", name="Tayyor").click()
    await expect(user.page.get_by_text("Hisobi ochiq").first).to_be_visible()
    assert password not in await user.page.content()

    teacher_browser = await open_browser()
    await teacher_browser.open("/")
    await teacher_browser.sign_in("ustoz.karim", password)
    await teacher_browser.expect_url("/profile/password")
    await teacher_browser.page.get_by_label("Joriy parol").fill(password)
    await teacher_browser.page.get_by_label("Yangi parol", exact=True).fill(CHOSEN)
    await teacher_browser.page.get_by_label("Yangi parol yana bir marta").fill(CHOSEN)
    await teacher_browser.button("Parolni almashtirish").click()
    await expect(teacher_browser.page).not_to_have_url(re.compile("/profile/password"))
    # the teacher's menu has own entries, and no accounts
    await teacher_browser.open("/profile")
    await expect(teacher_browser.heading("Profil").first).to_be_attached()
    for words in ("Talabalar", "Pedagoglar", "Rollar"):
        await expect(teacher_browser.page.get_by_role("navigation").get_by_role("link", name=words)).to_have_count(0)

    await user.page.reload()
    await user.button("Bloklash").click()
    dialog = user.page.get_by_role("alertdialog")
    await dialog.get_by_label("Sabab").fill("Ta'tilga chiqdi")
    await dialog.get_by_role("button", name="Bloklash").click()
    await expect(user.toast(f"{name} bloklandi")).to_be_visible()
    await user.expect_text("Ta'tilga chiqdi")
    await teacher_browser.page.reload()
    await expect(teacher_browser.page.get_by_role("heading", name="Kirish")).to_be_visible()
    teacher_browser.provoked("401 (Unauthorized)")
    await teacher_browser.sign_in("ustoz.karim", CHOSEN)
    await teacher_browser.expect_text("Hisob bloklangan: administratorga murojaat qiling")
    teacher_browser.provoked("403 (Forbidden)")

    # the teacher's history shows each action and its author
    await user.page.get_by_role("tab", name="Tarix").click()
    await user.expect_text("ustoz.karim bloklandi")
    # unblocked from the list, by its switch
    await user.open("/users/academic?value=" + name.split()[0])
    switch = user.page.get_by_role("switch", name=f"{name}: faol")
    await expect(switch).to_have_attribute("aria-checked", "false")
    await switch.click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Blokdan chiqarish").click()
    await expect(switch).to_have_attribute("aria-checked", "true")
    await teacher_browser.sign_in("ustoz.karim", CHOSEN)
    await expect(teacher_browser.page.get_by_role("heading", name="Kirish")).to_have_count(0)


async def test_a_teachers_groups_and_hours_are_one_click_away(open_browser: OpenBrowser, centre: Centre) -> None:
    """The teaching view; no number is invented.

    R1-063, R1-064, R1-067, R1-068, R1-347, D-27.
    """
    person = await _without_account(centre)
    user = await open_browser("superadmin")
    await user.open("/teachers")
    await user.search(person["fullName"].split()[0])
    await user.page.get_by_role("link", name=person["fullName"], exact=True).first.click()
    await user.expect_url(re.compile(r"/teachers/\d+$"))
    # says what there is nothing of yet, or shows a number of homework
    hint = user.page.get_by_text(re.compile("hozircha ma'lumot yo'q|imtihonlar bo'yicha ma'lumot yo'q"))
    await expect(hint.or_(user.page.get_by_text(re.compile(r"\d%"))).first).to_be_visible()
    await user.page.get_by_role("main").locator("li a").first.click()
    await user.expect_url(re.compile(r"/users/academic/\d+/\d+/attendances$"))
    await user.expect_text("Reyting")
    await user.open(f"/users/academic/{person['id']}/group")
    await user.settled()
    await expect(user.rows.first).to_be_visible()


async def test_an_author_is_added_with_an_account_and_a_course(open_browser: OpenBrowser, centre: Centre) -> None:
    """R1-084, R1-085, R1-086: with an account of staff and a course."""
    user = await open_browser("superadmin")
    await user.open("/users/authors")
    await user.page.get_by_role("link", name="Muallif qo'shish").first.click()
    await user.expect_url("/users/authors/add")
    await user.page.get_by_label("Familiya", exact=True).fill("Umarova")
    await user.page.get_by_label("Ism", exact=True).fill("Nigora")
    await user.page.get_by_label("Login").fill("nilufar.muallif")
    await _choose(user, "Rol", "Menejer")
    await user.page.get_by_role("button", name=re.compile("^Kurslar")).last.click()
    await user.page.get_by_role("option").first.click()
    await user.page.keyboard.press("Escape")
    await user.button("Muallif qo'shish").click()
    window = user.page.get_by_role("dialog", name="Hisob ochildi")
    await window.get_by_role("button", name="Tayyor").click()
    await user.expect_url("/users/authors")
    await user.page.get_by_role("link", name="Umarova Nigora").click()
    await user.page.get_by_label("Familiya", exact=True).fill("Aliyeva")
    await user.button("Saqlash").click()
    await expect(user.page.get_by_role("link", name="Aliyeva Nigora")).to_be_visible()
