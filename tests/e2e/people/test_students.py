"""The students list and a student's card in daily use."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import Sit
from tests.e2e.desk import PHONE, Desk

SHAHZODA = ("Шахзода", "Shahzoda", "shaxzoda", "SHAHZODA", "шаҳзода")
ULUGBEK = ("Ulug'bek", "Ulugʻbek", "Ulug‘bek", "Ulug’bek", "Ulugʼbek", "Ulug`bek", "Ulug´bek", "Ulugbek", "Улуғбек")
NEW_PASSWORD = "another-long-enough-password"


def asked_lists(desk: Desk) -> list[dict[str, list[str]]]:
    """The list requests so far, in order."""
    return [parse_qs(urlsplit(request.url).query) for request in desk.asked if "/students/all?" in request.url]


async def ids_shown(desk: Desk) -> set[int]:
    """The ids of the rows on the page, read from their column."""
    cells = desk.page.locator("tbody tr[data-row] td:nth-child(3)")
    return {int(text) for text in await cells.all_inner_texts()}


@pytest.mark.parametrize("spellings", [SHAHZODA, ULUGBEK], ids=["Shahzoda", "Ulug'bek"])
async def test_every_spelling_finds_the_same_students(sit: Sit, centre: Centre, spellings: tuple[str, ...]) -> None:
    """Cyrillic, Latin and every apostrophe; among students of any status.

    Issue 2, *shown by* 4; D-5, D-50.
    """
    desk = await sit("superadmin")
    await desk.open("/students?statusId=all&perPage=100")
    await desk.settled()
    found = {}
    for spelling in spellings:
        async with desk.answer_of("/students/all") as answer:
            await desk.search(spelling)
        await expect(desk.rows).to_have_count(answer["total"])
        await expect(desk.page.locator("table[aria-busy=false]")).to_be_visible()
        found[spelling] = await ids_shown(desk)
    assert len(found[spellings[0]]) > 10
    assert len({frozenset(ids) for ids in found.values()}) == 1, {name: len(ids) for name, ids in found.items()}


async def test_the_search_waits_a_second_after_the_last_letter(sit: Sit, centre: Centre) -> None:
    """1000 ms on every list search; one request per word, none per letter.

    R1-443, R2-469.
    """
    desk = await sit("superadmin")
    await desk.open("/students")
    await desk.settled()
    before = len(asked_lists(desk))
    await desk.watch_asking()
    await desk.page.locator("[data-page-search]").focus()
    async with desk.page.expect_request(lambda request: "/students/all?" in request.url):
        await desk.page.keyboard.type("Karim", delay=60)
    asked = asked_lists(desk)[before:]
    assert [question.get("value") for question in asked] == [["Karim"]]
    (waited,) = await desk.asked_after()
    assert 995 <= waited < 2000
    await desk.be_at("/students?value=Karim")


async def test_the_url_holds_the_list_state_and_back_works(sit: Sit, centre: Centre) -> None:
    """Search, filters, order and page; Back reverts each step; links reopen it.

    R1-152.
    """
    desk = await sit("superadmin")
    await desk.open("/students")
    await desk.settled()
    await desk.choose("Holati", "Barchasi")
    await desk.be_at("/students?statusId=all")
    await desk.choose("Tizim", "Faol")
    await desk.be_at("/students?statusId=all&systemStatus=1")
    await desk.button("2-sahifa").click()
    await desk.be_at("/students?statusId=all&systemStatus=1&page=2")
    await expect(desk.button("2-sahifa")).to_have_attribute("aria-current", "page")
    await desk.settled()
    async with desk.answer_of("/students/all"):
        await desk.page.get_by_role("columnheader", name="Talaba").get_by_role("button").click()
    await desk.be_at("/students?statusId=all&systemStatus=1&orderBy=DESC")
    assert asked_lists(desk)[-1] == {"page": ["1"], "perPage": ["10"], "orderBy": ["DESC"], "systemStatus": ["1"]}
    link = desk.page.url
    await desk.page.go_back()
    await desk.be_at("/students?statusId=all&systemStatus=1&page=2")
    await expect(desk.button("2-sahifa")).to_have_attribute("aria-current", "page")
    await desk.page.go_back()
    await desk.page.go_back()
    await desk.be_at("/students?statusId=all")
    await desk.open(link)
    await desk.settled()
    assert asked_lists(desk)[-1]["orderBy"] == ["DESC"]
    await desk.button("Tozalash").click()
    await desk.be_at("/students?orderBy=DESC")


async def test_every_filter_of_the_specification_narrows_the_list(sit: Sit, centre: Centre) -> None:
    """Category, status, system status, group, branches, photo, private information.

    R1-152, R1-154, R1-362.
    """
    desk = await sit("superadmin")
    await desk.open("/students?statusId=all")
    await desk.settled()
    names = ["Holati", "Filial", "Yo'nalish", "Guruh", "Tizim", "Rasm", "Hujjat"]
    queries = ["statusId", "officeIds", "categoryId", "studentGroup", "systemStatus", "hasPhoto", "hasPrivateInfo"]
    for name, query in zip(names, queries, strict=True):
        async with desk.answer_of("/students/all") as answer:
            await desk.choose(name, "Bloklangan" if name == "Tizim" else None)
        assert answer["total"] < 2000 or name == "Rasm", name  # nobody has a photo yet
        assert query in asked_lists(desk)[-1], name
        await desk.page.keyboard.press("Escape")
        await desk.open("/students?statusId=all")
        await desk.settled()


async def test_a_student_is_found_by_digits(sit: Sit, centre: Centre) -> None:
    """Digits also match the beginning of id and phone (D-5)."""
    token = (await centre.sign_in())["accessToken"]
    one = (await centre.call("GET", "/students/all?perPage=1&page=300", token))["students"][0]
    desk = await sit("superadmin")
    await desk.open("/students?statusId=all&perPage=100")
    await desk.settled()
    for digits in (str(one["id"]), one["mobile"].lstrip("+"), one["mobile"].lstrip("+")[:8]):
        async with desk.answer_of("/students/all") as answer:
            await desk.search(digits)
        assert one["id"] in {row["id"] for row in answer["students"]}, digits
        assert answer["total"] < 1000


async def test_the_page_size_is_remembered(sit: Sit, centre: Centre) -> None:
    """10, 20, 50, 100; per table, after a reload and on another device.

    R1-181, R1-438, R1-439, R2-464.
    """
    await centre.open_account("page.sizes", "Admin", NEW_PASSWORD, all_branches=True)
    desk = await sit("page.sizes", NEW_PASSWORD)
    await desk.open("/students")
    await expect(desk.rows).to_have_count(10)
    sizes = desk.page.get_by_role("combobox", name="Sahifada")
    assert (await sizes.locator("option").all_inner_texts()) == ["10", "20", "50", "100"]
    async with desk.page.expect_response(lambda answer: answer.url.endswith("/preferences")):
        await sizes.select_option("20")
    await expect(desk.rows).to_have_count(20)
    await desk.page.reload()
    await expect(desk.rows).to_have_count(20)
    elsewhere = await sit("page.sizes", NEW_PASSWORD)
    await elsewhere.open("/students")
    await expect(elsewhere.rows).to_have_count(20)
    await elsewhere.open("/synchronization")
    await expect(elsewhere.page.get_by_role("combobox", name="Sahifada")).to_have_value("10")


async def test_columns_can_be_hidden_and_shown(sit: Sit, centre: Centre) -> None:
    """The name can't be hidden; the choice survives a reload (R1-116, WISH-9)."""
    await centre.open_account("columns", "Admin", NEW_PASSWORD, all_branches=True)
    desk = await sit("columns", NEW_PASSWORD)
    await desk.open("/students")
    await expect(desk.page.get_by_role("columnheader", name="Rasm")).to_be_visible()
    await desk.button("Ustunlar").click()
    await expect(desk.page.get_by_role("menuitemcheckbox", name="Talaba")).to_be_disabled()
    await desk.page.get_by_role("menuitemcheckbox", name="Rasm").click()
    await desk.page.keyboard.press("Escape")
    await expect(desk.page.get_by_role("columnheader", name="Rasm")).to_have_count(0)
    await desk.page.reload()
    await desk.settled()
    await expect(desk.page.get_by_role("columnheader", name="Rasm")).to_have_count(0)
    await desk.button("Ustunlar").click()
    await desk.page.get_by_role("menuitem", name="Boshlang'ich ustunlar").click()
    await expect(desk.page.get_by_role("columnheader", name="Rasm")).to_be_visible()


