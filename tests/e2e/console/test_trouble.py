"""Failures: no network, rejections, a broken server, an outdated window.

Also a second synchronisation.
"""

import asyncio
import re
import time

from playwright.async_api import Route, expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser

NO_INTERNET = "Internet bilan biron muammo bor."
SYNC_RUNNING = "Sinxronizatsiya qilinyapti bir oz kutib keyin qayta yangilang"
CHOSEN = "a-password-of-my-own"


async def test_nothing_can_be_saved_without_a_connection(open_browser: OpenBrowser, centre: Centre) -> None:
    """Banner, disabled saving with its reason, automatic recovery.

    R1-039, R1-040, R1-417, R2-444, R2-462, D-51.
    """
    user = await open_browser("superadmin")
    await user.open("/profile/password")
    await user.page.get_by_label("Joriy parol").fill("something")
    banner = user.page.get_by_role("status").filter(has_text=NO_INTERNET)
    await user.page.evaluate("dispatchEvent(new Event('offline'))")
    await user.page.wait_for_timeout(500)
    await expect(banner).to_have_count(0)  # the browser's flag alone is not enough: the server answers

    async def cut(route: Route) -> None:
        await route.abort("connectionfailed")

    await user.context.route("**/api/**", cut)
    await user.page.evaluate("dispatchEvent(new Event('offline'))")
    await expect(banner).to_be_visible()
    saving = user.button("Parolni almashtirish")
    await expect(saving).to_have_attribute("aria-disabled", "true")
    await saving.focus()
    await expect(user.page.get_by_role("tooltip")).to_contain_text(NO_INTERNET)
    await user.page.keyboard.press("Enter")
    assert not [r for r in user.requests if r.url.endswith("/profile/password") and r.method == "PUT"]
    await user.context.unroute("**/api/**")
    await expect(banner).to_have_count(0)
    await expect(saving).not_to_have_attribute("aria-disabled", "true")
    await expect(user.page.get_by_label("Joriy parol")).to_have_value("something")
    user.provoked("net::ERR_CONNECTION_FAILED")


async def test_parts_that_need_code_wait_for_the_connection(open_browser: OpenBrowser, centre: Centre) -> None:
    """The palette, the keys and the first toast load later; the page stays (D-51)."""
    user = await open_browser("superadmin")
    await user.open("/students")
    await user.settled()
    await user.idle()
    user.provoked("net::ERR_INTERNET_DISCONNECTED", "Failed to fetch dynamically imported module")
    await user.context.set_offline(True)
    await user.page.keyboard.press("Shift+?")
    await user.page.wait_for_timeout(300)
    await expect(user.rows.first).to_be_visible()
    await user.context.set_offline(False)
    await expect(user.page.get_by_role("dialog")).to_be_visible()


async def test_an_unloaded_screen_opens_once_the_connection_is_back(open_browser: OpenBrowser, centre: Centre) -> None:
    """Offline is not shown as a fault, and the screen opens by itself (D-51, ui.md)."""
    user = await open_browser("superadmin")
    await user.open("/students")
    await user.settled()
    await user.idle()
    user.provoked("net::ERR_INTERNET_DISCONNECTED", "net::ERR_CONNECTION_FAILED", "dynamically imported module")
    waits = user.page.get_by_role("status").filter(has_text="Aloqa tiklanishi bilan o'zi ochiladi.")
    menu = user.page.get_by_role("navigation")
    await user.context.set_offline(True)
    await menu.get_by_role("link", name="Guruhlar", exact=True).click()
    await expect(waits).to_contain_text(NO_INTERNET)
    await expect(user.page.get_by_role("alert")).to_have_count(0)
    await user.screenshot("offline-screen-1440")
    await user.context.set_offline(False)
    await expect(user.heading("Guruhlar")).to_be_visible()
    await user.settled()

    async def cut(route: Route) -> None:
        await route.abort("connectionfailed")

    # its code arrives, its records don't
    await user.context.route("**/api/**", cut)
    await user.rows.first.get_by_role("link").first.click()
    await expect(waits).to_be_visible()
    await user.context.unroute("**/api/**")
    await expect(user.page.get_by_role("tab").first).to_be_visible()


