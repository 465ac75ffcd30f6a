"""A login sent by SMS, from the first connection to the delivery report.

In the browser (R1-090, R1-364, R1-430).
"""

import json
import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Locator, expect

from entrypoints.simulators.sms import Provider, serve
from tests.e2e.centre import PROJECT, Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, WIDE, StaffBrowser

AXE = PROJECT / "web/node_modules/axe-core/axe.min.js"
PASSWORD = "kanareyka-parol-77"
# the scheduler polls every quarter of a minute
REPORTED_WITHIN_MS = 60_000


@pytest.fixture
async def provider(centre: Centre) -> AsyncIterator[tuple[Provider, str]]:
    """An SMS provider, and a console without a connected one."""
    await centre.sql("delete from integrations where kind = 'sms'")
    provider = Provider(delay=0.5)
    async with serve(provider) as url:
        yield provider, url
    await centre.sql("delete from integrations where kind = 'sms'")


def _card(user: StaffBrowser, title: str) -> Locator:
    return user.page.locator("section.card").filter(has=user.page.get_by_role("heading", name=title, exact=True))


async def _a_student(centre: Centre) -> int:
    """A student who has a login."""
    token = (await centre.sign_in())["accessToken"]
    student = int((await centre.call("GET", "/students/all?statusId=1&perPage=1", token))["students"][0]["id"])
    await centre.sql(f"update students set login = 'talaba.{student}' where id = {student} and login is null")
    return student


async def _connect(user: StaffBrowser, url: str, *, password: str = "demo-sms") -> None:
    await user.open("/integrations")
    sms = _card(user, "SMS")
    await sms.get_by_role("button", name=re.compile("^Ulanish turi")).click()
    await user.page.get_by_role("option", name="Eskiz").click()
    await sms.get_by_label("Elektron pochta").fill("markaz@example.uz")
    await sms.get_by_label("Parol", exact=True).fill(password)
    await sms.get_by_label("Manzil", exact=True).fill(url)
    await sms.get_by_label("Markaz nomi").fill("Ziyo markazi")
    await sms.get_by_role("button", name="Saqlash").click()
    await expect(user.toast("Integratsiya saqlandi")).to_be_visible()


async def _open_dialog(user: StaffBrowser, student: int) -> Locator:
    await user.open(f"/students/{student}")
    await user.button("Amallar").click()
    await user.page.get_by_role("menuitem", name="Loginni yuborish").click()
    return user.page.get_by_role("dialog")


async def _axe(user: StaffBrowser, part: str = "body") -> list[str]:
    await user.page.evaluate(AXE.read_text())
    found = await user.page.evaluate("part => axe.run(part).then(r => JSON.stringify(r.violations))", part)
    return [it["id"] for it in json.loads(found) if it["impact"] in ("serious", "critical")]


