"""The study department's homework statistics, by the holder of its key alone."""

import re
from datetime import date, timedelta

import pytest
from playwright.async_api import Route, expect

from tests.e2e.attendance.current_lesson import PASSWORD
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.homework.handed_in import CODE, HandedIn, handed_in_homework
from tests.e2e.staff_browser import PHONE, StaffBrowser

KEY = {"study:homework_statistics": ["read"]}
HOLDER = "oquv-bolimi"
SIZE = 12
UNCOMPLETED = 5
# accepted, rejected, waiting; the rest has not handed in
RESULTS = (
    *[(3, 90 - 5 * place) for place in range(5)],
    *[(2, 30)] * 2,
    *[(1, None)] * 3,
    *[(UNCOMPLETED, None)] * 2,
)
NOT_HANDED_IN = "update submissions set status = 5, attempts = 0, handed_in_at = null where id = $1"
SCORED = """with checked as (
    insert into checks (submission_id, attempt_id, score, status, checked_by, previous_status, checked_at)
    select $1, a.id, $3, $2, (select min(id) from users), 1, now() from attempts a where a.submission_id = $1
    returning id)
update submissions set status = $2, score = $3, checked_at = now(), check_id = (select id from checked) where id = $1"""


@pytest.fixture(scope="module")
async def given(centre: Centre) -> HandedIn:
    """Homework with results of every kind, and the holder of the key."""
    homework = await handed_in_homework(centre, SIZE)
    async with centre.database() as database:
        for work, (status, score) in zip(homework.works, RESULTS, strict=True):
            if status == UNCOMPLETED:
                await database.execute("delete from attempts where submission_id = $1", work)
                await database.execute(NOT_HANDED_IN, work)
            elif score is not None:
                await database.execute(SCORED, work, status, score)
    day = str(homework.lesson.day)
    await centre.command("recount", "--from", day, "--to", str(date.fromisoformat(day) + timedelta(days=1)))
    token = (await centre.sign_in())["accessToken"]
    await centre.call("POST", "/roles", token, data={"name": HOLDER, "type": 1, "permissions": KEY})
    await centre.open_account(HOLDER, HOLDER, PASSWORD, all_branches=True)
    return homework


def _group(given: HandedIn) -> str:
    return f"/study-department/homeworks/{given.lesson.group_id}"


def _results(given: HandedIn) -> str:
    return f"{_group(given)}/lesson/{given.lesson.lesson_id}/theme/{given.homework_id}"


async def _name(given: HandedIn) -> str:
    async with given.lesson.centre.database() as database:
        return str(await database.fetchval("select name from groups where id = $1", given.lesson.group_id))


async def test_the_key_alone_leads_from_the_list_to_one_result_and_shows_no_text(
    open_browser: OpenBrowser, given: HandedIn
) -> None:
    """Groups, a group, a student and a lesson; no text in any answer.

    R2-057, R2-058, R2-059, R2-060, D-90, R1-268, R2-330.
    """
    user = await open_browser(HOLDER, PASSWORD)
    page = user.page
    bodies: list[str] = []

    async def keep(route: Route) -> None:
        answer = await route.fetch()
        bodies.append(await answer.text())
        await route.fulfill(response=answer)

    await user.context.route("**/homework-statistics/**", keep)
    await user.open("/")
    menu = page.get_by_role("navigation", name="Menyu")
    await expect(menu.get_by_role("link", name="Uyga vazifalar")).to_have_attribute("aria-current", "page")
    await expect(page.get_by_role("heading", name="Uyga vazifalar")).to_be_visible()
    await user.settled()
    await user.screenshot("study-groups-1440")
    await user.search(await _name(given))
    await page.locator("tbody").get_by_role("link", name=await _name(given), exact=True).click()
    await user.expect_url(re.compile(rf"{_group(given)}\?from=\d{{4}}-\d\d-01&to="))
    await user.open(_group(given))
    await expect(page.locator("dl").filter(has_text="Qabul qilingan, %")).to_contain_text("5")
    await user.screenshot("study-group-1440")
    await user.rows.first.focus()
    await page.keyboard.press("Enter")
    await user.expect_url(re.compile(rf"{_group(given)}/student/\d+/start/\d{{4}}-\d\d-\d\d/end/"))
    work = page.get_by_role("link").filter(has_text=re.compile("3-dars"))
    await user.screenshot("study-student-1440")
    await work.click()
    await user.expect_url(_results(given))
    await expect(user.heading("Dars uyga vazifasi natijalari")).to_be_visible()
    await expect(user.rows).to_have_count(SIZE)
    await user.screenshot("study-lesson-1440")
    # neither the chat nor reminding is theirs
    await expect(page.locator("tbody").get_by_role("link")).to_have_count(0)
    await expect(user.button("Eslatish")).to_have_count(0)
    await user.choose("Holati", "Rad etilgan")
    await expect(user.rows).to_have_count(2)
    await expect(user.rows.first).to_contain_text("30")
    assert bodies
    text = "".join(bodies)
    assert CODE.split("\n")[0] not in text
    assert "Foydalanuvchidan 10 ta son" not in text
    await user.open(f"{_results(given)}/chat/{given.works[0]}/home/{given.lesson.students[0]}")
    await expect(page.get_by_role("heading", name=re.compile("huquq"))).to_be_visible()


