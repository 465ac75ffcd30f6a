"""The students list and a student's card in daily use."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, StaffBrowser

SHAHZODA = ("Шахзода", "Shahzoda", "shaxzoda", "SHAHZODA", "шаҳзода")
ULUGBEK = ("Ulug'bek", "Ulugʻbek", "Ulug‘bek", "Ulug’bek", "Ulugʼbek", "Ulug`bek", "Ulug´bek", "Ulugbek", "Улуғбек")
NEW_PASSWORD = "another-long-enough-password"


def list_queries(user: StaffBrowser) -> list[dict[str, list[str]]]:
    """The list requests so far, in order."""
    return [parse_qs(urlsplit(request.url).query) for request in user.requests if "/students/all?" in request.url]


async def ids_shown(user: StaffBrowser) -> set[int]:
    """The ids of the rows on the page, read from their column."""
    return {int(text) for text in await _id_cells(user).all_inner_texts()}


def _id_cells(user: StaffBrowser) -> Locator:
    return user.page.locator("tbody tr[data-row] td:nth-child(3)")


@pytest.mark.parametrize("spellings", [SHAHZODA, ULUGBEK], ids=["Shahzoda", "Ulug'bek"])
async def test_every_spelling_finds_the_same_students(
    open_browser: OpenBrowser, centre: Centre, spellings: tuple[str, ...]
) -> None:
    """Cyrillic, Latin and every apostrophe; among students of any status.

    Issue 2, *shown by* 4; D-5, D-50.
    """
    user = await open_browser("superadmin")
    await user.open("/students?statusId=all&perPage=100")
    await user.settled()
    found = {}
    for spelling in spellings:
        async with user.answer_of("/students/all") as answer:
            await user.search(spelling)
        await expect(user.rows).to_have_count(answer["total"])
        await expect(user.page.locator("table[aria-busy=false]")).to_be_visible()
        found[spelling] = await ids_shown(user)
    assert len(found[spellings[0]]) > 10
    assert len({frozenset(ids) for ids in found.values()}) == 1, {name: len(ids) for name, ids in found.items()}


async def test_the_search_waits_a_second_after_the_last_letter(open_browser: OpenBrowser, centre: Centre) -> None:
    """1000 ms on every list search; one request per word, none per letter.

    R1-443, R2-469.
    """
    user = await open_browser("superadmin")
    await user.open("/students")
    await user.settled()
    before = len(list_queries(user))
    await user.watch_requests()
    await user.page.locator("[data-page-search]").focus()
    async with user.page.expect_request(lambda request: "/students/all?" in request.url):
        await user.page.keyboard.type("Karim", delay=60)
    await user.settled()
    # the second counts the matches that the filters hide
    assert [query.get("value") for query in list_queries(user)[before:]] in ([["Karim"]], [["Karim"]] * 2)
    waited, *_ = await user.request_delays()
    assert 995 <= waited < 2000
    await user.expect_url("/students?value=Karim")


async def test_the_url_holds_the_list_state_and_back_works(open_browser: OpenBrowser, centre: Centre) -> None:
    """Search, filters, order and page; Back reverts each step; links reopen it.

    R1-152.
    """
    user = await open_browser("superadmin")
    await user.open("/students")
    await user.settled()
    await user.choose("Holati", "Barchasi")
    await user.expect_url("/students?statusId=all")
    await user.choose("Tizimdagi holati", "Faol")
    await user.expect_url("/students?statusId=all&systemStatus=1")
    await user.button("2-sahifa").click()
    await user.expect_url("/students?statusId=all&systemStatus=1&page=2")
    await expect(user.button("2-sahifa")).to_have_attribute("aria-current", "page")
    await user.settled()
    async with user.answer_of("/students/all"):
        await user.page.get_by_role("columnheader", name="Talaba").get_by_role("button").click()
    await user.expect_url("/students?statusId=all&systemStatus=1&orderBy=DESC")
    assert list_queries(user)[-1] == {"page": ["1"], "perPage": ["10"], "orderBy": ["DESC"], "systemStatus": ["1"]}
    link = user.page.url
    await user.page.go_back()
    await user.expect_url("/students?statusId=all&systemStatus=1&page=2")
    await expect(user.button("2-sahifa")).to_have_attribute("aria-current", "page")
    await user.page.go_back()
    await user.page.go_back()
    await user.expect_url("/students?statusId=all")
    await user.open(link)
    await user.settled()
    assert list_queries(user)[-1]["orderBy"] == ["DESC"]
    await user.button("Tozalash").click()
    await user.expect_url("/students?orderBy=DESC")


async def test_every_filter_of_the_specification_narrows_the_list(open_browser: OpenBrowser, centre: Centre) -> None:
    """Category, status, system status, group, branches, photo, private information.

    R1-152, R1-154, R1-362.
    """
    user = await open_browser("superadmin")
    await user.open("/students?statusId=all")
    await user.settled()
    names = ["Holati", "Filial", "Yo'nalish", "Guruh", "Tizimdagi holati", "Rasm", "Hujjat"]
    queries = ["statusId", "officeIds", "categoryId", "studentGroup", "systemStatus", "hasPhoto", "hasPrivateInfo"]
    for name, query in zip(names, queries, strict=True):
        async with user.answer_of("/students/all") as answer:
            await user.choose(name, "Bloklangan" if name == "Tizimdagi holati" else None)
        assert answer["total"] < 2000 or name == "Rasm", name  # nobody has a photo yet
        assert query in list_queries(user)[-1], name
        await user.page.keyboard.press("Escape")
        await user.open("/students?statusId=all")
        await user.settled()


async def test_a_student_is_found_by_digits(open_browser: OpenBrowser, centre: Centre) -> None:
    """Digits also match the beginning of id and phone (D-5)."""
    token = (await centre.sign_in())["accessToken"]
    one = (await centre.call("GET", "/students/all?perPage=1&page=300", token))["students"][0]
    user = await open_browser("superadmin")
    await user.open("/students?statusId=all&perPage=100")
    await user.settled()
    for digits in (str(one["id"]), one["mobile"].lstrip("+"), one["mobile"].lstrip("+")[:8]):
        async with user.answer_of("/students/all") as answer:
            await user.search(digits)
        assert one["id"] in {row["id"] for row in answer["students"]}, digits
        assert answer["total"] < 1000


async def test_the_page_size_is_remembered(open_browser: OpenBrowser, centre: Centre) -> None:
    """10, 20, 50, 100; per table, after a reload and on another device.

    R1-181, R1-438, R1-439, R2-464.
    """
    await centre.open_account("page.sizes", "Admin", NEW_PASSWORD, all_branches=True)
    user = await open_browser("page.sizes", NEW_PASSWORD)
    await user.open("/students")
    await expect(user.rows).to_have_count(10)
    sizes = user.page.get_by_role("combobox", name="Sahifada")
    assert (await sizes.locator("option").all_inner_texts()) == ["10", "20", "50", "100"]
    async with user.page.expect_response(lambda answer: answer.url.endswith("/preferences")):
        await sizes.select_option("20")
    await expect(user.rows).to_have_count(20)
    await user.page.reload()
    await expect(user.rows).to_have_count(20)
    elsewhere = await open_browser("page.sizes", NEW_PASSWORD)
    await elsewhere.open("/students")
    await expect(elsewhere.rows).to_have_count(20)
    await elsewhere.open("/synchronization")
    await expect(elsewhere.page.get_by_role("combobox", name="Sahifada")).to_have_value("10")


async def test_columns_can_be_hidden_and_shown(open_browser: OpenBrowser, centre: Centre) -> None:
    """The name can't be hidden; the choice survives a reload (R1-116, WISH-9)."""
    await centre.open_account("columns", "Admin", NEW_PASSWORD, all_branches=True)
    user = await open_browser("columns", NEW_PASSWORD)
    await user.open("/students")
    await expect(user.page.get_by_role("columnheader", name="Rasm")).to_be_visible()
    await user.button("Ustunlar").click()
    await expect(user.page.get_by_role("menuitemcheckbox", name="Talaba")).to_be_disabled()
    await user.page.get_by_role("menuitemcheckbox", name="Rasm").click()
    await user.page.keyboard.press("Escape")
    await expect(user.page.get_by_role("columnheader", name="Rasm")).to_have_count(0)
    await user.page.reload()
    await user.settled()
    await expect(user.page.get_by_role("columnheader", name="Rasm")).to_have_count(0)
    await user.button("Ustunlar").click()
    await user.page.get_by_role("menuitem", name="Standart ustunlar").click()
    await expect(user.page.get_by_role("columnheader", name="Rasm")).to_be_visible()


