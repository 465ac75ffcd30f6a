"""Sessions: silent renewal, ending from elsewhere, and denied access."""

import contextlib
import json
from datetime import UTC, datetime, timedelta

import jwt
from playwright.async_api import Request, TimeoutError, expect

from adapters.security.tokens import SignedTokens
from application.ports import AccessClaims
from tests.e2e.centre import PASSWORD, Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import TOKENS, StaffBrowser

NO_RIGHT = "Sizda ushbu sahifa uchun huquq mavjud emas!"
CHOSEN = "a-password-of-my-own"
# until then the stream has told a browser that its session has ended
STREAM_MS = 5_000


async def grow_old(user: StaffBrowser) -> None:
    """Replaces the access token in the browser by one that expired a minute ago."""
    tokens = json.loads((await user.stored())[TOKENS])
    body = jwt.decode(tokens["accessToken"], options={"verify_signature": False})
    key = (user.centre.home / "secrets" / "secret_key").read_text().strip()
    old = SignedTokens(key).access(
        AccessClaims(int(body["sub"]), body["sid"]), datetime.now(UTC) - timedelta(minutes=16)
    )
    kept = json.dumps(tokens | {"accessToken": old})
    await user.page.evaluate("([name, value]) => localStorage.setItem(name, value)", [TOKENS, kept])


def refreshes(requests: list[Request]) -> int:
    """Number of session renewals."""
    return sum("/auth/refresh-token" in request.url for request in requests)


async def test_two_tabs_renew_the_session_once(open_browser: OpenBrowser, centre: Centre) -> None:
    """After the expiry both tabs with all their requests refresh once.

    R1-306, R1-407, R2-438, D-9, D-42, S1.
    """
    user = await open_browser("superadmin")
    await user.open("/profile")
    await user.expect_text("superadmin")
    other = await user.another_window("/students")
    await expect(other.locator("tbody tr[data-row]")).to_have_count(10)
    await grow_old(user)
    user.requests.clear()
    await other.evaluate("document.querySelector('[aria-label=\"2-sahifa\"]').click(); location.reload()")
    await user.page.reload()
    await expect(other.locator("tbody tr[data-row]")).to_have_count(10)
    await user.expect_text("Shu qurilma")
    assert refreshes(user.requests) == 1
    await expect(user.page).to_have_url(f"{centre.address}/profile")
    user.provoked("401 (Unauthorized)")


async def test_a_session_ended_elsewhere_leads_to_sign_in_and_back(open_browser: OpenBrowser, centre: Centre) -> None:
    """Sessions are listed and ended one by one; sign-in returns to the same page.

    R1-407, R1-408, D-9.
    """
    await centre.open_account("two.devices", "Admin", CHOSEN, all_branches=True)
    phone = await open_browser(user_agent="Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile")
    await phone.open("/students?value=Shahzoda")
    await phone.sign_in("two.devices", CHOSEN)
    await phone.settled()
    user = await open_browser("two.devices", CHOSEN)
    await user.open("/profile")
    await expect(user.page.get_by_text("Shu qurilma")).to_have_count(1)
    await user.button("Chrome, Android: qurilmadan chiqarish").click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Chiqarish").click()
    await expect(user.toast("Qurilmadan chiqarildi")).to_be_visible()
    await expect(user.button("Chrome, Android: qurilmadan chiqarish")).to_have_count(0)
    # the live stream tells it at once; where it does not, the next request does
    with contextlib.suppress(TimeoutError):
        await phone.page.wait_for_url("**/signin?**", timeout=STREAM_MS)
    if "/signin" not in phone.page.url:
        await phone.page.reload()
    await phone.expect_url("/signin?from=%2Fstudents%3Fvalue%3DShahzoda")
    await phone.expect_text("Seans tugadi. Qayta kiring, shu sahifaga qaytasiz.")
    assert TOKENS not in await phone.stored()
    await phone.sign_in("two.devices", CHOSEN)
    await phone.expect_url("/students?value=Shahzoda")
    phone.provoked("401 (Unauthorized)")


async def test_signing_out_in_one_tab_signs_out_the_other(open_browser: OpenBrowser, centre: Centre) -> None:
    """The other tab shows no personal data any more (R1-220)."""
    user = await open_browser("superadmin")
    await user.open("/profile")
    other = await user.another_window("/students")
    await expect(other.locator("tbody tr[data-row]")).to_have_count(10)
    await user.sign_out()
    await expect(other.get_by_role("heading", name="Kirish")).to_be_visible()
    await expect(other.locator("tbody")).to_have_count(0)


