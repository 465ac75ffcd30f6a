"""Sessions: silent renewal, ending from elsewhere, and denied access."""

import json
from datetime import UTC, datetime, timedelta

import jwt
from playwright.async_api import Request, expect

from adapters.security.tokens import SignedTokens
from application.ports import AccessClaims
from tests.e2e.centre import PASSWORD, Centre
from tests.e2e.conftest import Sit
from tests.e2e.desk import TOKENS, Desk

NO_RIGHT = "Sizda ushbu sahifa uchun huquq mavjud emas!"
CHOSEN = "a-password-of-my-own"


async def grow_old(desk: Desk) -> None:
    """Replaces the access token in the browser by one that expired a minute ago."""
    tokens = json.loads((await desk.stored())[TOKENS])
    body = jwt.decode(tokens["accessToken"], options={"verify_signature": False})
    key = (desk.centre.home / "secrets" / "secret_key").read_text().strip()
    old = SignedTokens(key).access(
        AccessClaims(int(body["sub"]), body["sid"]), datetime.now(UTC) - timedelta(minutes=16)
    )
    kept = json.dumps(tokens | {"accessToken": old})
    await desk.page.evaluate("([name, value]) => localStorage.setItem(name, value)", [TOKENS, kept])


def refreshes(asked: list[Request]) -> int:
    """Number of session renewals."""
    return sum("/auth/refresh-token" in request.url for request in asked)


async def test_two_tabs_renew_the_session_once(sit: Sit, centre: Centre) -> None:
    """After the expiry both tabs with all their requests refresh once.

    R1-306, R1-407, R2-438, D-9, D-42, S1.
    """
    desk = await sit("superadmin")
    await desk.open("/profile")
    await desk.see("superadmin")
    other = await desk.another_window("/students")
    await expect(other.locator("tbody tr[data-row]")).to_have_count(10)
    await grow_old(desk)
    desk.asked.clear()
    await other.evaluate("document.querySelector('[aria-label=\"2-sahifa\"]').click(); location.reload()")
    await desk.page.reload()
    await expect(other.locator("tbody tr[data-row]")).to_have_count(10)
    await desk.see("Shu qurilma")
    assert refreshes(desk.asked) == 1
    await expect(desk.page).to_have_url(f"{centre.address}/profile")
    desk.provoked("401 (Unauthorized)")


async def test_a_session_ended_elsewhere_leads_to_sign_in_and_back(sit: Sit, centre: Centre) -> None:
    """Sessions are listed and ended one by one; sign-in returns to the same page.

    R1-407, R1-408, D-9.
    """
    await centre.open_account("two.devices", "Admin", CHOSEN, all_branches=True)
    phone = await sit(user_agent="Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile")
    await phone.open("/students?value=Shahzoda")
    await phone.sign_in("two.devices", CHOSEN)
    await phone.settled()
    desk = await sit("two.devices", CHOSEN)
    await desk.open("/profile")
    await expect(desk.page.get_by_text("Shu qurilma")).to_have_count(1)
    await desk.button("Chrome, Android: qurilmadan chiqarish").click()
    await desk.page.get_by_role("alertdialog").get_by_role("button", name="Chiqarish").click()
    await expect(desk.toast("Qurilmadan chiqarildi")).to_be_visible()
    await expect(desk.button("Chrome, Android: qurilmadan chiqarish")).to_have_count(0)
    await phone.page.reload()
    await phone.be_at("/signin?from=%2Fstudents%3Fvalue%3DShahzoda")
    await phone.see("Seans tugadi. Qayta kiring, shu sahifaga qaytasiz.")
    assert TOKENS not in await phone.stored()
    await phone.sign_in("two.devices", CHOSEN)
    await phone.be_at("/students?value=Shahzoda")
    phone.provoked("401 (Unauthorized)")


async def test_signing_out_in_one_tab_signs_out_the_other(sit: Sit, centre: Centre) -> None:
    """The other tab shows no personal data any more (R1-220)."""
    desk = await sit("superadmin")
    await desk.open("/profile")
    other = await desk.another_window("/students")
    await expect(other.locator("tbody tr[data-row]")).to_have_count(10)
    await desk.sign_out()
    await expect(other.get_by_role("heading", name="Kirish")).to_be_visible()
    await expect(other.locator("tbody")).to_have_count(0)


async def test_a_first_password_must_be_changed_before_anything_else(sit: Sit, centre: Centre) -> None:
    """A password set by somebody else is changed before any page opens (D-61)."""
    made = await centre.command("user", "create", "newcomer", "--role", "Manager", "--all-branches")
    desk = await sit()
    await desk.open("/students")
    await desk.sign_in("newcomer", made["password"])
    await desk.be_at("/profile/password")
    await desk.see("Davom etishdan oldin parolni almashtiring.")
    assert not [request for request in desk.asked if "/students/all" in request.url]
    await desk.page.get_by_label("Joriy parol").fill(made["password"])
    await desk.page.get_by_label("Yangi parol", exact=True).fill("short")
    await desk.page.get_by_label("Yangi parol yana bir marta").fill("short")
    await desk.button("Parolni almashtirish").click()
    await expect(desk.page.get_by_text("Kamida 8 ta belgi bo'lsin").first).to_be_visible()
    await desk.page.get_by_label("Yangi parol", exact=True).fill(CHOSEN)
    await desk.page.get_by_label("Yangi parol yana bir marta").fill(CHOSEN)
    await desk.button("Parolni almashtirish").click()
    await expect(desk.toast("Parol almashtirildi")).to_be_visible()
    # D-42: the page that was requested first
    await desk.be_at("/students")
    await desk.settled()
    desk.provoked("422 (Unprocessable")