async def test_the_categories_of_a_student_open_in_a_dialog(sit: Sit, centre: Centre) -> None:
    """The count opens a dialog with the list (R1-117)."""
    desk = await sit("superadmin")
    async with desk.answer_of("/students/all") as answer:
        await desk.open("/students")
    place, student = next((n, row) for n, row in enumerate(answer["students"]) if row["categories"])
    await desk.rows.nth(place).get_by_role("button", name=re.compile("^Yo'nalishlar: ")).click()
    window = desk.page.get_by_role("dialog", name=f"{student['fullName']}: yo'nalishlari")
    wanted = [category["hName"] for category in student["categories"]]
    await expect(window.get_by_role("listitem")).to_have_text(wanted)


async def test_a_row_is_previewed_and_opened_by_keyboard(sit: Sit, centre: Centre) -> None:
    """Arrows walk the rows, Space previews, Escape closes, Enter opens the page."""
    desk = await sit("superadmin")
    async with desk.answer_of("/students/all") as answer:
        await desk.open("/students")
    first, second, *_ = answer["students"]
    await desk.rows.first.focus()
    await desk.page.keyboard.press(" ")
    sheet = desk.page.get_by_role("dialog")
    await expect(sheet.get_by_role("heading", name=first["fullName"])).to_be_visible()
    await desk.be_at(f"/students?peek={first['id']}")
    await desk.page.keyboard.press("ArrowDown")
    await expect(sheet.get_by_role("heading", name=second["fullName"])).to_be_visible()
    await desk.be_at(f"/students?peek={second['id']}")
    await desk.page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    await expect(desk.rows.nth(1)).to_be_focused()
    await desk.page.keyboard.press("Enter")
    await desk.be_at(f"/students/{second['id']}")
    await expect(desk.page.get_by_role("heading", level=1)).to_have_text(second["fullName"])