async def test_a_first_password_must_be_changed_before_anything_else(open_browser: OpenBrowser, centre: Centre) -> None:
    """A password set by somebody else is changed before any page opens (D-61)."""
    made = await centre.command("user", "create", "newcomer", "--role", "Manager", "--all-branches")
    user = await open_browser()
    await user.open("/students")
    await user.sign_in("newcomer", made["password"])
    await user.expect_url("/profile/password")
    await user.expect_text("Davom etishdan oldin parolni almashtiring.")
    assert not [request for request in user.requests if "/students/all" in request.url]
    await user.page.get_by_label("Joriy parol").fill(made["password"])
    await user.page.get_by_label("Yangi parol", exact=True).fill("short")
    await user.page.get_by_label("Yangi parol yana bir marta").fill("short")
    await user.button("Parolni almashtirish").click()
    await expect(user.page.get_by_text("Kamida 8 ta belgi bo'lsin").first).to_be_visible()
    await user.page.get_by_label("Yangi parol", exact=True).fill(CHOSEN)
    await user.page.get_by_label("Yangi parol yana bir marta").fill(CHOSEN)
    await user.button("Parolni almashtirish").click()
    await expect(user.toast("Parol almashtirildi")).to_be_visible()
    # D-42: the page that was requested first
    await user.expect_url("/students")
    await user.settled()
    user.provoked("422 (Unprocessable")


async def test_the_password_is_changed_on_the_profile(open_browser: OpenBrowser, centre: Centre) -> None:
    """The new password works, the old one doesn't; other sessions end (D-9)."""
    await centre.open_account("changes.password", "Admin", CHOSEN, all_branches=True)
    user = await open_browser("changes.password", CHOSEN)
    await user.open("/profile/password")
    form = user.page.get_by_role("form", name="Parolni almashtirish")
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
    await expect(user.toast("Parol almashtirildi")).to_be_visible()
    await user.expect_url("/profile")
    await centre.sign_in("changes.password", "the-next-password")
    answer = await centre.calls.post("/api/staff/auth/sign-in", data={"login": "changes.password", "password": CHOSEN})
    assert answer.status == 401
    user.provoked("422 (Unprocessable")


async def test_a_user_without_a_right_is_told(open_browser: OpenBrowser, centre: Centre) -> None:
    """The words of the specification, no menu entry, no request.

    R1-017, R1-022, R1-025, R1-262, R1-277, R2-030.
    """
    await centre.open_account("teacher", "Academic", CHOSEN)
    user = await open_browser("teacher", CHOSEN)
    await user.open("/students")
    await expect(user.page.get_by_role("heading", name=NO_RIGHT, exact=True)).to_be_visible()
    await expect(user.page.get_by_role("link", name="Talabalar")).to_have_count(0)
    assert not [request for request in user.requests if "/students" in request.url.partition("/api/")[2]]
    await user.open("/students/1")
    await expect(user.page.get_by_role("heading", name=NO_RIGHT, exact=True)).to_be_visible()
    await user.open("/")
    await user.expect_url("/today")  # R1-023, D-65: the first entry of this menu
    await expect(user.sync_button).to_have_attribute("aria-disabled", "true")
    await user.page.get_by_role("navigation", name="Menyu").get_by_role("link", name="Profil").click()
    await user.expect_text("O'qituvchi")
    await user.page.keyboard.press("Control+k")
    await expect(user.page.get_by_role("combobox", name="Talaba ismi")).to_be_focused()
    await user.page.keyboard.type("Shahzoda", delay=20)
    await user.expect_text("Hech narsa topilmadi")
    user.provoked("403 (Forbidden)")


async def test_a_blocked_user_is_signed_out_at_once(open_browser: OpenBrowser, centre: Centre) -> None:
    """Blocking ends the sessions; sign-in explains the block (D-9, D-61)."""
    await centre.open_account("blocked.soon", "Admin", CHOSEN, all_branches=True)
    user = await open_browser("blocked.soon", CHOSEN)
    await user.open("/students")
    await user.settled()
    await centre.command("user", "block", "blocked.soon", "--reason", "left the centre")
    # the live stream tells the browser, which needs no click
    await expect(user.heading("Kirish")).to_be_visible()
    await user.sign_in("blocked.soon", CHOSEN)
    await expect(user.page.get_by_role("alert")).not_to_be_empty()
    await centre.command("user", "unblock", "blocked.soon")
    await user.sign_in("blocked.soon", CHOSEN)
    await expect(user.heading("Kirish")).to_be_hidden()
    user.provoked("401 (Unauthorized)", "403 (Forbidden)")


async def test_too_many_wrong_passwords_start_a_countdown(open_browser: OpenBrowser, centre: Centre) -> None:
    """After five attempts the form counts down and sends nothing meanwhile (D-10)."""
    await centre.open_account("forgetful", "Admin", CHOSEN)
    user = await open_browser()
    await user.open("/signin")
    waiting = user.page.get_by_text("soniyadan keyin qayta urinib ko'ring")
    for _ in range(8):
        await user.sign_in("forgetful", PASSWORD)
        await expect(user.page.get_by_role("alert")).not_to_be_empty()
        await expect(user.button("Kirish")).to_have_attribute("aria-busy", "false")
        if await waiting.count():
            break
    await expect(waiting).to_be_visible()
    sent = len(user.requests)
    await user.button("Kirish").click(force=True)
    assert len(user.requests) == sent
    user.provoked("401 (Unauthorized)", "429 (Too Many Requests)")
