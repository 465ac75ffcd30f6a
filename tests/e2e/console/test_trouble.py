"""Failures: no network, rejections, a broken server, an outdated window.

Also a second synchronisation.
"""

import re
import time

from playwright.async_api import Route, expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import Sit

NO_INTERNET = "Internet bilan biron muammo bor."
SYNC_RUNNING = "Sinxronizatsiya qilinyapti bir oz kutib keyin qayta yangilang"
CHOSEN = "a-password-of-my-own"


async def test_nothing_can_be_saved_without_a_connection(sit: Sit, centre: Centre) -> None:
    """Banner, disabled saving with its reason, automatic recovery.

    R1-039, R1-040, R1-417, R2-444, R2-462, D-51.
    """
    desk = await sit("superadmin")
    await desk.open("/profile/password")
    await desk.page.get_by_label("Joriy parol").fill("something")
    banner = desk.page.get_by_role("status").filter(has_text=NO_INTERNET)
    await desk.page.evaluate("dispatchEvent(new Event('offline'))")
    await desk.page.wait_for_timeout(500)
    await expect(banner).to_have_count(0)  # the browser's flag alone is not enough: the server answers

    async def cut(route: Route) -> None:
        await route.abort("connectionfailed")

    await desk.context.route("**/api/**", cut)
    await desk.page.evaluate("dispatchEvent(new Event('offline'))")
    await expect(banner).to_be_visible()
    saving = desk.button("Parolni almashtirish")
    await expect(saving).to_have_attribute("aria-disabled", "true")
    await saving.focus()
    await expect(desk.page.get_by_role("tooltip")).to_contain_text(NO_INTERNET)
    await desk.page.keyboard.press("Enter")
    assert not [r for r in desk.asked if r.url.endswith("/profile/password") and r.method == "PUT"]
    await desk.context.unroute("**/api/**")
    await expect(banner).to_have_count(0)
    await expect(saving).not_to_have_attribute("aria-disabled", "true")
    await expect(desk.page.get_by_label("Joriy parol")).to_have_value("something")
    desk.provoked("net::ERR_CONNECTION_FAILED")


async def test_parts_that_need_code_wait_for_the_connection(sit: Sit, centre: Centre) -> None:
    """The palette, the keys and the first toast load later; the page stays (D-51)."""
    desk = await sit("superadmin")
    await desk.open("/students")
    await desk.settled()
    await desk.page.wait_for_load_state("networkidle")
    desk.provoked("net::ERR_INTERNET_DISCONNECTED", "Failed to fetch dynamically imported module")
    await desk.context.set_offline(True)
    await desk.page.keyboard.press("Shift+?")
    await desk.page.wait_for_timeout(300)
    await expect(desk.rows.first).to_be_visible()
    await desk.context.set_offline(False)
    await expect(desk.page.get_by_role("dialog")).to_be_visible()


async def test_an_unloaded_screen_opens_once_the_connection_is_back(sit: Sit, centre: Centre) -> None:
    """Offline is not shown as a fault, and the screen opens by itself (D-51, ui.md)."""
    desk = await sit("superadmin")
    await desk.open("/students")
    await desk.settled()
    await desk.page.wait_for_load_state("networkidle")
    desk.provoked("net::ERR_INTERNET_DISCONNECTED", "net::ERR_CONNECTION_FAILED", "dynamically imported module")
    waits = desk.page.get_by_role("status").filter(has_text="Aloqa tiklanishi bilan o'zi ochiladi.")
    menu = desk.page.get_by_role("navigation")
    await desk.context.set_offline(True)
    await menu.get_by_role("link", name="Guruhlar", exact=True).click()
    await expect(waits).to_contain_text(NO_INTERNET)
    await expect(desk.page.get_by_role("alert")).to_have_count(0)
    await desk.photograph("offline-screen-1440")
    await desk.context.set_offline(False)
    await expect(desk.heading("Guruhlar")).to_be_visible()
    await desk.settled()

    async def cut(route: Route) -> None:
        await route.abort("connectionfailed")

    # its code arrives, its records don't
    await desk.context.route("**/api/**", cut)
    await desk.rows.first.get_by_role("link").first.click()
    await expect(waits).to_be_visible()
    await desk.context.unroute("**/api/**")
    await expect(desk.page.get_by_role("tab").first).to_be_visible()


async def test_a_part_without_the_right_says_so(sit: Sit, centre: Centre) -> None:
    """After a right is revoked the part says so and never shows an empty list.

    R1-406, R2-437, D-41.
    """
    await centre.open_account("demoted", "Manager", CHOSEN, all_branches=True)
    desk = await sit("demoted", CHOSEN)
    await desk.open("/students")
    await desk.settled()
    await centre.sql(
        "update users set role_id = (select id from roles where name = 'Assistant') where login = 'demoted'",
    )
    await desk.button("2-sahifa").click()
    await expect(desk.heading("Bu bo'lim uchun huquqingiz yo'q")).to_be_visible()
    await expect(desk.rows).to_have_count(0)
    desk.provoked("403 (Forbidden)")


