"""The application shell: menu, breadcrumbs, header, languages, themes, 404."""

import re

from playwright.async_api import Route, expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import Sit
from tests.e2e.desk import PHONE, Desk

CHOSEN = "a-password-of-my-own"


async def open_user_menu(desk: Desk) -> None:
    """Opens the user menu at the right of the header."""
    await desk.page.locator("header button").last.click()


async def test_the_language_changes_without_a_reload(sit: Sit, centre: Centre) -> None:
    """Uzbek first in any browser; Russian and English at once, remembered.

    R1-010, R2-002, D-3.
    """
    await centre.open_account("polyglot", "Admin", CHOSEN, all_branches=True)
    desk = await sit("polyglot", CHOSEN)
    await desk.open("/students")
    await desk.settled()
    await desk.page.evaluate("window.sameWindow = true")
    for language, name, heading, column in (
        ("ru", "Русский", "Студенты", "Филиалы"),
        ("en", "English", "Students", "Branches"),
        ("uz", "O'zbekcha", "Talabalar", "Filiallar"),
        ("ru", "Русский", "Студенты", "Филиалы"),
    ):
        await open_user_menu(desk)
        await desk.page.get_by_role("menuitemradio", name=name).click()
        await desk.page.keyboard.press("Escape")
        await expect(desk.page.get_by_role("heading", level=1)).to_have_text(heading)
        await expect(desk.page.get_by_role("columnheader", name=column)).to_be_visible()
        await expect(desk.page.locator("html")).to_have_attribute("lang", language)
    assert await desk.page.evaluate("window.sameWindow === true")
    await desk.page.reload()
    await expect(desk.page.get_by_role("heading", level=1)).to_have_text("Студенты")
    await desk.open("/students/999999999")  # the server's texts are in it too
    await expect(desk.heading("Студент не найден").or_(desk.page.get_by_role("heading", level=1))).to_be_visible()
    desk.provoked("404 (Not Found)")


async def test_the_theme_is_remembered_and_applied_before_the_first_paint(sit: Sit, centre: Centre) -> None:
    """The system's theme at first; dark once chosen, also at the next start.

    R1-015.
    """
    await centre.open_account("night.owl", "Admin", CHOSEN, all_branches=True)
    desk = await sit("night.owl", CHOSEN)
    await desk.open("/profile")
    page = desk.page.locator("html")
    await expect(page).to_have_attribute("data-theme", "light")
    await desk.page.get_by_role("radio", name="Qorong'i").check(force=True)
    await expect(page).to_have_attribute("data-theme", "dark")
    await desk.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => window.first = document.documentElement.dataset.theme)"
    )
    await desk.page.reload()
    assert await desk.page.evaluate("window.first") == "dark"
    await expect(desk.page.get_by_role("radio", name="Qorong'i")).to_be_checked()
    await desk.page.get_by_role("radio", name="Tizimdagidek").check(force=True)
    await desk.page.emulate_media(color_scheme="dark")
    await expect(page).to_have_attribute("data-theme", "dark")
    await desk.page.emulate_media(color_scheme="light")
    await expect(page).to_have_attribute("data-theme", "light")


async def test_an_unknown_page_is_not_found(sit: Sit, centre: Centre) -> None:
    """The way home leads to the first entry of the menu (R1-023).

    R1-020, R2-031.
    """
    desk = await sit("superadmin")
    await desk.open("/no/such/page")
    await expect(desk.heading("Sahifa topilmadi")).to_be_visible()
    await desk.page.get_by_role("link", name="Bosh sahifaga").click()
    await desk.be_at("/today")


async def test_the_side_menu_folds_and_shows_the_role(sit: Sit, centre: Centre) -> None:
    """A tree of the permitted entries, 248 px wide, foldable.

    R1-025, R1-026, R1-028, R1-030, R1-031.
    """
    desk = await sit("superadmin")
    await desk.open("/students")
    menu = desk.page.get_by_role("navigation", name="Menyu")
    side = desk.page.locator("aside")
    await expect(menu.get_by_role("button", name="Foydalanuvchilar")).to_have_attribute("aria-expanded", "true")
    await expect(menu.get_by_role("link", name="Talabalar")).to_have_attribute("aria-current", "page")
    await expect(side).to_contain_text("Admin")
    assert (await side.bounding_box() or {})["width"] == 248
    await desk.button("Menyuni yig'ish").click()
    await expect(menu.get_by_role("link", name="Talabalar")).to_have_count(0)
    assert (await side.bounding_box() or {})["width"] == 64
    await desk.page.reload()
    await expect(desk.button("Menyuni yoyish")).to_be_visible()
    await menu.get_by_role("button", name="Foydalanuvchilar").click()
    await expect(desk.page.get_by_role("menuitem", name="Talabalar")).to_be_visible()
    await desk.page.keyboard.press("Escape")
    await desk.page.keyboard.press("Control+b")
    await expect(menu.get_by_role("link", name="Talabalar")).to_be_visible()