async def test_a_part_without_the_right_says_so(open_browser: OpenBrowser, centre: Centre) -> None:
    """After a right is revoked the part says so and never shows an empty list.

    R1-406, R2-437, D-41.
    """
    await centre.open_account("demoted", "Manager", CHOSEN, all_branches=True)
    user = await open_browser("demoted", CHOSEN)
    await user.open("/students")
    await user.settled()
    await centre.sql(
        "update users set role_id = (select id from roles where name = 'Assistant') where login = 'demoted'",
    )
    await user.button("2-sahifa").click()
    # the list says so, and the whole page once the console has read its rights again
    no_right = re.compile("Bu bo'lim uchun huquqingiz yo'q|Sizda ushbu sahifa uchun huquq mavjud emas")
    await expect(user.heading(no_right)).to_be_visible()
    await expect(user.rows).to_have_count(0)
    user.provoked("403 (Forbidden)")


async def test_a_failing_save_shows_code_status_and_numbers(open_browser: OpenBrowser, centre: Centre) -> None:
    """The server's message with code, status, errId, and the request's number.

    R1-409, R1-410, R1-411, R2-439, R2-440, R2-441, D-3.
    """
    await centre.open_account("unlucky", "Admin", CHOSEN)
    user = await open_browser("unlucky", CHOSEN)
    await user.open("/profile/password")
    await user.page.get_by_label("Joriy parol").fill(CHOSEN)
    await user.page.get_by_label("Yangi parol", exact=True).fill("the-next-password")
    await user.page.get_by_label("Yangi parol yana bir marta").fill("the-next-password")
    await centre.sql(
        """create function broken() returns trigger language plpgsql as $$ begin raise exception 'secret words'; end $$;
        create trigger broken before update of password_hash on users execute function broken()""",
    )
    try:
        async with user.page.expect_response(re.compile("/profile/password$")) as answer:
            await user.button("Parolni almashtirish").click()
        body = await (await answer.value).json()
    finally:
        await centre.sql("drop trigger broken on users; drop function broken()")
    assert body["status"] == 500
    assert "secret words" not in str(body)
    toast = user.toast("Biror narsa noto'g'ri ketdi")
    for words in (f"Kod: {body['code']}", "Holat: 500", f"Xato raqami: {body['errId']}", body["requestId"]):
        await expect(toast).to_contain_text(words)
    await expect(user.page.get_by_label("Joriy parol")).to_have_value(CHOSEN)
    user.provoked("500 (Internal Server Error)")


async def test_a_failing_list_shows_the_error_and_a_retry(open_browser: OpenBrowser, centre: Centre) -> None:
    """The server's message and code, and a retry button (R1-410, R1-411)."""
    user = await open_browser("superadmin")
    await centre.sql("alter table student_offices rename to student_offices_away")
    try:
        await user.open("/students")
        alert = user.page.get_by_role("alert").filter(has_text="Ma'lumot yuklanmadi")
        await expect(alert).to_contain_text("500")
    finally:
        await centre.sql("alter table student_offices_away rename to student_offices")
    await user.button("Qayta urinish").click()
    await expect(user.rows).to_have_count(10)
    user.provoked("500 (Internal Server Error)")


async def test_a_second_synchronisation_is_rejected_with_a_notice(open_browser: OpenBrowser, centre: Centre) -> None:
    """errId 245 closes the dialog; the exact notice stays for ten seconds.

    R1-415, R1-416, D-49.
    """
    user = await open_browser("superadmin")
    await user.open("/profile")
    await user.sync_button.click()
    start = user.button("Boshlash")
    await expect(start).to_be_visible()
    token = (await centre.sign_in())["accessToken"]
    centre.set_school_faults("slow:teachers")
    await centre.call("PUT", "/synchronization/teachers", token)
    await start.click()
    notice = user.toast(SYNC_RUNNING)
    await expect(notice).to_be_visible()
    shown = time.monotonic()
    assert (await notice.locator("[data-title]").inner_text()) == SYNC_RUNNING
    await expect(user.page.get_by_role("dialog")).to_have_count(0)
    centre.set_school_faults()
    await user.page.mouse.move(5, 400)  # a pointer on the toast would keep it open
    await expect(notice).to_have_count(0)
    assert time.monotonic() - shown >= 9.0
    user.provoked("409 (Conflict)")


