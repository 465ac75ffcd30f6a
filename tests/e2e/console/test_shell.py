"""The application shell: menu, breadcrumbs, header, languages, themes, 404."""

import re

from playwright.async_api import Route, expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, StaffBrowser

CHOSEN = "a-password-of-my-own"


async def open_user_menu(user: StaffBrowser) -> None:
    """Opens the user menu at the right of the header."""
    await user.page.locator("header button").last.click()


async def test_the_language_changes_without_a_reload(open_browser: OpenBrowser, centre: Centre) -> None:
    """Uzbek first in any browser; Russian and English at once, remembered.

    R1-010, R2-002, D-3.
    """
    await centre.open_account("polyglot", "Admin", CHOSEN, all_branches=True)
    user = await open_browser("polyglot", CHOSEN)
    await user.open("/students")
    await user.settled()
    await user.page.evaluate("window.sameWindow = true")
    for language, name, heading, column in (
        ("ru", "Русский", "Студенты", "Филиалы"),
        ("en", "English", "Students", "Branches"),
        ("uz", "O'zbekcha", "Talabalar", "Filiallar"),
        ("ru", "Русский", "Студенты", "Филиалы"),
    ):
        await open_user_menu(user)
        await user.page.get_by_role("menuitemradio", name=name).click()
        await user.page.keyboard.press("Escape")
        await expect(user.page.get_by_role("heading", level=1)).to_have_text(heading)
        await expect(user.page.get_by_role("columnheader", name=column)).to_be_visible()
        await expect(user.page.locator("html")).to_have_attribute("lang", language)
    assert await user.page.evaluate("window.sameWindow === true")
    await user.page.reload()
    await expect(user.page.get_by_role("heading", level=1)).to_have_text("Студенты")
    await user.open("/students/999999999")  # the server's texts are in it too
    await expect(user.heading("Студент не найден").or_(user.page.get_by_role("heading", level=1))).to_be_visible()
    user.provoked("404 (Not Found)")


async def test_the_theme_is_remembered_and_applied_before_the_first_paint(
    open_browser: OpenBrowser, centre: Centre
) -> None:
    """The system's theme at first; dark once chosen, also at the next start.

    R1-015.
    """
    await centre.open_account("night.owl", "Admin", CHOSEN, all_branches=True)
    user = await open_browser("night.owl", CHOSEN)
    await user.open("/profile")
    page = user.page.locator("html")
    await expect(page).to_have_attribute("data-theme", "light")
    await user.page.get_by_role("radio", name="Qorong'i").check(force=True)
    await expect(page).to_have_attribute("data-theme", "dark")
    await user.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => window.first = document.documentElement.dataset.theme)"
    )
    await user.page.reload()
    assert await user.page.evaluate("window.first") == "dark"
    await expect(user.page.get_by_role("radio", name="Qorong'i")).to_be_checked()
    await user.page.get_by_role("radio", name="Tizimdagidek").check(force=True)
    await user.page.emulate_media(color_scheme="dark")
    await expect(page).to_have_attribute("data-theme", "dark")
    await user.page.emulate_media(color_scheme="light")
    await expect(page).to_have_attribute("data-theme", "light")


async def test_an_unknown_page_is_not_found(open_browser: OpenBrowser, centre: Centre) -> None:
    """The way home leads to the first entry of the menu (R1-023).

    R1-020, R2-031.
    """
    user = await open_browser("superadmin")
    await user.open("/no/such/page")
    await expect(user.heading("Sahifa topilmadi")).to_be_visible()
    await user.page.get_by_role("link", name="Bosh sahifaga").click()
    await user.expect_url("/today")


async def test_the_side_menu_folds_and_shows_the_role(open_browser: OpenBrowser, centre: Centre) -> None:
    """A tree of the permitted entries, 248 px wide, foldable.

    R1-025, R1-026, R1-028, R1-030, R1-031.
    """
    user = await open_browser("superadmin")
    await user.open("/students")
    menu = user.page.get_by_role("navigation", name="Menyu")
    side = user.page.locator("aside")
    await expect(menu.get_by_role("button", name="Foydalanuvchilar")).to_have_attribute("aria-expanded", "true")
    await expect(menu.get_by_role("link", name="Talabalar")).to_have_attribute("aria-current", "page")
    await expect(side).to_contain_text("Admin")
    assert (await side.bounding_box() or {})["width"] == 248
    await user.button("Menyuni yig'ish").click()
    await expect(menu.get_by_role("link", name="Talabalar")).to_have_count(0)
    assert (await side.bounding_box() or {})["width"] == 64
    await user.page.reload()
    await expect(user.button("Menyuni yoyish")).to_be_visible()
    await menu.get_by_role("button", name="Foydalanuvchilar").click()
    await expect(user.page.get_by_role("menuitem", name="Talabalar")).to_be_visible()
    await user.page.keyboard.press("Escape")
    await user.page.keyboard.press("Control+b")
    await expect(menu.get_by_role("link", name="Talabalar")).to_be_visible()