async def test_the_keyboard_reaches_everything(sit: Sit, centre: Centre) -> None:
    """Ctrl+K finds a student and a screen, `/` focuses the search, `?` lists the keys."""
    desk = await sit("superadmin")
    await desk.open("/students")
    await desk.settled()
    keyboard = desk.page.keyboard
    await keyboard.press("/")
    await expect(desk.page.locator("[data-page-search]")).to_be_focused()
    await desk.page.locator("main").focus()
    await keyboard.press("Shift+?")
    keys = desk.page.get_by_role("dialog", name="Klaviatura tugmalari")
    await expect(keys).to_contain_text("Sahifada qidirish")
    await keyboard.press("Escape")
    await expect(keys).to_have_count(0)
    await keyboard.press("Control+k")
    await expect(desk.page.get_by_role("combobox", name="Talaba ismi")).to_be_focused()
    async with desk.answer_of("/students/all") as answer:
        await keyboard.type("shaxzoda", delay=20)
    wanted = answer["students"][0]
    await expect(desk.page.get_by_role("option", name=wanted["fullName"])).to_be_visible()
    await keyboard.press("Enter")
    await desk.be_at(f"/students/{wanted['id']}")
    await keyboard.press("Control+k")
    await keyboard.type("sinx", delay=20)
    await expect(desk.page.get_by_role("option", name=re.compile("^Sinxronizatsiya"))).to_be_visible()
    await keyboard.press("Enter")
    await desk.be_at("/synchronization")


async def test_an_unknown_student_is_not_found(sit: Sit, centre: Centre) -> None:
    """*Not found*, not an error (D-3)."""
    desk = await sit("superadmin")
    await desk.open("/students/999999999")
    await expect(desk.heading("Talaba topilmadi")).to_be_visible()
    desk.provoked("404 (Not Found)")
    await desk.open("/students/first")
    await expect(desk.heading("Talaba topilmadi")).to_be_visible()
    await desk.page.get_by_role("link", name="Talabalar ro'yxatiga").click()
    await desk.be_at("/students")


async def test_an_empty_list_says_so_and_offers_all(sit: Sit, centre: Centre) -> None:
    """It explains why it is empty and offers more rows."""
    desk = await sit("superadmin")
    await desk.open("/students")
    await desk.settled()
    await desk.search("Zzyzx")
    await expect(desk.heading("Bunday yozuv topilmadi")).to_be_visible()
    await desk.button("Filtrlarni tozalash").click()
    await expect(desk.rows).to_have_count(10)


async def test_on_a_phone_the_rows_are_cards(sit: Sit, centre: Centre) -> None:
    """Up to 571 px cards and a drawer; from 572 px the table and the side menu.

    R1-029, R2-484.
    """
    desk = await sit("superadmin", viewport=PHONE, has_touch=True)
    await desk.open("/students")
    cards = desk.page.get_by_role("list", name="Talabalar").get_by_role("listitem")
    await expect(cards).to_have_count(10)
    await expect(desk.page.locator("table")).to_have_count(0)
    await desk.button(re.compile("^Filtrlar, qo'yilgani: 1")).tap()
    sheet = desk.page.get_by_role("dialog", name="Filtrlar")
    await sheet.get_by_role("button", name=re.compile("^Holati")).tap()
    await desk.page.get_by_role("option", name="Barchasi").tap()
    await desk.button(re.compile(r"^Ko'rsatish: 2\s\d{3} ta$")).tap()
    await desk.be_at("/students?statusId=all")
    card = await cards.first.inner_text()
    await cards.first.tap()
    await desk.be_at(re.compile(r"/students/\d+$"))
    await expect(desk.page.locator("h1.text-xl")).to_have_text(card.splitlines()[0])
    assert not await desk.page.evaluate("document.documentElement.scrollWidth > innerWidth"), "nothing sticks out"
    await desk.open("/students")
    await desk.page.set_viewport_size({"width": 571, "height": 800})
    await expect(cards).to_have_count(10)
    await desk.page.set_viewport_size({"width": 572, "height": 800})
    await expect(desk.rows).to_have_count(10)


async def test_pages_share_no_row(sit: Sit, centre: Centre) -> None:
    """D-4: paging never shows a row twice."""
    desk = await sit("superadmin")
    await desk.open("/students?value=Shahzoda&statusId=all")
    await desk.settled()
    first = await ids_shown(desk)
    async with desk.answer_of("/students/all") as answer:
        await desk.button("Keyingi sahifa").click()
    await desk.be_at(re.compile("page=2"))
    await expect(desk.rows).to_have_count(min(10, answer["total"] - 10))
    await desk.settled()
    second = await ids_shown(desk)
    assert len(first) == 10
    assert not first & second