async def test_on_a_phone_the_menu_is_a_drawer(sit: Sit, centre: Centre) -> None:
    """Up to 571 px; opening a page closes it (R1-029)."""
    desk = await sit("superadmin", viewport=PHONE, has_touch=True)
    await desk.open("/students")
    await expect(desk.page.locator("aside")).to_be_hidden()
    await desk.button("Menyuni ochish").tap()
    drawer = desk.page.get_by_role("dialog", name="Menyu")
    await expect(drawer).to_contain_text("Admin")
    await drawer.get_by_role("link", name="Profil").tap()
    await desk.be_at("/profile")
    await expect(drawer).to_have_count(0)


async def test_breadcrumbs_show_the_record_and_trim_it(sit: Sit, centre: Centre) -> None:
    """Over 20 characters are trimmed to 15; the whole name stays accessible.

    R1-033, R1-118.
    """
    desk = await sit("superadmin")
    async with desk.answer_of("/students/all") as answer:
        await desk.open("/students")
    student = next(row for row in answer["students"] if len(row["fullName"]) > 20)
    await desk.open(f"/students/{student['id']}")
    crumb = desk.page.get_by_role("navigation", name="Sahifa yo'li").locator("[aria-current=page]")
    await expect(crumb).to_have_text(re.compile(rf"^{re.escape(student['fullName'][:15].strip())}(…|\.\.\.)$"))
    await expect(crumb).to_have_attribute("title", student["fullName"])
    await desk.page.get_by_role("navigation", name="Sahifa yo'li").get_by_role("link", name="Talabalar").click()
    await desk.be_at("/students")


async def test_the_bell_counts_to_nine(sit: Sit, centre: Centre) -> None:
    """The badge shows at most 9+, and none without news (R1-036, R2-476)."""
    desk = await sit("superadmin")
    await desk.open("/profile")
    await expect(desk.button("Bildirishnomalar")).to_be_visible()

    async def twelve(route: Route) -> None:
        await route.fulfill(json={"success": True, "data": {"count": 12}})

    await desk.context.route("**/notifications/count", twelve)
    await desk.page.reload()
    await expect(desk.button("Bildirishnomalar: 9+")).to_be_visible()


async def test_times_are_shown_in_the_centres_zone(sit: Sit, centre: Centre) -> None:
    """A browser in New York shows Tashkent's time; dates as DD.MM.YYYY.

    R1-014, R1-448, R2-479, D-6.
    """
    desk = await sit("superadmin")
    async with desk.answer_of("/synchronization/runs") as answer:
        await desk.open("/synchronization")
    started = answer["runs"][0]["startedAt"]
    shown = await desk.page.evaluate(
        """instant => {
            const part = Object.fromEntries(new Intl.DateTimeFormat('en-GB', {timeZone: 'Asia/Tashkent',
              day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit'})
              .formatToParts(new Date(instant)).map(one => [one.type, one.value]));
            return `${part.day}.${part.month}.${part.year}, ${part.hour}:${part.minute}`; }""",
        started,
    )
    await expect(desk.rows.first).to_contain_text(re.compile(re.escape(shown).replace(",\\ ", ",? ?")))


async def test_runs_open_with_their_report(sit: Sit, centre: Centre) -> None:
    """The report of each run, part by part, in words (issue 2)."""
    desk = await sit("superadmin")
    await desk.open("/synchronization")
    await desk.settled()
    await desk.rows.last.focus()
    await desk.page.keyboard.press("Enter")
    report = desk.page.get_by_role("dialog")
    for part in ("Filiallar", "O'qituvchilar", "Talabalar", "Kurslar", "Guruhlar", "Guruh talabalari"):
        await expect(report).to_contain_text(part)
    await expect(report).to_contain_text("2 000 / 2 000".replace(" ", " "))
    await desk.be_at(re.compile(r"run=\d+"))


async def test_jobs_are_listed_ten_per_page(sit: Sit, centre: Centre) -> None:
    """The newest first (R1-442, R2-468, D-76)."""
    desk = await sit("superadmin")
    async with desk.answer_of("/jobs/all") as answer:
        await desk.open("/jobs")
    assert answer["total"] >= 1
    asked = next(request.url for request in desk.asked if "/jobs/all" in request.url)
    assert {"page=1", "perPage=10", "orderBy=DESC"} <= set(asked.partition("?")[2].split("&"))
    await expect(desk.rows).to_have_count(len(answer["jobs"]))
    await expect(desk.page.get_by_role("combobox", name="Sahifada")).to_have_value("10")