async def test_on_a_phone_the_menu_is_a_drawer(open_browser: OpenBrowser, centre: Centre) -> None:
    """Up to 571 px; opening a page closes it (R1-029)."""
    user = await open_browser("superadmin", viewport=PHONE, has_touch=True)
    await user.open("/students")
    await expect(user.page.locator("aside")).to_be_hidden()
    await user.button("Menyuni ochish").tap()
    drawer = user.page.get_by_role("dialog", name="Menyu")
    await expect(drawer).to_contain_text("Admin")
    await drawer.get_by_role("link", name="Profil").tap()
    await user.expect_url("/profile")
    await expect(drawer).to_have_count(0)


async def test_breadcrumbs_show_the_record_and_trim_it(open_browser: OpenBrowser, centre: Centre) -> None:
    """Over 20 characters are trimmed to 15; the whole name stays accessible.

    R1-033, R1-118.
    """
    user = await open_browser("superadmin")
    async with user.answer_of("/students/all") as answer:
        await user.open("/students")
    student = next(row for row in answer["students"] if len(row["fullName"]) > 20)
    await user.open(f"/students/{student['id']}")
    crumb = user.page.get_by_role("navigation", name="Sahifa yo'li").locator("[aria-current=page]")
    await expect(crumb).to_have_text(re.compile(rf"^{re.escape(student['fullName'][:15].strip())}(…|\.\.\.)$"))
    await expect(crumb).to_have_attribute("title", student["fullName"])
    await user.page.get_by_role("navigation", name="Sahifa yo'li").get_by_role("link", name="Talabalar").click()
    await user.expect_url("/students")


async def test_the_bell_counts_to_nine(open_browser: OpenBrowser, centre: Centre) -> None:
    """The badge shows at most 9+, and none without news (R1-036, R2-476)."""
    user = await open_browser("superadmin")
    await user.open("/profile")
    await expect(user.button("Bildirishnomalar")).to_be_visible()

    async def twelve(route: Route) -> None:
        await route.fulfill(json={"success": True, "data": {"count": 12}})

    await user.context.route("**/notifications/count", twelve)
    await user.page.reload()
    await expect(user.button("Bildirishnomalar: 9+")).to_be_visible()


async def test_times_are_shown_in_the_centres_zone(open_browser: OpenBrowser, centre: Centre) -> None:
    """A browser in New York shows Tashkent's time; dates as DD.MM.YYYY.

    R1-014, R1-448, R2-479, D-6.
    """
    user = await open_browser("superadmin")
    async with user.answer_of("/synchronization/runs") as answer:
        await user.open("/synchronization")
    started = answer["runs"][0]["startedAt"]
    shown = await user.page.evaluate(
        """instant => {
            const part = Object.fromEntries(new Intl.DateTimeFormat('en-GB', {timeZone: 'Asia/Tashkent',
              day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit'})
              .formatToParts(new Date(instant)).map(one => [one.type, one.value]));
            return `${part.day}.${part.month}.${part.year}, ${part.hour}:${part.minute}`; }""",
        started,
    )
    await expect(user.rows.first).to_contain_text(re.compile(re.escape(shown).replace(",\\ ", ",? ?")))


async def test_runs_open_with_their_report(open_browser: OpenBrowser, centre: Centre) -> None:
    """The report of each run, part by part, in words (issue 2)."""
    user = await open_browser("superadmin")
    await user.open("/synchronization")
    await user.settled()
    await user.rows.last.focus()
    await user.page.keyboard.press("Enter")
    report = user.page.get_by_role("dialog")
    for part in ("Filiallar", "O'qituvchilar", "Talabalar", "Kurslar", "Guruhlar", "Guruh talabalari"):
        await expect(report).to_contain_text(part)
    await expect(report).to_contain_text("2 000 / 2 000".replace(" ", " "))
    await user.expect_url(re.compile(r"run=\d+"))


async def test_jobs_are_listed_ten_per_page(open_browser: OpenBrowser, centre: Centre) -> None:
    """The newest first (R1-442, R2-468, D-76)."""
    user = await open_browser("superadmin")
    async with user.answer_of("/jobs/all") as answer:
        await user.open("/jobs")
    assert answer["total"] >= 1
    url = next(request.url for request in user.requests if "/jobs/all" in request.url)
    assert {"page=1", "perPage=10", "orderBy=DESC"} <= set(url.partition("?")[2].split("&"))
    await expect(user.rows).to_have_count(len(answer["jobs"]))
    await expect(user.page.get_by_role("combobox", name="Sahifada")).to_have_value("10")