async def test_a_group_leads_to_its_lessons_and_each_list_to_its_file(
    open_browser: OpenBrowser, given: HandedIn
) -> None:
    """R2-058, R2-060, D-66: by click on a row; four files, by the key alone."""
    user = await open_browser(HOLDER, PASSWORD)
    page = user.page

    async def file_of(name: str) -> str:
        await user.button(name).click()
        async with page.expect_download() as saved:
            await page.get_by_role("dialog").get_by_role("button", name="Yuklab olish").click()
        return (await saved.value).suggested_filename

    await user.open(_group(given))
    await expect(user.rows).to_have_count(SIZE)
    assert (await file_of("Faylga yuklab olish")).startswith(f"homework-students-{given.lesson.group_id}-")
    await page.get_by_role("radio", name="Darslar").click()
    await user.expect_url(re.compile(r"\?list=lessons"))
    lesson = user.rows.filter(has_text="3-dars")
    await expect(lesson).to_have_count(1)
    await user.screenshot("study-lessons-1440")
    assert (await file_of("Faylga yuklab olish")).startswith(f"homework-lessons-{given.lesson.group_id}-")
    await page.get_by_role("columnheader", name="Dars sanasi").get_by_role("button").first.click()
    await user.expect_url(re.compile("orderBy=ASC"))
    await lesson.get_by_role("cell").nth(2).click()
    await user.expect_url(_results(given))
    results = f"homework-results-{given.lesson.group_id}-{given.homework_id}-"
    assert (await file_of("Faylga yuklab olish")).startswith(results)
    await user.open(_group(given))
    await user.rows.first.get_by_role("cell").nth(3).click()
    await user.expect_url(re.compile(r"/student/\d+/start/"))
    assert (await file_of("Faylga yuklab olish")).startswith(f"homework-student-{given.lesson.group_id}-")