async def test_the_password_is_changed_on_the_profile(sit: Sit, centre: Centre) -> None:
    """The new password works, the old one doesn't; other sessions end (D-9)."""
    await centre.open_account("changes.password", "Admin", CHOSEN, all_branches=True)
    desk = await sit("changes.password", CHOSEN)
    await desk.open("/profile/password")
    form = desk.page.get_by_role("form", name="Parolni almashtirish")
    await form.get_by_label("Joriy parol").fill("not-this-one")
    await form.get_by_label("Yangi parol", exact=True).fill("the-next-password")
    await form.get_by_label("Yangi parol yana bir marta").fill("another-word")
    await form.get_by_role("button", name="Parolni almashtirish").click()
    await expect(form.get_by_text("Parollar bir xil emas")).to_be_visible()
    await form.get_by_label("Yangi parol yana bir marta").fill("the-next-password")
    await form.get_by_role("button", name="Parolni almashtirish").click()
    await expect(form.get_by_text("Joriy parol noto'g'ri")).to_be_visible()
    await form.get_by_label("Joriy parol").fill(CHOSEN)
    await form.get_by_role("button", name="Parolni almashtirish").click()
    await expect(desk.toast("Parol almashtirildi")).to_be_visible()
    await desk.be_at("/profile")
    await centre.sign_in("changes.password", "the-next-password")
    answer = await centre.calls.post("/api/staff/auth/sign-in", data={"login": "changes.password", "password": CHOSEN})
    assert answer.status == 401
    desk.provoked("422 (Unprocessable")


async def test_a_user_without_a_right_is_told(sit: Sit, centre: Centre) -> None:
    """The words of the specification, no menu entry, no request.

    R1-017, R1-022, R1-025, R1-262, R1-277, R2-030.
    """
    await centre.open_account("teacher", "Academic", CHOSEN)
    desk = await sit("teacher", CHOSEN)
    await desk.open("/students")
    await expect(desk.page.get_by_role("heading", name=NO_RIGHT, exact=True)).to_be_visible()
    await expect(desk.page.get_by_role("link", name="Talabalar")).to_have_count(0)
    assert not [request for request in desk.asked if "/students" in request.url.partition("/api/")[2]]
    await desk.open("/students/1")
    await expect(desk.page.get_by_role("heading", name=NO_RIGHT, exact=True)).to_be_visible()
    await desk.open("/")
    await desk.be_at("/today")  # R1-023, D-65: the first entry of this menu
    await expect(desk.sync_button).to_have_attribute("aria-disabled", "true")
    await desk.page.get_by_role("navigation", name="Menyu").get_by_role("link", name="Profil").click()
    await desk.see("Academic")
    await desk.page.keyboard.press("Control+k")
    await expect(desk.page.get_by_role("combobox", name="Talaba ismi")).to_be_focused()
    await desk.page.keyboard.type("Shahzoda", delay=20)
    await desk.see("Hech narsa topilmadi")
    desk.provoked("403 (Forbidden)")


async def test_a_blocked_user_is_signed_out_at_the_next_call(sit: Sit, centre: Centre) -> None:
    """Blocking ends the sessions; sign-in explains the block (D-9, D-61)."""
    await centre.open_account("blocked.soon", "Admin", CHOSEN, all_branches=True)
    desk = await sit("blocked.soon", CHOSEN)
    await desk.open("/students")
    await desk.settled()
    await centre.command("user", "block", "blocked.soon", "--reason", "left the centre")
    await desk.button("2-sahifa").click()
    await expect(desk.heading("Kirish")).to_be_visible()
    await desk.sign_in("blocked.soon", CHOSEN)
    await expect(desk.page.get_by_role("alert")).not_to_be_empty()
    await centre.command("user", "unblock", "blocked.soon")
    await desk.sign_in("blocked.soon", CHOSEN)
    await expect(desk.heading("Kirish")).to_be_hidden()
    desk.provoked("401 (Unauthorized)", "403 (Forbidden)")


async def test_too_many_wrong_passwords_start_a_countdown(sit: Sit, centre: Centre) -> None:
    """After five attempts the form counts down and sends nothing meanwhile (D-10)."""
    await centre.open_account("forgetful", "Admin", CHOSEN)
    desk = await sit()
    await desk.open("/signin")
    waiting = desk.page.get_by_text("soniyadan keyin qayta urinib ko'ring")
    for _ in range(8):
        await desk.sign_in("forgetful", PASSWORD)
        await expect(desk.page.get_by_role("alert")).not_to_be_empty()
        await expect(desk.button("Kirish")).to_have_attribute("aria-busy", "false")
        if await waiting.count():
            break
    await expect(waiting).to_be_visible()
    sent = len(desk.asked)
    await desk.button("Kirish").click(force=True)
    assert len(desk.asked) == sent
    desk.provoked("401 (Unauthorized)", "429 (Too Many Requests)")
