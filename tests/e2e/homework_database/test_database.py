"""The homework database in the browser: drafts, publishing, switching."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import FloatRect, Locator, Page, Route, expect

from tests.e2e.centre import PASSWORD, Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.courses.plan import a_plan, drag, drag_by_touch, drag_handle, line, row
from tests.e2e.staff_browser import PHONE, WIDE, StaffBrowser

MAIN = "Talabalar bahosini saqlang va o'rtacha bahoni chiqaring. Kodni yuboring."
HOLDER = "vazifalar-bazasi"
CHANGED = "Talabalar bahosini saqlang, eng yaxshi uchtasini va o'rtacha bahoni chiqaring. Kodni yuboring."


@dataclass
class Database:
    """A course whose database has a chapter with two published lessons.

    Each has a main homework and two variants.
    """

    centre: Centre
    token: str
    course: int
    name: str
    topics: list[int]
    lessons: list[int]

    @property
    def path(self) -> str:
        """The database of the course."""
        return f"/study-department/source?courseId={self.course}"

    async def lesson(self, number: int = 0) -> dict[str, Any]:
        """A lesson as the server has it."""
        answer = await self.centre.call("GET", f"/homework-db/lessons/{self.lessons[number]}", self.token)
        return dict(answer["lesson"])

    async def tree(self) -> list[list[str]]:
        """Names of chapters, each with those of its lessons."""
        tree = await self.centre.call("GET", f"/homework-db/chapters?courseId={self.course}", self.token)
        return [[one["name"], *(lesson["name"] for lesson in one["lessons"])] for one in tree["chapters"]]

    async def edit(self, description: str, number: int = 0) -> None:
        """Saves a draft of the main homework as another person would."""
        main = (await self.lesson(number))["homework"][0]
        sent = {"version": main["version"], "description": description, "attachments": []}
        await self.centre.call("PUT", f"/homework-db/{main['id']}", self.token, data=sent)

    async def drafts(self) -> dict[str, Any]:
        """The unpublished drafts."""
        return await self.centre.call("GET", f"/homework-db/draft?courseId={self.course}", self.token)


@pytest.fixture
async def database(centre: Centre, request: pytest.FixtureRequest) -> Database:
    """A database for each test."""
    plan = await a_plan(centre, f"Baza {request.node.name[-40:]}", ["Lug'atlar", "Takrorlash"], ["Fayllar"])

    async def send(verb: str, path: str, **data: Any) -> dict[str, Any]:
        return await centre.call(verb, path, plan.token, data=data)

    chapter = (await send("POST", "/homework-db/chapters", courseId=plan.id, name="Ma'lumotlar"))["chapter"]["id"]
    lessons = []
    for name in ("Lug'at nima", "Lug'at metodlari"):
        lesson = (await send("POST", "/homework-db/lessons", chapterId=chapter, name=name))["lesson"]["id"]
        for text in (MAIN, "So'zlar chastotasini hisoblang", "Telefon kitobini yozing"):
            await send("POST", "/homework-db", lessonId=lesson, description=text)
        lessons.append(lesson)
    topics = [topic["id"] for month in (await plan.read())["months"] for topic in month["topics"]]
    for topic, lesson in zip(topics, lessons, strict=False):
        now = await centre.call("GET", f"/homework-db/by-curriculum-id?curriculumId={topic}", plan.token)
        await send("PUT", "/homework-db/set-lessons", topicId=topic, lessonIds=[lesson], version=now["version"])
    database = Database(centre, plan.token, plan.id, plan.name, topics, lessons)
    version = (await database.drafts())["version"]
    publish = {"courseId": plan.id, "chapterIds": [chapter], "lessonIds": [], "version": version}
    await send("POST", "/homework-db/draft/publish", **publish)
    return database


def _tree(page: Page, name: str):  # type: ignore[no-untyped-def]
    return page.get_by_role("button", name=re.compile(rf"^\d[\d.]* {re.escape(name)}"))


async def _name(user: StaffBrowser, words: str) -> None:
    dialog = user.page.get_by_role("dialog")
    await dialog.get_by_role("textbox").fill(words)
    await dialog.get_by_role("button", name="Saqlash").click()
    await expect(dialog).to_have_count(0)


async def _unfolded(page: Page) -> Locator:
    """The bar of unpublished lessons with its list open."""
    bar = page.get_by_role("region", name="Nashr qilinmagan")
    fold = bar.get_by_role("button", name="Nashr qilinmagan", exact=True)
    if await fold.get_attribute("aria-expanded") == "false":
        await fold.click()
    await expect(bar.get_by_role("checkbox").first).to_be_visible()
    return bar


async def _box(part: Locator) -> FloatRect:
    box = await part.bounding_box()
    assert box is not None
    return box


async def test_drafts_are_made_and_published(open_browser: OpenBrowser, database: Database) -> None:
    """Chapter, lesson, main homework, variant, one press.

    R2-017, R2-069, R2-072, R2-209, R2-388, R2-389.
    """
    user = await open_browser("superadmin")
    page = user.page
    await user.open(database.path)
    await user.button("Bob").click()
    await _name(user, "Fayllar bilan ishlash")
    await row(page, "Fayllar bilan ishlash").get_by_role("button").last.click()
    await page.get_by_role("menuitem", name="Dars qo'shish").click()
    await _name(user, "CSV o'qish")
    await expect(page.get_by_role("heading", name="2.1 CSV o'qish")).to_be_visible()
    for text, kind in (("CSV faylni o'qing", "Asosiy"), ("JSON faylni o'qing", "Variant A")):
        await user.button("Vazifa qo'shish").click()
        await expect(page.get_by_role("heading", name="Yangi vazifa")).to_be_visible()
        await page.get_by_label("Vazifa matni").fill(text)
        content = {"name": "namuna.csv", "mimeType": "text/csv", "buffer": b"a,b\n1,2\n"}
        await page.locator("input[type=file]").set_input_files([content])  # type: ignore[list-item]
        await expect(page.get_by_role("link", name="namuna.csv").last).to_be_visible()
        await user.button("Qoralamani saqlash").click()
        await expect(page.get_by_role("list", name="Darsning vazifalari").get_by_text(kind).first).to_be_visible()
        # the list may show it before the answer closes its form
        await expect(page.get_by_role("heading", name="Yangi vazifa")).to_have_count(0)
    bar = await _unfolded(page)
    await expect(bar.get_by_label("2.1 CSV o'qish")).to_be_visible()
    await user.screenshot("homework-database-draft")
    await page.get_by_role("heading", name="2.1 CSV o'qish").click()
    await page.keyboard.press("Control+Enter")
    await user.toast(re.compile("Nashr qilindi: 1 dars")).wait_for()
    await expect(bar).to_have_count(0)
    edition = page.get_by_text(re.compile(r"^1-nashr, \d\d\.\d\d\.\d{4}$"))
    await expect(edition.filter(visible=True)).to_have_count(2)
    assert (await database.drafts())["chapters"] == []


async def test_a_draft_is_compared_with_what_is_published(open_browser: OpenBrowser, database: Database) -> None:
    """R2-071, D-104: the difference is marked; a blocked lesson says why."""
    user = await open_browser("superadmin")
    page = user.page
    await user.open(f"{database.path}&lesson={database.lessons[0]}")
    await page.get_by_role("button", name=MAIN).click()
    await page.get_by_label("Vazifa matni").fill(CHANGED)
    await user.button("Qoralamani saqlash").click()
    await user.toast("Qoralama saqlandi").first.wait_for()
    await page.get_by_role("radio", name="Farqi").click()
    await expect(page.locator("del")).to_have_text(["saqlang"])
    await expect(page.locator("ins")).to_have_text(["saqlang, eng yaxshi uchtasini"])
    await user.screenshot("homework-database-difference")
    published = (await database.lesson())["homework"][0]["published"]
    assert published["description"] == MAIN
    await database.edit("", 1)
    bar = await _unfolded(page)
    blocked = bar.get_by_role("listitem").filter(has_text="Lug'at metodlari")
    await expect(blocked.get_by_role("checkbox")).to_be_disabled()
    await expect(blocked).to_contain_text("bo'sh")
    await bar.get_by_role("button", name=re.compile("^Nashr qilish: 1 dars")).click()
    await user.toast(re.compile("Nashr qilindi: 1 dars")).wait_for()
    assert (await database.lesson())["homework"][0]["published"]["description"] == CHANGED
    await blocked.get_by_role("button", name=re.compile("^To'ldirish")).click()
    await expect(page.get_by_role("heading", name="1.2 Lug'at metodlari")).to_be_visible()
    await _unfolded(page)
    await blocked.get_by_role("button", name=re.compile("^Qoralamani o'chirish")).click()
    await page.get_by_role("alertdialog").get_by_role("button", name="Qoralamani o'chirish").click()
    await user.toast("Qoralama o'chirildi").wait_for()
    await expect(bar).to_have_count(0)
    assert (await database.drafts())["chapters"] == []


async def test_the_publish_bar_leaves_the_editor_in_view(open_browser: OpenBrowser, database: Database) -> None:
    """R2-071: one line until it is opened; it covers no toast and no refusal."""
    for number in (0, 1):
        await database.edit(CHANGED, number)
    user = await open_browser("superadmin")
    page = user.page
    await user.open(f"{database.path}&lesson={database.lessons[0]}")
    bar = page.get_by_role("region", name="Nashr qilinmagan")
    await expect(bar).to_contain_text("2 dars, 2 o'zgarish")
    assert (await _box(bar))["height"] < 80
    await page.get_by_role("button", name=re.compile("^Talabalar bahosini")).first.click()
    await page.get_by_role("radio", name="Tahrirlash").click()
    chosen = {"name": "bo'sh.csv", "mimeType": "text/csv", "buffer": b""}
    await page.locator("input[type=file]").set_input_files([chosen])  # type: ignore[list-item]
    refusal = page.get_by_text("bo'sh.csv bo'sh: boshqasini tanlang")
    await expect(refusal).to_be_in_viewport()
    message, foot = await _box(refusal), await _box(bar)
    assert message["y"] + message["height"] <= foot["y"]
    await user.screenshot("homework-database-refused-file")
    await page.get_by_label("Vazifa matni").fill("Yangi matn")
    await user.button("Qoralamani saqlash").click()
    toast = user.toast("Qoralama saqlandi")
    await toast.wait_for()
    await _unfolded(page)
    assert (await _box(bar))["height"] < WIDE["height"] / 3
    await page.wait_for_function(
        "([toast, bar]) => toast.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top",
        arg=[await toast.element_handle(), await bar.element_handle()],
    )


async def test_what_another_person_saved_meanwhile_is_shown_beside_what_is_written(
    open_browser: OpenBrowser, database: Database
) -> None:
    """D-8: the text stays, and no draft is overwritten unseen; after a reload too."""
    user = await open_browser("superadmin")
    page = user.page
    lesson = await database.lesson()
    await user.open(f"{database.path}&lesson={database.lessons[0]}&homework={lesson['homework'][0]['id']}")
    text, theirs = page.get_by_label("Vazifa matni"), "Boshqa odamning matni"
    await text.fill("Mening matnim")
    await database.edit(theirs)
    notice = page.get_by_role("alert").filter(has_text=theirs)
    await expect(notice).to_be_visible()
    await expect(text).to_have_value("Mening matnim")
    await user.screenshot("homework-database-conflict")
    await page.reload()
    await expect(notice).to_be_visible()
    await expect(text).to_have_value("Mening matnim")
    await notice.get_by_role("button", name="Uning matnini olish").click()
    await expect(text).to_have_value(theirs)
    await expect(notice).to_have_count(0)
    await text.fill("Kelishilgan matn")
    await user.button("Qoralamani saqlash").click()
    await user.toast("Qoralama saqlandi").first.wait_for()
    assert (await database.lesson())["homework"][0]["description"] == "Kelishilgan matn"
    await expect(page.get_by_role("alert")).to_have_count(0)


async def test_drafts_are_discarded(open_browser: OpenBrowser, database: Database) -> None:
    """R2-071: what is discarded is named first."""
    await database.edit(CHANGED)
    user = await open_browser("superadmin")
    await user.open(f"/study-department/draft?courseId={database.course}")
    await user.page.get_by_role("region", name="Nashr qilinmagan").get_by_label("1.1 Lug'at nima").wait_for()
    await user.screenshot("homework-database-drafts")
    await user.button("Qoralamani o'chirish").click()
    dialog = user.page.get_by_role("alertdialog")
    await expect(dialog.get_by_role("listitem")).to_have_text(["Lug'at nima"])
    await dialog.get_by_role("button", name="Qoralamani o'chirish").click()
    await user.toast("Qoralama o'chirildi").wait_for()
    await user.expect_text("Hammasi nashr qilingan")
    assert (await database.lesson())["homework"][0]["description"] == MAIN


async def test_drafts_that_changed_meanwhile_are_shown(open_browser: OpenBrowser, database: Database) -> None:
    """D-104: nothing is published that the person has not seen."""
    await database.edit(CHANGED)
    user = await open_browser("superadmin")
    page = user.page
    user.provoked("409")

    async def first_another(route: Route) -> None:
        await database.edit("Boshqa xodim yozdi")
        await route.continue_()

    await user.open(f"/study-department/draft?courseId={database.course}")
    await page.route("**/homework-db/draft/publish", first_another, times=1)
    await user.button(re.compile("^Nashr qilish: 1 dars")).click()
    await user.toast(re.compile("Qoralamalarni boshqa xodim o'zgartirgan")).wait_for()
    assert (await database.lesson())["homework"][0]["published"]["description"] == MAIN
    await user.button(re.compile("^Nashr qilish: 1 dars")).click()
    await user.toast(re.compile("Nashr qilindi: 1 dars")).wait_for()
    assert (await database.lesson())["homework"][0]["published"]["description"] == "Boshqa xodim yozdi"


async def test_variants_and_lessons_are_put_in_order(open_browser: OpenBrowser, database: Database) -> None:
    """R2-391, D-103: variants by mouse, lessons by keyboard; letters follow the order."""
    user = await open_browser("superadmin")
    page = user.page
    await user.open(f"{database.path}&lesson={database.lessons[0]}")
    await drag(page, "Variant B", row(page, "Variant A"))
    await user.toast("Ko'chirildi: B → A").wait_for()
    texts = [one["description"] for one in (await database.lesson())["homework"]]
    assert texts == [MAIN, "Telefon kitobini yozing", "So'zlar chastotasini hisoblang"]
    await drag_handle(page, "Lug'at metodlari").focus()
    await page.keyboard.press("Space")
    await page.keyboard.press("ArrowUp")
    await expect(line(page)).to_contain_text("Tartib darrov kuchga kiradi")
    await page.keyboard.press("Enter")
    await user.toast("Ko'chirildi: 2 → 1").wait_for()
    await expect(_tree(page, "Lug'at metodlari")).to_contain_text("1.1")
    assert await database.tree() == [["Ma'lumotlar", "Lug'at metodlari", "Lug'at nima"]]


async def test_lessons_are_attached_to_a_topic(open_browser: OpenBrowser, database: Database) -> None:
    """R2-390, R2-392: from the plan of the course, in order."""
    user = await open_browser("superadmin")
    page = user.page
    await user.open(f"/study-department/courses/{database.course}?topic={database.topics[0]}")
    await expect(page.get_by_role("link", name="Lug'at nima")).to_be_visible()
    await user.button("Biriktirish").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("button", name=re.compile("^Dars qo'shish")).click()
    await page.get_by_role("option", name=re.compile("Lug'at metodlari")).click()
    await dialog.get_by_role("button", name="Saqlash").click()
    await user.toast("Biriktirish saqlandi").wait_for()
    await expect(page.get_by_role("link", name="Lug'at metodlari")).to_be_visible()
    path = f"/homework-db/by-curriculum-id?curriculumId={database.topics[0]}"
    attached = (await database.centre.call("GET", path, database.token))["lessons"]
    assert [one["id"] for one in attached] == database.lessons


async def test_a_homework_is_switched_to_another_topic(open_browser: OpenBrowser, database: Database) -> None:
    """R2-065, D-105: the person decides where the topic has a main homework.

    It is a draft until published.
    """
    user = await open_browser("superadmin")
    page = user.page
    main = (await database.lesson())["homework"][0]["id"]
    await user.open(f"/study-department/switch/{main}")
    await expect(page.get_by_role("radio", name=re.compile("Lug'atlar"))).to_be_disabled()
    await page.get_by_role("radio", name=re.compile("Takrorlash")).check()
    await page.get_by_role("radio", name=re.compile("^Almashtirish")).check()
    await user.screenshot("homework-switch")
    await user.button("Ko'chirish").click()
    await user.toast(re.compile("Qoralama sifatida ko'chirildi: Lug'at metodlari")).wait_for()
    await user.expect_url(re.compile(f"lesson={database.lessons[1]}"))
    await expect(page.get_by_role("list", name="Darsning vazifalari")).to_contain_text("Ko'chirilgan")
    assert [one["id"] for one in (await database.lesson(1))["homework"] if one["kind"] == "main"] == [main]
    assert (await database.drafts())["lessons"] == 2
    # both lessons or neither: a homework is never in two and never in none
    bar = await _unfolded(page)
    await bar.get_by_role("checkbox").first.uncheck()
    await expect(bar.get_by_role("checkbox", checked=True)).to_have_count(0)
    await bar.get_by_role("checkbox").last.check()
    await user.button(re.compile("^Nashr qilish: 2 dars")).click()
    await user.toast(re.compile("Nashr qilindi: 2 dars")).wait_for()
    assert (await database.drafts())["lessons"] == 0


async def test_a_switch_says_what_stays_without_a_main_homework(open_browser: OpenBrowser, database: Database) -> None:
    """D-105: before it, and beside the lesson that can't be published then."""
    user = await open_browser("superadmin")
    page = user.page
    main = (await database.lesson())["homework"][0]["id"]
    await user.open(f"/study-department/switch/{main}")
    warning = page.get_by_role("alert").filter(has_text="Asosiy vazifasiz qoladi: Lug'at nima («Lug'atlar»)")
    await page.get_by_role("radio", name=re.compile("Takrorlash")).check()
    await expect(warning).to_be_visible()
    await page.get_by_role("radio", name=re.compile("^Almashtirish")).check()
    await expect(warning).to_have_count(0)
    await page.get_by_role("radio", name=re.compile("^Variant qilib")).check()
    await expect(warning).to_be_visible()
    await user.screenshot("homework-switch-warning")
    await user.button("Ko'chirish").click()
    await user.toast(re.compile("Qoralama sifatida ko'chirildi")).wait_for()
    bar = await _unfolded(page)
    await expect(bar.get_by_role("listitem").filter(has_text="Asosiy vazifa yo'q")).to_have_count(1)
    for variant in (await database.lesson())["homework"]:
        path = f"/homework-db/{variant['id']}?version={variant['version']}"
        await database.centre.call("DELETE", path, database.token)
    await expect(bar.get_by_text("darsda vazifa qolmaydi (biriktirilgan mavzu: 1 ta)")).to_be_visible()