async def test_groups_are_sorted_by_their_counts_in_a_period(open_browser: OpenBrowser, given: HandedIn) -> None:
    """R2-057: five sort fields and a period, both in the address."""
    user = await open_browser(HOLDER, PASSWORD)
    page = user.page
    await user.open("/study-department?value=Python")
    for name, word in (
        ("Rad etilgan", "rejected"),
        ("Topshirilmagan", "uncompleted"),
        ("Qabul qilingan", "accepted"),
        ("Kutmoqda", "waiting"),
        ("O'rtacha ball", "averageScore"),
    ):
        await page.get_by_role("columnheader", name=name, exact=True).get_by_role("button").first.click()
        await user.expect_url(re.compile(rf"sortBy={word}"))
        await user.settled()
    before = page.get_by_role("button", name="Oldingi davr")
    async with user.answer_of("/homework-statistics/groups") as earlier:
        await before.click()
    assert earlier["toDate"] < str(given.lesson.day)
    await user.expect_url(re.compile(r"from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d"))
    await page.get_by_role("button", name="Keyingi davr").click()
    await page.get_by_role("radio", name="Boshqa").click()
    async with user.answer_of("/homework-statistics/groups") as chosen:
        await page.get_by_label("Birinchi kun (DD.MM.YYYY)").fill(f"{given.lesson.day:%d.%m.%Y}")
        await page.get_by_label("Birinchi kun (DD.MM.YYYY)").press("Enter")
    assert chosen["fromDate"] == str(given.lesson.day)
    own = page.locator("tbody tr").filter(has_text=re.compile("Python N"))
    await expect(own.first).to_be_visible()
    await page.reload()
    await expect(page.get_by_label("Birinchi kun (DD.MM.YYYY)")).to_have_value(f"{given.lesson.day:%d.%m.%Y}")


async def test_a_lesson_leads_to_the_chat_and_to_reminding_with_their_keys(
    open_browser: OpenBrowser, given: HandedIn
) -> None:
    """R2-061, D-89: the chat needs checking, reminding an update of homework.

    Once everybody was reminded, the button is disabled with the reason, and the rows show when.
    """
    user = await open_browser("superadmin")
    page = user.page
    await user.open(_results(given))
    await user.button("Eslatish").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("button", name=re.compile("2 talabaga eslatish")).click()
    await user.toast("2 talabaga eslatildi").wait_for()
    # nobody is left to remind today, and the button says so
    await expect(user.button("Eslatish")).to_be_disabled()
    await user.button("Eslatish").hover()
    await expect(page.get_by_role("tooltip").filter(has_text="bugun eslatilgan").first).to_be_visible()
    reminded = user.rows.filter(has_text="Muddati o'tmagan")
    await expect(reminded).to_have_count(2)
    await expect(reminded.first).to_contain_text(str(given.lesson.day.year))
    await user.choose("Holati", "Tekshirish kutmoqda")
    await page.locator("tbody").get_by_role("link").first.click()
    await user.expect_url(re.compile(rf"{_results(given)}/chat/\d+/home/\d+"))
    await expect(page.get_by_text(CODE.split("\n")[0]).first).to_be_visible()


async def test_addresses_of_another_form_are_not_found(open_browser: OpenBrowser, given: HandedIn) -> None:
    """D-89: days and ids of another form lead nowhere."""
    user = await open_browser(HOLDER, PASSWORD)
    student = given.lesson.students[0]
    user.provoked("404", "422")
    for path in (
        f"{_group(given)}/student/{student}/start/2026-02-31/end/2026-03-01",
        "/study-department/homeworks/bir/lesson/1/theme/1",
        f"{_group(given)}/lesson/{given.lesson.lesson_id}/theme/999999999",
    ):
        await user.open(path)
        await expect(user.page.get_by_role("heading", name="Yozuv topilmadi")).to_be_visible()


async def _teacher(given: HandedIn) -> str:
    async with given.lesson.centre.database() as database:
        return str(await database.fetchval("select full_name from teachers where id = $1", given.lesson.teacher_id))


async def test_teachers_are_compared_and_one_is_read_by_group_and_week(
    open_browser: OpenBrowser, given: HandedIn
) -> None:
    """R2-066, D-106: figures, totals, and the way to the group in the same days."""
    user = await open_browser(HOLDER, PASSWORD)
    page = user.page
    await user.open("/study-department/teacher-statistics")
    await user.settled()
    await user.screenshot("study-teachers-1440")
    await expect(page.locator("tfoot")).to_contain_text(re.compile(r"Jami, \d+ o'qituvchi"))
    await page.get_by_role("columnheader", name="Kutmoqda", exact=True).get_by_role("button").first.click()
    await user.expect_url(re.compile("sortBy=waiting"))
    await user.search(await _teacher(given))
    row = user.rows.filter(has_text=await _teacher(given))
    await expect(row).to_have_count(1)
    # ten handed in, seven of them checked
    await expect(row).to_contain_text("70,0%")
    await row.focus()
    await page.keyboard.press("Enter")
    panel = page.get_by_role("dialog")
    group = panel.get_by_role("link").filter(has_text=await _name(given))
    await expect(group).to_contain_text("10 topshirilgan · 70,0% tekshirilgan")
    await expect(panel.get_by_role("table").last.get_by_role("row")).not_to_have_count(1)
    await user.screenshot("study-teacher-1440")
    await group.click()
    await user.expect_url(re.compile(rf"{_group(given)}\?from=\d{{4}}-\d\d-01&to="))