async def test_a_failing_save_shows_code_status_and_numbers(sit: Sit, centre: Centre) -> None:
    """The server's message with code, status, errId, and the request's number.

    R1-409–R1-411, R2-439–R2-441, D-3.
    """
    await centre.open_account("unlucky", "Admin", CHOSEN)
    desk = await sit("unlucky", CHOSEN)
    await desk.open("/profile/password")
    await desk.page.get_by_label("Joriy parol").fill(CHOSEN)
    await desk.page.get_by_label("Yangi parol", exact=True).fill("the-next-password")
    await desk.page.get_by_label("Yangi parol yana bir marta").fill("the-next-password")
    await centre.sql(
        """create function broken() returns trigger language plpgsql as $$ begin raise exception 'secret words'; end $$;
        create trigger broken before update of password_hash on users execute function broken()""",
    )
    try:
        async with desk.page.expect_response(re.compile("/profile/password$")) as answer:
            await desk.button("Parolni almashtirish").click()
        told = await (await answer.value).json()
    finally:
        await centre.sql("drop trigger broken on users; drop function broken()")
    assert told["status"] == 500
    assert "secret words" not in str(told)
    toast = desk.toast("Biror narsa noto'g'ri ketdi")
    for words in (f"Kod: {told['code']}", "Holat: 500", f"Xato raqami: {told['errId']}", told["requestId"]):
        await expect(toast).to_contain_text(words)
    await expect(desk.page.get_by_label("Joriy parol")).to_have_value(CHOSEN)
    desk.provoked("500 (Internal Server Error)")


async def test_a_failing_list_shows_the_error_and_a_retry(sit: Sit, centre: Centre) -> None:
    """The server's message and code, and a retry button (R1-410, R1-411)."""
    desk = await sit("superadmin")
    await centre.sql("alter table student_offices rename to student_offices_away")
    try:
        await desk.open("/students")
        alert = desk.page.get_by_role("alert").filter(has_text="Ma'lumot yuklanmadi")
        await expect(alert).to_contain_text("500")
    finally:
        await centre.sql("alter table student_offices_away rename to student_offices")
    await desk.button("Qayta urinish").click()
    await expect(desk.rows).to_have_count(10)
    desk.provoked("500 (Internal Server Error)")


async def test_a_second_synchronisation_is_rejected_with_a_notice(sit: Sit, centre: Centre) -> None:
    """errId 245 closes the dialog; the exact notice stays for ten seconds.

    R1-415, R1-416, D-49.
    """
    desk = await sit("superadmin")
    await desk.open("/profile")
    await desk.sync_button.click()
    start = desk.button("Boshlash")
    await expect(start).to_be_visible()
    token = (await centre.sign_in())["accessToken"]
    centre.school_suffers("slow:teachers")
    await centre.call("PUT", "/synchronization/teachers", token)
    await start.click()
    notice = desk.toast(SYNC_RUNNING)
    await expect(notice).to_be_visible()
    shown = time.monotonic()
    assert (await notice.locator("[data-title]").inner_text()) == SYNC_RUNNING
    await expect(desk.page.get_by_role("dialog")).to_have_count(0)
    centre.school_suffers()
    await desk.page.mouse.move(5, 400)  # a pointer on the toast would keep it open
    await expect(notice).to_have_count(0)
    assert time.monotonic() - shown >= 9.0
    desk.provoked("409 (Conflict)")


async def test_unavailable_sync_types_are_explained(sit: Sit, centre: Centre) -> None:
    """Types 4 and 5 answer in words (R1-198, D-64)."""
    desk = await sit("superadmin")
    await desk.open("/profile")
    await desk.sync_button.click()
    await desk.page.get_by_role("radio", name=re.compile("^Gamifikatsiya: talabalar")).check()
    await desk.button("Boshlash").click()
    await expect(desk.page.get_by_role("dialog").get_by_role("alert")).to_have_text(
        "Gamifikatsiya sinxronizatsiyasi keyinroq qo'shiladi"
    )
    desk.provoked("409 (Conflict)")


async def test_an_outdated_window_reloads_once(sit: Sit, centre: Centre) -> None:
    """A missing chunk reloads the window once; the second time it asks.

    R1-046, R2-460, D-44.
    """
    desk = await sit("superadmin")
    await desk.open("/students")
    await desk.settled()
    loads: list[str] = []
    desk.page.on("load", lambda page: loads.append(page.url))

    async def gone(route: Route) -> None:
        await route.fulfill(status=404, body="There is no such file.")

    await desk.context.route(re.compile(r"/assets/runs-screen-.*\.js"), gone)
    menu = desk.page.get_by_role("navigation", name="Menyu")
    await menu.get_by_role("button", name="Sozlamalar").click()
    await menu.get_by_role("link", name="Sinxronizatsiya").click()
    await expect(desk.heading("Konsol yangilandi")).to_be_visible()
    assert len(loads) == 1
    await desk.context.unroute(re.compile(r"/assets/runs-screen-.*\.js"))
    await desk.button("Qayta yuklash").click()
    await expect(desk.heading("Sinxronizatsiya")).to_be_visible()
    desk.provoked("404 (Not Found)", "dynamically imported module")


async def test_a_profile_that_fails_to_load_is_reported(sit: Sit, centre: Centre) -> None:
    """The start fails with the generic message and a retry (R1-423).

    The rest does not load without the profile.
    """
    desk = await sit("superadmin")

    async def broken(route: Route) -> None:
        await route.fulfill(status=500, json={"success": False, "message": "", "status": 500})

    await desk.context.route("**/api/staff/profile", broken)
    await desk.open("/students")
    alert = desk.page.get_by_role("alert").filter(has_text="Profilni yuklab bo'lmadi")
    await expect(alert).to_contain_text("Biror narsa noto'g'ri ketdi")
    await desk.context.unroute("**/api/staff/profile")
    await desk.button("Qayta urinish").click()
    await expect(desk.rows).to_have_count(10)
    desk.provoked("500 (Internal Server Error)")