async def test_sms_is_connected_tested_and_used(
    open_browser: OpenBrowser, centre: Centre, provider: tuple[Provider, str]
) -> None:
    """Connected in the settings, tested in words, sent, and finally delivered.

    R1-157, R1-243, R1-244, R1-363, M1.
    """
    taken, url = provider
    user = await open_browser("superadmin", viewport=WIDE)
    await user.open("/integrations")
    await expect(_card(user, "Maktab tizimi")).to_contain_text("Sinov maktabi")
    sms = _card(user, "SMS")
    await expect(sms).to_contain_text("Ulanmagan")
    await _connect(user, url)
    await expect(sms.get_by_label("Parol", exact=True)).to_have_value("")
    await expect(sms).to_contain_text("Saqlangan. Almashtirish uchun yangisini kiriting.")
    await sms.get_by_role("button", name="Ulanishni tekshirish").click()
    await expect(sms.get_by_role("status")).to_contain_text("Hisobda: 100000")
    await user.screenshot("integrations-1440")
    assert await _axe(user) == []

    student = await _a_student(centre)
    window = await _open_dialog(user, student)
    await window.get_by_label("Login", exact=True).fill("talaba.login")
    await window.get_by_label("Parol", exact=True).fill(PASSWORD)
    user.provoked("422")
    for phone, problem in (("   ", "To'ldirilishi shart"), ("12345", "998 va 9 ta raqam")):
        await window.get_by_label("Telefon").fill(phone)
        await window.get_by_role("button", name="Yuborish").click()
        await expect(window).to_contain_text(problem)
    await window.get_by_label("Telefon").fill("901234567")
    message = window.get_by_role("region", name="Xabar")
    await expect(message).to_contain_text("Ziyo markazi. Login: talaba.login Parol: ••••••")
    await expect(message).to_contain_text("1 ta SMS")
    await user.screenshot("send-login-1440")
    assert await _axe(user) == []
    await window.get_by_role("button", name="Yuborish").click()
    await expect(user.toast("SMS yuborildi")).to_be_visible()
    await user.page.get_by_role("tab", name="SMS tarixi").click()
    history = user.page.get_by_role("list", name="SMS tarixi")
    await expect(history).to_contain_text("Ziyo markazi. Login: talaba.login Parol: ••••••")
    await expect(history).to_contain_text("+998 90 123-45-67")
    await expect(history.get_by_text(re.compile("^(Navbatda|Yuborilgan|Yetkazilgan)$")).first).to_be_visible()
    assert [it.text for it in taken.messages] in (
        [],
        [f"Ziyo markazi. Login: talaba.login Parol: {PASSWORD}"],
    )
    await _until_delivered(user, student)
    assert [it.text for it in taken.messages] == [f"Ziyo markazi. Login: talaba.login Parol: {PASSWORD}"]
    assert taken.messages[0].phone == "998901234567"
    await user.screenshot("sms-history-1440")
    assert await _axe(user, "[role=tabpanel]") == []
    stored = await user.stored()
    assert PASSWORD not in json.dumps(stored)