async def test_the_categories_of_a_student_open_in_a_dialog(open_browser: OpenBrowser, centre: Centre) -> None:
    """The count opens a dialog with the list (R1-117)."""
    user = await open_browser("superadmin")
    async with user.answer_of("/students/all") as answer:
        await user.open("/students")
    place, student = next((n, row) for n, row in enumerate(answer["students"]) if row["categories"])
    await user.rows.nth(place).get_by_role("button", name=re.compile("^Yo'nalishlar: ")).click()
    window = user.page.get_by_role("dialog", name=f"{student['fullName']}: yo'nalishlari")
    wanted = [category["hName"] for category in student["categories"]]
    await expect(window.get_by_role("listitem")).to_have_text(wanted)


async def test_a_row_is_previewed_and_opened_by_keyboard(open_browser: OpenBrowser, centre: Centre) -> None:
    """Arrows walk the rows, Space previews, Escape closes, Enter opens the page."""
    user = await open_browser("superadmin")
    async with user.answer_of("/students/all") as answer:
        await user.open("/students")
    first, second, *_ = answer["students"]
    await user.rows.first.focus()
    await user.page.keyboard.press(" ")
    sheet = user.page.get_by_role("dialog")
    await expect(sheet.get_by_role("heading", name=first["fullName"])).to_be_visible()
    await user.expect_url(f"/students?peek={first['id']}")
    await user.page.keyboard.press("ArrowDown")
    await expect(sheet.get_by_role("heading", name=second["fullName"])).to_be_visible()
    await user.expect_url(f"/students?peek={second['id']}")
    await user.page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    await expect(user.rows.nth(1)).to_be_focused()
    await user.page.keyboard.press("Enter")
    await user.expect_url(f"/students/{second['id']}")
    await expect(user.page.get_by_role("heading", level=1)).to_have_text(second["fullName"])