async def test_the_plot_is_read_by_keyboard_and_by_a_screen_reader(open_browser: OpenBrowser, given: HandedIn) -> None:
    """Issue 19: keys walk the days, and the table behind has the same figures."""
    user = await open_browser(HOLDER, PASSWORD)
    page = user.page
    await user.open("/study-department/teacher-statistics")
    plot = page.get_by_role("slider", name="Kunlar bo'yicha topshirilgan va tekshirilgan vazifalar")
    await expect(plot.locator("canvas")).to_be_visible()
    await plot.focus()
    await page.keyboard.press("End")
    newest = await plot.get_attribute("aria-valuetext")
    table = page.get_by_role("table", name="Kunlar bo'yicha topshirilgan va tekshirilgan vazifalar")
    days = await table.get_by_role("row").all_inner_texts()
    name, bar, line = re.split(r"\s*\t\s*", days[-1])
    assert newest == f"{name}: Topshirilgan {bar}, Tekshirilgan {line}"
    tip = plot.locator(".floating")
    await expect(tip).to_contain_text(name)
    await page.keyboard.press("Home")
    await expect(tip).to_contain_text(re.split(r"\s*\t\s*", days[1])[0])
    await expect(plot).to_have_attribute("aria-valuenow", "1")
    drawn = await plot.locator("canvas").evaluate(
        """(canvas) => {
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height)
            return data.some((channel) => channel > 0)
        }"""
    )
    assert drawn
    await user.screenshot("study-plot-1440")


async def test_the_kpi_of_teachers_leads_to_what_the_reader_may_open(
    open_browser: OpenBrowser, given: HandedIn
) -> None:
    """R2-067, D-77: the teacher's page, or the statistics for the key alone."""
    user = await open_browser(HOLDER, PASSWORD)
    await user.open("/study-department/teachers-kpi")
    await user.settled()
    heads = await user.page.get_by_role("columnheader").all_inner_texts()
    assert {"Davomat", "KPI"} <= {head.strip() for head in heads}
    await user.screenshot("study-kpi-1440")
    link = user.page.locator("tbody").get_by_role("link").first
    assert "/study-department/teacher-statistics?peek=" in str(await link.get_attribute("href"))
    other = await open_browser("superadmin")
    await other.open("/study-department/teachers-kpi")
    await other.settled()
    link = other.page.locator("tbody").get_by_role("link").first
    assert str(await link.get_attribute("href")).startswith("/teachers/")


LABEL_BEYOND_FIGURES = """(head) => {
    const cell = head.closest("table").tBodies[0].rows[0].cells[head.cellIndex]
    const end = (element) => element.getBoundingClientRect().right
    return end(head.querySelector("[data-label]")) - end(cell.querySelector("span"))
}"""