async def test_a_double_click_publishes_and_says_so_once(open_browser: OpenBrowser, database: Database) -> None:
    """D-8, D-104: also a second press that comes before the drafts are read again."""
    await database.edit(CHANGED)
    user = await open_browser("superadmin")
    page = user.page
    await user.open(f"/study-department/draft?courseId={database.course}")
    button = user.button(re.compile("^Nashr qilish: 1 dars"))
    await button.wait_for()

    async def later(route: Route) -> None:
        await button.click()
        await route.continue_()

    await page.route("**/homework-db/draft?*", later, times=1)
    await button.dblclick()
    await user.expect_text("Hammasi nashr qilingan")
    await expect(user.toast(re.compile("Nashr qilindi: 1 dars"))).to_have_count(1)
    await expect(page.locator("[data-sonner-toast]")).to_have_count(1)


async def test_the_tree_finds_homework_by_its_text(open_browser: OpenBrowser, database: Database) -> None:
    """R2-070: the word is marked where it stands, and opens its homework."""
    user = await open_browser("superadmin")
    page = user.page
    await user.open(database.path)
    await user.search("chastotasini")
    found = page.get_by_role("button", name=re.compile("^Variant A · So'zlar chastotasini"))
    await expect(found).to_have_count(2)
    await expect(found.first.locator("mark")).to_have_text("chastotasini")
    await user.screenshot("homework-database-search")
    await found.first.click()
    await expect(page.get_by_role("heading", name="1.1 Lug'at nima")).to_be_visible()
    await expect(page.get_by_label("Vazifa matni")).to_have_value("So'zlar chastotasini hisoblang")
    await page.reload()
    await expect(found).to_have_count(2)
    await user.search("100%")
    await user.expect_text("Bunday bob, dars yoki vazifa yo'q")


