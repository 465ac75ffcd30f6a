"""The audit log and the history of a record: "who did this?"."""

import re

from playwright.async_api import expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, StaffBrowser

CLERK, CLERKS_PASSWORD = "tarix-xodimi", "a-clerk's-long-password"


async def _phone_changed(centre: Centre) -> dict[str, object]:
    """A student whose phone a clerk has changed."""
    async with centre.database() as database:
        known = await database.fetchval("select count(*) from users where login = $1", CLERK)
    if not known:
        await centre.open_account(CLERK, "Study department", CLERKS_PASSWORD, all_branches=True)
    token = (await centre.sign_in(CLERK, CLERKS_PASSWORD))["accessToken"]
    row = (await centre.call("GET", "/students/all?perPage=1&page=700", token))["students"][0]
    card = (await centre.call("GET", f"/students/{row['id']}", token))["student"]
    names = {name: card[name] or "" for name in ("firstName", "lastName", "middleName")}
    for phone in ("998901112233", "998907776655"):
        body = {**names, "phoneNumber": phone, "version": card["version"]}
        if phone not in (card["phoneNumber"] or ""):
            await centre.call("PUT", f"/students/{row['id']}/update-profile", token, data=body)
        card = (await centre.call("GET", f"/students/{row['id']}", token))["student"]
    return dict(card)


async def _shows_the_change(user: StaffBrowser) -> None:
    for words in (CLERK, "+998 90 111-22-33", "+998 90 777-66-55"):
        await user.expect_text(words)


async def test_a_phone_change_is_two_clicks_from_the_list(open_browser: OpenBrowser, centre: Centre) -> None:
    """The student's history shows old and new value, author and time (issue 5, M7)."""
    student = await _phone_changed(centre)
    user = await open_browser("superadmin")
    await user.open(f"/students?statusId=all&value={student['id']}")
    await user.settled()
    await user.rows.filter(has_text=str(student["fullName"])).first.get_by_role("link").click()
    await user.page.get_by_role("tab", name="Tarix", exact=True).click()
    await _shows_the_change(user)
    await user.expect_url(f"/students/{student['id']}?tab=history")
    await user.page.reload()
    await _shows_the_change(user)


async def test_a_phone_change_is_three_clicks_in_the_log(open_browser: OpenBrowser, centre: Centre) -> None:
    """The filter, the field, the newest record; the query is in the URL.

    R1-060, R1-336, R1-337.
    """
    student = await _phone_changed(centre)
    user = await open_browser("superadmin")
    await user.open("/audits")
    await user.settled()
    async with user.answer_of("/audits?"):
        await user.choose("Maydon", "Telefon")
    await user.expect_url("/audits?field=phone")
    await user.settled()
    await user.rows.first.click()
    sheet = user.page.get_by_role("dialog")
    await expect(sheet).to_contain_text(str(student["fullName"]))
    await _shows_the_change(user)
    await user.expect_url(re.compile(r"/audits\?field=phone&peek=\d+$"))
    await sheet.get_by_role("link", name="Shu kishining hamma amallari").click()
    await user.expect_url(re.compile(r"/audits\?actorId=\d+$"))
    await user.settled()
    for row in await user.rows.all():
        await expect(row).to_contain_text(CLERK)


async def test_a_period_is_typed_in_the_local_format(open_browser: OpenBrowser, centre: Centre) -> None:
    """An invalid DD.MM.YYYY is marked and requests nothing; a chip removes it.

    D-6.
    """
    user = await open_browser("superadmin")
    await user.open("/audits")
    await user.settled()
    since = user.page.get_by_label("Sanadan (DD.MM.YYYY)")
    await since.fill("31.02.2026")
    await since.press("Enter")
    await expect(since).to_have_attribute("aria-invalid", "true")
    await user.expect_url("/audits")
    async with user.answer_of("/audits?") as answer:
        await since.fill("1.1.2099")
        await since.press("Enter")
    assert answer["total"] == 0
    await user.expect_url("/audits?fromDate=2099-01-01")
    await user.expect_text("Bunday yozuv topilmadi")
    await user.button(re.compile(r"^Sanadan: 01\.01\.2099")).click()
    await user.expect_url("/audits")
    await user.settled()


async def test_the_log_is_read_on_a_phone(open_browser: OpenBrowser, centre: Centre) -> None:
    """Cards, and the record from the whole card (R1-008)."""
    await _phone_changed(centre)
    user = await open_browser("superadmin", viewport=PHONE)
    await user.open("/audits?field=phone")
    await user.page.locator("main ul[aria-label] button").first.click()
    await _shows_the_change(user)


async def test_a_user_without_the_right_is_told(open_browser: OpenBrowser, centre: Centre) -> None:
    """Neither page nor menu entry; the history of a readable student stays.

    R1-282.
    """
    student = await _phone_changed(centre)
    user = await open_browser(CLERK, CLERKS_PASSWORD)
    await user.open("/audits")
    await user.expect_text("Sizda ushbu sahifa uchun huquq mavjud emas!")
    await expect(user.page.get_by_role("link", name="Amallar tarixi")).to_have_count(0)
    await user.open(f"/students/{student['id']}?tab=history")
    await user.expect_text("+998 90 •••-••-55")
    await user.expect_text("Shaxsiy ma'lumotlar yashirilgan")
    await expect(user.page.get_by_text("Amallar tarixida ko'rish")).to_have_count(0)