async def test_the_plot_of_kpis_follows_the_sort_and_is_read_by_keyboard(
    open_browser: OpenBrowser, given: HandedIn
) -> None:
    """Issue 19, R2-067: the list in its order, in words and in the table behind."""
    user = await open_browser("superadmin")
    page = user.page
    await user.open("/study-department/teachers-kpi")
    label = "O'qituvchilarning davomat, uyga vazifa, imtihon ko'rsatkichlari va KPI"
    plot = page.get_by_role("slider", name=label)
    await expect(plot.locator("canvas")).to_be_visible()
    await expect(page.get_by_role("columnheader", name="KPI", exact=True).last).to_have_attribute(
        "aria-sort", "descending"
    )
    await user.rows.first.wait_for()
    head = page.locator("th", has_text="Davomat").locator("visible=true").last
    await head.get_by_role("button").first.click()
    await user.expect_url(re.compile("sortBy=attendanceKpi$"))
    await expect(head).to_have_attribute("aria-sort", "descending")
    await user.settled()
    # the arrow of a figure's header takes no width from the names: the header ends where its figures do
    assert await head.evaluate(LABEL_BEYOND_FIGURES) == pytest.approx(0, abs=1)
    behind = page.get_by_role("table", name=label).get_by_role("row")
    rows = [re.split(r"\s*\t\s*", row) for row in await behind.all_inner_texts()]
    heads, *figures = rows
    assert heads[1:] == ["Davomat", "Uyga vazifa", "Imtihon", "KPI"]
    assert len(figures) == await user.rows.count()
    listed = await user.rows.all_inner_texts()
    for shown, (name, *values) in zip(listed, figures, strict=True):
        assert name in shown
        # a column without any value is named above the list instead of showing dashes
        assert all(value in shown for value in values if value != "—")
    shares = [float(row[1].rstrip("%").replace(",", ".")) for row in figures if row[1] != "—"]
    assert shares == sorted(shares, reverse=True)
    assert all(row[1] == "—" for row in figures[len(shares) :])

    def spoken(place: int) -> str:
        name, *values = figures[place]
        return f"{name}: " + ", ".join(f"{of} {value}" for of, value in zip(heads[1:], values, strict=True))

    await plot.focus()
    await page.keyboard.press("ArrowRight")
    await expect(plot).to_have_attribute("aria-valuetext", spoken(0))
    await page.keyboard.press("ArrowRight")
    await expect(plot).to_have_attribute("aria-valuetext", spoken(1))
    await expect(plot.locator(".floating")).to_contain_text(figures[1][0])
    await page.keyboard.press("End")
    await expect(plot).to_have_attribute("aria-valuetext", spoken(-1))
    await user.screenshot("study-kpi-plot-1440")


async def test_the_lists_fit_a_phone(open_browser: OpenBrowser, given: HandedIn) -> None:
    """390 px: cards with the figures that matter, nothing wider than the screen."""
    user: StaffBrowser = await open_browser(HOLDER, PASSWORD, viewport=PHONE)
    page = user.page
    for path, name in (
        ("/study-department?value=Python", "groups"),
        (_group(given), "group"),
        (_results(given), "lesson"),
        ("/study-department/teacher-statistics", "teachers"),
        ("/study-department/teachers-kpi", "kpi"),
    ):
        await user.open(path)
        await expect(page.locator("main ul li").first).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        await user.screenshot(f"study-{name}-390")
    # the phone's header names the group's page; whose homework it is stands below it
    await user.open(_group(given))
    student = page.locator("main ul li").first.get_by_role("link").first
    await student.click()
    await user.expect_url(re.compile("/student/"))
    # the group's page, whose heading is for readers only, stays until the student's is there
    heading = page.get_by_role("heading", level=1).filter(has_not_text="statistikasi")
    await expect(heading).to_be_visible()
    await expect(page.get_by_text("Qabul qilingan, %")).to_be_visible()
    box = await heading.bounding_box()
    assert box
    assert box["width"] > 40


async def test_a_lesson_is_named_on_a_phone(open_browser: OpenBrowser, given: HandedIn) -> None:
    """R2-045, R2-060: the header has room for the kind of page alone."""
    user = await open_browser("superadmin", viewport=PHONE)
    lesson = given.lesson
    below = (
        f"/groups/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}/lesson/{lesson.lesson_id}"
    )
    for path in (_results(given), f"{below}/theme/{given.homework_id}"):
        await user.open(path)
        await expect(user.page.get_by_text(re.compile("^3-dars, ")).filter(visible=True).first).to_be_in_viewport()