async def test_the_holder_of_the_database_alone_meets_no_closed_page(
    open_browser: OpenBrowser, database: Database
) -> None:
    """D-101, R2-065: no link leads to a page that needs another key."""
    centre, key = database.centre, {"study:homework_db": ["read", "create", "update", "delete"]}
    await centre.call("POST", "/roles", database.token, data={"name": HOLDER, "type": 1, "permissions": key})
    await centre.open_account(HOLDER, HOLDER, PASSWORD, all_branches=True)
    user = await open_browser(HOLDER, PASSWORD)
    page = user.page
    await user.open(f"{database.path}&lesson={database.lessons[0]}")
    await expect(page.get_by_text("1. Lug'atlar")).to_be_visible()
    await expect(page.get_by_role("link", name="1. Lug'atlar")).to_have_count(0)
    await row(page, "Variant A").get_by_role("button").last.click()
    await expect(page.get_by_role("menuitem", name="Asosiy qilish")).to_be_visible()
    await expect(page.get_by_role("menuitem", name=re.compile("Boshqa mavzuga"))).to_have_count(0)


async def test_the_whole_database_is_searched(open_browser: OpenBrowser, database: Database) -> None:
    """R2-070, R2-388: homework of every course, by its text and its course."""
    user = await open_browser("superadmin")
    await user.open("/study-department/source/homework")
    await user.settled()
    await user.choose("Kurs", database.name)
    await expect(user.rows).to_have_count(6)
    await user.search("telefon")
    await expect(user.rows).to_have_count(2)
    await user.screenshot("homework-database-list")
    await user.rows.first.click()
    await expect(user.page.get_by_role("heading", name=re.compile(r"^1\.\d Lug'at"))).to_be_visible()


async def test_the_database_on_a_phone(open_browser: OpenBrowser, database: Database) -> None:
    """R2-069, R2-391: the tree, then the lesson; lessons move by finger."""
    user = await open_browser("superadmin", viewport=PHONE, has_touch=True, is_mobile=True)
    page = user.page
    await user.open(database.path)
    await _tree(page, "Ma'lumotlar").click()
    await drag_by_touch(page, "Lug'at metodlari", row(page, "Lug'at nima"))
    await user.toast("Ko'chirildi: 2 → 1").wait_for()
    assert await database.tree() == [["Ma'lumotlar", "Lug'at metodlari", "Lug'at nima"]]
    await _tree(page, "Lug'at nima").click()
    await expect(page.get_by_role("heading", name="1.2 Lug'at nima")).to_be_visible()
    await user.screenshot("homework-database-phone")
    await user.button("Boblar").click()
    await expect(_tree(page, "Ma'lumotlar")).to_be_visible()
