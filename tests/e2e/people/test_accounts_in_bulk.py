"""Accounts for all teachers at once, from their list to slips and sign-in (D-156)."""

import asyncio
import re

from playwright.async_api import expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.people.test_bulk_operations import bar, nothing_against, ticks
from tests.e2e.staff_browser import PHONE, WIDE


async def _demo_teacher(centre: Centre) -> None:
    """Waits for the account that the demo opens after the first synchronisation."""
    token = (await centre.sign_in())["accessToken"]
    for _ in range(300):
        if (await centre.call("GET", "/academic?acStatus=1", token))["total"]:
            return
        await asyncio.sleep(0.2)
    raise AssertionError("the demo opens no account")


async def test_all_teachers_get_accounts_and_slips_from_their_list(open_browser: OpenBrowser, centre: Centre) -> None:
    """A new administrator filters, selects all, looks, opens, prints and takes back."""
    await _demo_teacher(centre)
    user = await open_browser("superadmin")
    await user.open("/users/academic?acStatus=3")
    await user.settled()
    await ticks(user).nth(0).check()
    await bar(user).get_by_role("button", name=re.compile("^Topilgan hammasini tanlash")).click()
    await bar(user).get_by_role("button", name="Hisob ochish").click()
    window = user.page.get_by_role("dialog", name=re.compile("^Hisob ochish"))
    logins = window.get_by_role("textbox", name=re.compile("^Login: "))
    await expect(logins.first).to_be_visible()
    suggested = [await login.input_value() for login in await logins.all()]
    assert len(suggested) == len(set(suggested)) > 5
    assert all(re.fullmatch(r"[a-z0-9.]{3,64}", login) for login in suggested), suggested
    await nothing_against(user)
    await user.screenshot("open-accounts-1440")
    await logins.first.fill("birinchi.ustoz")
    await window.get_by_role("button", name=re.compile("^Hisob ochish: ")).click()
    await user.expect_url(re.compile(r"/users/academic/bulk/\d+$"))
    await expect(user.page.get_by_role("navigation", name="Sahifa yo'li")).to_contain_text("Pedagoglar")
    await expect(user.heading("Loginlarni topshirish")).to_be_visible()
    await user.expect_text("birinchi.ustoz")
    await nothing_against(user)
    await user.screenshot("accounts-opened-1440")

    results = user.page.url
    await user.button("SMS bilan yuborish").click()
    question = user.page.get_by_role("alertdialog", name=re.compile("^Loginlar SMS bilan yuborilsinmi"))
    await question.get_by_role("button", name="SMS bilan yuborish").click()
    await user.expect_url(re.compile(r"/students/sms/\d+$"))
    await expect(user.page.get_by_role("main").locator("li a").first).to_have_attribute(
        "href", re.compile(r"^/users/academic/\d+$")
    )
    await expect(user.page.get_by_role("progressbar")).to_have_count(0)
    await user.screenshot("logins-by-sms-1440")
    await user.page.set_viewport_size(PHONE)
    await user.open(results)
    await expect(user.heading("Loginlarni topshirish")).to_be_visible()
    await nothing_against(user)
    await user.screenshot("accounts-opened-390")
    await user.page.set_viewport_size(WIDE)

    await user.page.evaluate("window.print = () => { window.printed = true }")
    await user.button("Login varaqalari").click()
    slips = user.page.get_by_role("dialog", name=re.compile("^Login varaqalari"))
    await slips.get_by_role("button", name="Parol berish").click()
    await slips.get_by_role("button", name="Chop etish").click()
    assert await user.page.evaluate("window.printed") is True
    paper = user.page.locator(".print-sheet section")
    assert await paper.count() == len(suggested)
    passwords = await paper.locator("strong").all_inner_texts()
    mine = passwords[passwords.index("birinchi.ustoz") + 1]
    await user.page.emulate_media(media="print")
    await user.screenshot("login-slips-paper")
    await user.page.emulate_media(media="screen")
    await user.page.keyboard.press("Escape")
    await expect(slips).to_have_count(0)
    assert mine not in await user.page.content()

    teacher = await open_browser()
    await teacher.open("/")
    await teacher.sign_in("birinchi.ustoz", mine)
    await teacher.expect_url("/profile/password")

    await user.button(re.compile("^Hisoblarni o'chirish: ")).click()
    await expect(user.heading("Hisoblarni o'chirish")).to_be_visible()
    await user.expect_text("Egasi tizimga kirgan: hisob o'z holicha qoldi")


async def test_logins_are_looked_at_on_a_phone(open_browser: OpenBrowser, centre: Centre) -> None:
    """The dialog fits 390 px in the dark theme; a wrong pattern opens nothing."""
    user = await open_browser("superadmin", viewport=PHONE, color_scheme="dark")
    await user.open("/users/academic?acStatus=3")
    await user.settled()
    await user.page.locator("main").get_by_role("button", name="Yana", exact=True).click()
    await user.button("Tanlash").click()
    await user.page.locator("main ul[aria-label] button[aria-pressed]").nth(0).click()
    await bar(user).get_by_role("button", name="Boshqa amallar").click()
    await user.page.get_by_role("menuitem", name="Hisob ochish").click()
    window = user.page.get_by_role("dialog", name=re.compile("^Hisob ochish"))
    await expect(window.get_by_role("textbox", name=re.compile("^Login: "))).to_be_visible()
    await nothing_against(user)
    await user.screenshot("open-accounts-390-dark")
    await window.get_by_label("Login namunasi").fill("{ism}")
    await expect(window.get_by_text("{ism} bu yerda ishlatilmaydi")).to_be_visible()
    user.provoked("422 (Unprocessable Content)", "422 (Unprocessable Entity)")
    opener = window.get_by_role("button", name=re.compile("^Hisob ochish: "))
    await expect(opener).to_have_attribute("aria-disabled", "true")