async def test_the_keyboard_reaches_everything(open_browser: OpenBrowser, centre: Centre) -> None:
    """Ctrl+K finds a student and a screen, `/` focuses the search, `?` lists the keys."""
    user = await open_browser("superadmin")
    await user.open("/students")
    await user.settled()
    keyboard = user.page.keyboard
    await keyboard.press("/")
    await expect(user.page.locator("[data-page-search]")).to_be_focused()
    await user.page.locator("main").focus()
    await keyboard.press("Shift+?")
    keys = user.page.get_by_role("dialog", name="Tezkor tugmalar")
    await expect(keys).to_contain_text("Sahifada qidirish")
    await keyboard.press("Escape")
    await expect(keys).to_have_count(0)
    await keyboard.press("Control+k")
    await expect(user.page.get_by_role("combobox", name="Talaba ismi")).to_be_focused()
    async with user.answer_of("/students/all") as answer:
        await keyboard.type("shaxzoda", delay=20)
    wanted = answer["students"][0]
    await expect(user.page.get_by_role("option", name=wanted["fullName"])).to_be_visible()
    await keyboard.press("Enter")
    await user.expect_url(f"/students/{wanted['id']}")
    await keyboard.press("Control+k")
    await keyboard.type("sinx", delay=20)
    await expect(user.page.get_by_role("option", name=re.compile("^Sinxronizatsiya")).first).to_be_visible()
    await keyboard.press("Enter")
    await user.expect_url("/synchronization")


async def test_an_unknown_student_is_not_found(open_browser: OpenBrowser, centre: Centre) -> None:
    """*Not found*, not an error (D-3)."""
    user = await open_browser("superadmin")
    await user.open("/students/999999999")
    await expect(user.heading("Talaba topilmadi")).to_be_visible()
    user.provoked("404 (Not Found)")
    await user.open("/students/first")
    await expect(user.heading("Talaba topilmadi")).to_be_visible()
    await user.page.get_by_role("link", name="Talabalar ro'yxatiga").click()
    await user.expect_url("/students")


async def test_an_empty_list_says_so_and_offers_all(open_browser: OpenBrowser, centre: Centre) -> None:
    """It explains why it is empty and offers more rows."""
    user = await open_browser("superadmin")
    await user.open("/students")
    await user.settled()
    await user.search("Zzyzx")
    await expect(user.heading("Bunday yozuv topilmadi")).to_be_visible()
    await user.button("Filtrlarni tozalash").click()
    await expect(user.rows).to_have_count(10)


async def test_on_a_phone_the_rows_are_cards(open_browser: OpenBrowser, centre: Centre) -> None:
    """Up to 571 px cards and a drawer; from 572 px the table and the side menu.

    R1-029, R2-484.
    """
    user = await open_browser("superadmin", viewport=PHONE, has_touch=True)
    await user.open("/students")
    cards = user.page.get_by_role("list", name="Talabalar").get_by_role("listitem")
    await expect(cards).to_have_count(10)
    await expect(user.page.locator("table")).to_have_count(0)
    await user.button(re.compile("^Filtrlar, qo'yilgani: 1")).tap()
    sheet = user.page.get_by_role("dialog", name="Filtrlar")
    await sheet.get_by_role("button", name=re.compile("^Holati")).tap()
    await user.page.get_by_role("option", name="Barchasi").tap()
    await user.button(re.compile(r"^Ko'rsatish: 2\s\d{3} ta$")).tap()
    await user.expect_url("/students?statusId=all")
    card = await cards.first.inner_text()
    await cards.first.tap()
    await user.expect_url(re.compile(r"/students/\d+$"))
    await expect(user.page.locator("h1.text-xl")).to_have_text(card.splitlines()[0])
    assert not await user.page.evaluate("document.documentElement.scrollWidth > innerWidth"), "nothing sticks out"
    await user.open("/students")
    await user.page.set_viewport_size({"width": 571, "height": 800})
    await expect(cards).to_have_count(10)
    await user.page.set_viewport_size({"width": 572, "height": 800})
    await expect(user.rows).to_have_count(10)


async def test_pages_share_no_row(open_browser: OpenBrowser, centre: Centre) -> None:
    """D-4: paging never shows a row twice."""
    user = await open_browser("superadmin")
    await user.open("/students?value=Shahzoda&statusId=all")
    await user.settled()
    first = await ids_shown(user)
    async with user.answer_of("/students/all") as answer:
        await user.button("Keyingi sahifa").click()
    await user.expect_url(re.compile("page=2"))
    # the first page's rows stay until those of the second are drawn
    await expect(_id_cells(user).filter(has_text=re.compile(f"^{min(first)}$"))).to_have_count(0)
    await expect(user.rows).to_have_count(min(10, answer["total"] - 10))
    await user.settled()
    second = await ids_shown(user)
    assert len(first) == 10
    assert not first & second