async def test_gamification_of_the_school_is_synchronised(open_browser: OpenBrowser, centre: Centre) -> None:
    """XP of the school stands among a student's earnings (R1-198, D-64, D-92)."""
    user = await open_browser("superadmin")
    await user.open("/profile")
    await user.sync_button.click()
    await user.page.get_by_role("radio", name=re.compile("^Geymifikatsiya: talabalar")).check()
    await user.button("Boshlash").click()
    await expect(user.page.get_by_role("dialog")).to_have_count(0)
    async with centre.database() as database:
        winner = await database.fetchval("select min(student_id) from school_awards")
        for _ in range(50):
            if await database.fetchval("select xp from balances where student_id = $1", winner):
                break
            await asyncio.sleep(0.2)
    await user.open(f"/students/{winner}?tab=earnings")
    await expect(user.page.get_by_text("Olimpiada").first).to_be_visible()


async def test_an_outdated_window_reloads_once(open_browser: OpenBrowser, centre: Centre) -> None:
    """A missing chunk reloads the window once; the second time it asks.

    R1-046, R2-460, D-44.
    """
    user = await open_browser("superadmin")
    await user.open("/students")
    await user.settled()
    loads: list[str] = []
    user.page.on("load", lambda page: loads.append(page.url))

    async def gone(route: Route) -> None:
        await route.fulfill(status=404, body="There is no such file.")

    await user.context.route(re.compile(r"/assets/runs-screen-.*\.js"), gone)
    menu = user.page.get_by_role("navigation", name="Menyu")
    await menu.get_by_role("button", name="Sozlamalar").click()
    await menu.get_by_role("link", name="Sinxronizatsiya").click()
    await expect(user.heading("Konsol yangilandi")).to_be_visible()
    assert len(loads) == 1
    await user.context.unroute(re.compile(r"/assets/runs-screen-.*\.js"))
    await user.button("Qayta yuklash").click()
    await expect(user.heading("Sinxronizatsiya")).to_be_visible()
    user.provoked("404 (Not Found)", "dynamically imported module")


async def test_a_missing_entry_chunk_is_a_page_with_a_reload(open_browser: OpenBrowser, centre: Centre) -> None:
    """Nothing of the console can say so: the page's own script does (R1-046, D-44)."""
    user = await open_browser()
    entry = re.compile(r"/assets/start-.*\.js")

    async def gone(route: Route) -> None:
        await route.fulfill(status=404, body="There is no such file.")

    await user.context.route(entry, gone)
    await user.open("/students")
    await expect(user.heading("Konsol yuklanmadi")).to_be_visible()
    await user.context.unroute(entry)
    await user.button("Qayta yuklash").click()
    await expect(user.page.get_by_label("Login")).to_be_visible()
    user.provoked("404 (Not Found)")


async def test_a_page_instead_of_an_answer_is_no_lost_connection(open_browser: OpenBrowser, centre: Centre) -> None:
    """A proxy answers 200 with a page of its own.

    The answer is unexpected, the internet is there.
    """
    user = await open_browser("superadmin")
    await user.open("/students")
    await user.settled()

    async def page(route: Route) -> None:
        await route.fulfill(status=200, content_type="text/html", body="<html>Tarmoqqa kiring</html>")

    await user.context.route(re.compile(r"/api/staff/audits\?"), page)
    await user.open("/audits")
    await expect(user.page.get_by_text("Server kutilmagan javob berdi.").first).to_be_visible()
    assert await user.page.get_by_text("Internet bilan biron muammo bor.").count() == 0


async def test_a_profile_that_fails_to_load_is_reported(open_browser: OpenBrowser, centre: Centre) -> None:
    """The start fails with the generic message and a retry (R1-423).

    The rest does not load without the profile.
    """
    user = await open_browser("superadmin")

    async def broken(route: Route) -> None:
        await route.fulfill(status=500, json={"success": False, "message": "", "status": 500})

    await user.context.route("**/api/staff/profile", broken)
    await user.open("/students")
    alert = user.page.get_by_role("alert").filter(has_text="Profilni yuklab bo'lmadi")
    await expect(alert).to_contain_text("Biror narsa noto'g'ri ketdi")
    await user.context.unroute("**/api/staff/profile")
    await user.button("Qayta urinish").click()
    await expect(user.rows).to_have_count(10)
    user.provoked("500 (Internal Server Error)")