async def _until_delivered(user: StaffBrowser, student: int) -> None:
    for _ in range(REPORTED_WITHIN_MS // 2000):
        await user.open(f"/students/{student}?tab=sms")
        await user.page.get_by_role("list", name="SMS tarixi").wait_for()
        if await user.page.get_by_text("Yetkazilgan", exact=True).count():
            return
        await user.page.wait_for_timeout(2000)
    raise AssertionError("the provider's word has not come")


async def test_the_dialog_reports_a_missing_provider(
    open_browser: OpenBrowser, centre: Centre, provider: tuple[Provider, str]
) -> None:
    """No message is reported as sent without a provider; on a phone, too."""
    user = await open_browser("superadmin", viewport=PHONE)
    window = await _open_dialog(user, await _a_student(centre))
    await window.get_by_label("Login", exact=True).fill("talaba")
    await window.get_by_label("Parol", exact=True).fill(PASSWORD)
    await window.get_by_label("Telefon").fill("901234567")
    await expect(window).to_contain_text("SMS xizmati ulanmagan")
    await user.screenshot("send-login-390")
    assert await _axe(user) == []
    await window.get_by_role("button", name="Yuborish").click()
    await expect(user.toast(re.compile("faqat server jurnaliga yozildi"))).to_be_visible()
    await user.open("/integrations")
    await expect(_card(user, "SMS")).to_be_visible()
    await user.screenshot("integrations-390")
    assert await _axe(user) == []
    assert provider[0].messages == []


async def _sent_to_two(user: StaffBrowser) -> None:
    """Sends the template to the ticked students; each has a result.

    Issue 5, *bulk actions*.
    """
    await user.open("/students")
    await user.settled()
    for at in (0, 1):
        await user.page.locator("tbody [role=checkbox]").nth(at).check()
    bar = user.page.get_by_role("region", name="Tanlanganlar bilan amallar")
    await bar.get_by_role("button", name="SMS yuborish").click()
    window = user.page.get_by_role("dialog")
    await window.get_by_role("button", name="Shablondan olish").click()
    await user.page.get_by_role("option", name="Bayram").click()
    await expect(window.get_by_label("Matn", exact=True)).to_have_value("Bayram muborak, {name}!")
    await user.screenshot("sms-many-1440")
    assert await _axe(user) == []
    await window.get_by_role("button", name="Yuborish: 2 ta").click()
    await user.expect_url(re.compile(r"/students/sms/\d+$"))
    results = user.page.get_by_role("region", name="Natijalar").get_by_role("listitem")
    await expect(results).to_have_count(2)
    # without a provider to the journal only; a student without a phone is named there
    outcome = re.compile("Yuborilmagan, faqat server jurnalida|Yetkazilmagan.*[Tt]elefon")
    await expect(results.filter(has_text=outcome)).to_have_count(2)
    await user.screenshot("sms-batch-1440")
    assert await _axe(user) == []
    await user.page.get_by_role("navigation", name="Menyu").get_by_role("link", name="Ommaviy SMS").click()
    await expect(user.rows.first).to_contain_text("Bayram muborak, {name}!")
    await expect(user.rows.first).to_contain_text("Faqat server jurnalida")
    await user.screenshot("sms-batches-1440")
    assert await _axe(user) == []


async def test_templates_are_written_and_counted(open_browser: OpenBrowser, centre: Centre) -> None:
    """Added, counted while typed, edited, sent to many, deleted.

    The template for logins can't be deleted.
    """
    user = await open_browser("superadmin")
    await user.open("/sms-templates")
    await expect(user.rows.filter(has_text="Login yuborish uchun")).to_have_count(1)
    await user.button("Shablon qo'shish").click()
    window = user.page.get_by_role("dialog")
    user.provoked("422")
    await window.get_by_label("Nomi").fill("Bayram")
    await window.get_by_label("Matni").fill("Bayram muborak, {qarz}!")
    await window.get_by_role("button", name="Qo'shish", exact=True).click()
    await expect(window).to_contain_text("{qarz} bu yerda ishlatilmaydi")
    await window.get_by_label("Matni").fill("Байрам муборак! " * 5)
    await expect(window.get_by_role("region", name="Xabar")).to_contain_text("2 ta SMS")
    await expect(window).to_contain_text("70 ta belgi sig'adi")
    await user.screenshot("template-1440")
    assert await _axe(user) == []
    await window.get_by_label("Matni").fill("Bayram muborak, {name}!")
    await window.get_by_role("button", name="Qo'shish", exact=True).click()
    await expect(user.toast("Shablon qo'shildi")).to_be_visible()
    await user.screenshot("templates-1440")
    await _sent_to_two(user)
    await user.open("/sms-templates")
    await user.button("Bayram: amallar").click()
    await user.page.get_by_role("menuitem", name="O'chirish").click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Shablonni o'chirish").click()
    await expect(user.toast("Shablon o'chirildi")).to_be_visible()
    await user.button(re.compile("^Login va parol.*: amallar$")).click()
    await expect(user.page.get_by_role("menuitem", name="Tahrirlash")).to_be_visible()
    await expect(user.page.get_by_role("menuitem", name="O'chirish")).to_have_count(0)


async def test_results_of_a_broadcast_stand_in_columns(open_browser: OpenBrowser, centre: Centre) -> None:
    """Phone, state and reason each begin at one place; the list is in the menu."""
    token = (await centre.sign_in())["accessToken"]
    students = (await centre.call("GET", "/students/all?statusId=1&perPage=6", token))["students"]
    ids = [student["id"] for student in students]
    await centre.call("POST", "/sms/send-many", token, data={"studentIds": ids, "text": "Ustunlar, {name}"})
    user = await open_browser("superadmin", viewport=WIDE)
    await user.open("/students")
    await user.page.get_by_role("navigation").get_by_role("link", name="Ommaviy SMS").click()
    await (
        user.page.get_by_role("link", name=re.compile("Ustunlar"))
        .or_(user.rows.filter(has_text="Ustunlar").first)
        .first.click()
    )
    rows = user.page.get_by_role("region", name="Natijalar").get_by_role("listitem")
    await expect(rows).to_have_count(len(ids))
    places = await rows.evaluate_all(
        "rows => rows.map(row => [...row.children].slice(0, 3).map(part => part.getBoundingClientRect().left))"
    )
    assert len({tuple(place) for place in places}) == 1, places
    await user.screenshot("sms-results-1440")
