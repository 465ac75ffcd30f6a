"""Groups in the browser: lists, dialogs, and a group's page with sub-pages.

D-13, D-25, D-54, D-55.
"""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Locator, Route, expect
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from tests.e2e.attendance.current_lesson import PASSWORD, CurrentLesson, a_current_lesson
from tests.e2e.centre import PASSWORD as CENTRES
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, WIDE, StaffBrowser

CHOSEN = "a-password-of-my-own"
RUN_MS = 120_000
INFO = 5
# px, of what a finger presses
MIN_TARGET = 44


@pytest.fixture(scope="module")
async def lesson(centre: Centre) -> CurrentLesson:
    """A group of twenty with a teacher who can sign in."""
    return await a_current_lesson(centre)


async def _name(lesson: CurrentLesson) -> str:
    async with lesson.centre.database() as database:
        return str(await database.fetchval("select name from groups where id = $1", lesson.group_id))


def _page(lesson: CurrentLesson, of: str = "groups") -> str:
    return f"/{of}/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}"


def _head(user: StaffBrowser, name: str) -> Locator:
    return user.page.get_by_role("columnheader", name=name, exact=True)


async def _counted(centre: Centre, query: str) -> int:
    token = (await centre.sign_in())["accessToken"]
    return int((await centre.call("GET", f"/groups/all?{query}", token))["total"])


async def _window(user: StaffBrowser, name: str | re.Pattern[str]) -> Locator:
    window = user.page.get_by_role("dialog", name=name)
    await expect(window).to_be_visible()
    return window


async def test_the_list_starts_with_active_groups_and_is_reset_to_them(
    open_browser: OpenBrowser, centre: Centre
) -> None:
    """Default, columns, filters in the URL, clear.

    R1-049, R1-096, R1-104, R1-110, R1-112, R1-114.
    """
    user = await open_browser("superadmin")
    await user.open("/students")
    await user.page.get_by_role("navigation").get_by_role("link", name="Guruhlar", exact=True).click()
    await user.expect_url("/groups")
    await user.settled()
    crumbs = user.page.get_by_role("navigation", name="Sahifa yo'li")
    await expect(crumbs.get_by_text("Guruhlar")).to_be_visible()
    active = await _counted(centre, "status=2&perPage=1")
    assert active > 0
    await expect(user.page.get_by_text(f"{active} ta").first).to_be_visible()
    usual = (
        "Guruh",
        "O'qituvchi",
        "Dars vaqti",
        "Talabalar",
        "Davomat",
        "Kurs",
        "Filial",
        "Boshlanishi",
    )
    chosen = ("Yo'nalish", "O'qish turi", "Tugashi", "Assistentlar", "Uyga vazifa", "Imtihon")
    # every row would repeat the status that is filtered for
    await expect(_head(user, "Holati")).to_have_count(0)
    for head in usual:
        await expect(_head(user, head)).to_be_attached()
    for head in chosen:
        await expect(_head(user, head)).to_have_count(0)
    await user.button("Ustunlar").click()
    for head in chosen:
        await user.page.get_by_role("menuitemcheckbox", name=head, exact=True).click()
        await expect(_head(user, head)).to_be_attached()
    await user.page.get_by_role("menuitem", name="Standart ustunlar").click()
    await expect(_head(user, "Tugashi")).to_have_count(0)
    await user.choose("Holati", "Tugagan")
    await user.expect_url("/groups?status=3")
    await user.choose("Kurs", None)
    day = user.page.get_by_label("Boshlanishi: sanadan (DD.MM.YYYY)")
    await day.fill("01.01.2020")
    await day.press("Enter")
    await user.expect_url(re.compile(r"fromByStartedDate=2020-01-01"))
    await user.button("Tozalash").click()
    await user.expect_url("/groups")
    await expect(user.page.get_by_text(f"{active} ta").first).to_be_visible()


async def test_the_lists_fit_a_usual_window(open_browser: OpenBrowser, centre: Centre) -> None:
    """At 1440 px nothing overflows, however long the names are (R1-110, ui.md).

    Names of groups, courses and branches.
    """
    lesson = await a_current_lesson(centre, 1)
    await centre.sql(
        # on the first page, whichever group has a lesson now
        f"update groups set name = 'A1 ' || name || ' va sun''iy intellekt asoslari, kechki guruh'"
        f" where id = {lesson.group_id}"
    )
    await centre.sql(f"update schedules set days_of_week = '{{1,2,3,4,5,6}}' where id = {lesson.schedule_id}")
    await centre.sql(
        "insert into group_marks (group_id, attended, late, absent) select id, 999, 0, 1 from groups"
        " on conflict (group_id) do update set attended = 999, late = 0, absent = 1"
    )
    for language in ("uz", "ru"):
        for login, password, path in (("superadmin", CENTRES, "/groups"), (lesson.login, PASSWORD, "/my-groups")):
            user = await open_browser(login, password, language=language)
            await user.open(path)
            await user.settled()
            await expect(user.rows.first).to_be_visible()
            # the columns share the width once the rows are measured
            fits = "() => (box => box.scrollWidth <= box.clientWidth)(document.querySelector('div:has(> table)'))"
            try:
                await user.page.wait_for_function(fits, timeout=10_000)
            except PlaywrightTimeoutError:
                cells = "row => [...row.cells].map(cell => [cell.innerText, cell.offsetWidth, cell.scrollWidth])"
                table = user.page.locator("table")
                widths = [await table.locator(row).first.evaluate(cells) for row in ("thead tr", "tbody tr")]
                pytest.fail(f"{path} in {language} is wider than its window: {widths}")
            if path == "/groups":
                # of one prefix, such as "Beginner 1-15" beside "Beginner 1-1": the end tells them apart
                cut = "all => all.filter(a => a.scrollWidth > a.clientWidth || a.scrollHeight > a.clientHeight).length"
                names = user.rows.locator("a[title]:not([title*=asoslari])")
                assert (await names.evaluate_all(cut), await names.count() > 0) == (0, True), language
            await user.screenshot(f"groups{path.replace('/', '-')}-{language}-1440")


async def test_columns_are_measured_again_when_their_font_arrives(open_browser: OpenBrowser, centre: Centre) -> None:
    """The fallback font is wider (ui.md).

    The font of an alphabet is fetched when its letters are shown.
    """

    async def widths() -> list[int]:
        heads = user.page.locator("thead").first.get_by_role("columnheader")
        return await heads.evaluate_all("all => all.map(head => head.offsetWidth)")

    user = await open_browser("superadmin", CENTRES, language="ru")
    await user.open("/groups")
    await user.settled()
    await expect(user.rows.first).to_be_visible()
    expected = await widths()
    arrived = asyncio.Event()

    async def late(route: Route) -> None:
        await arrived.wait()
        await route.continue_()

    await user.context.route("**/*.woff2", late)
    await user.page.reload()
    await expect(user.rows.first).to_be_visible()
    await expect(user.page.locator("col").first).to_be_attached()
    assert max(abs(a - b) for a, b in zip(await widths(), expected, strict=True)) > 5
    arrived.set()
    await user.page.wait_for_function("() => document.fonts.status === 'loaded'")
    await user.settled()
    assert max(abs(a - b) for a, b in zip(await widths(), expected, strict=True)) <= 1, "but for rounding"


async def test_a_name_is_searched_without_enter(
    open_browser: OpenBrowser, centre: Centre, lesson: CurrentLesson
) -> None:
    """After a second without input (R1-095); in any spelling (D-5)."""
    name = await _name(lesson)
    user = await open_browser("superadmin")
    await user.open("/groups")
    await user.settled()
    await user.page.locator("[data-page-search]").press_sequentially(name.lower())
    await user.expect_url(re.compile(r"value=python"))
    await expect(user.rows).to_have_count(await _counted(centre, f"status=2&value={name}"))
    await expect(user.rows.first).to_contain_text(name)


async def test_the_page_size_is_stored_per_list(open_browser: OpenBrowser, centre: Centre) -> None:
    """groupsPerPage and myGroupsPerPage are separate, 10 by default (R1-105)."""
    await centre.open_account("groups.pages", "Admin", CHOSEN, all_branches=True)
    user = await open_browser("groups.pages", CHOSEN)
    await user.open("/groups")
    await expect(user.rows).to_have_count(10)
    await user.page.get_by_label("Sahifada").select_option("20")
    await expect(user.rows).to_have_count(20)
    token = (await centre.sign_in("groups.pages", CHOSEN))["accessToken"]
    again = await open_browser("groups.pages", CHOSEN)
    await again.open("/groups")
    await expect(again.rows).to_have_count(20)
    assert (await centre.call("GET", "/preferences", token))["pageSizes"] == {"groups": 20}


async def test_the_dialogs_of_schedule_teacher_and_assistants(
    open_browser: OpenBrowser, centre: Centre, lesson: CurrentLesson
) -> None:
    """Each shows its rows and closes with Escape; the schedule shows clashes.

    R1-106, R1-107, R1-113.
    """
    async with centre.database() as database:
        helper = await database.fetchval("select id from teachers where role_number = 3 order by id limit 1")
        line = "insert into schedules (group_id, teacher_id, days_of_week, begin_time, end_time, classroom_name)"
        values = "values ($1, $2, '{1,3}', '09:00', '10:00', '7')"
        await database.execute(f"{line} {values}", lesson.group_id, helper)
        other = await database.fetchval(
            "select id from groups where status = 2 and id <> $1 order by id limit 1", lesson.group_id
        )
        day = lesson.day.isoweekday()
        await database.execute(
            f"""{line} select $1, s.teacher_id, array[$2]::smallint[], s.begin_time, s.end_time, '' from schedules s
            where s.id = $3""",
            *(other, day, lesson.schedule_id),
        )
        clashing = await database.fetchval("select name from groups where id = $1", other)
    name = await _name(lesson)
    # columns are stored with the account
    await centre.open_account("groups.columns", "Admin", CHOSEN, all_branches=True)
    user = await open_browser("groups.columns", CHOSEN)
    await user.open(f"/groups?value={name}")
    await user.button("Ustunlar").click()
    await user.page.get_by_role("menuitemcheckbox", name="Assistentlar", exact=True).click()
    await user.page.keyboard.press("Escape")
    row = user.rows.filter(has_text=name).first
    await row.get_by_role("button", name=re.compile("^O'qituvchi:")).click()
    window = await _window(user, f"{name}: o'qituvchi jadvali")
    await expect(window.get_by_role("listitem")).to_have_count(1)
    await expect(window.get_by_text(f"O'qituvchi shu vaqtda {clashing} guruhida ham dars beradi")).to_be_visible()
    await user.screenshot("groups-teacher-window")
    await user.page.keyboard.press("Escape")
    await expect(window).to_have_count(0)
    await row.get_by_role("button", name="Assistentlar: 1").click()
    window = await _window(user, f"{name}: assistentlar")
    await expect(window.get_by_text("09:00–10:00")).to_be_visible()
    await user.page.keyboard.press("Escape")
    await row.get_by_role("button", name=f"{name}: dars jadvali").click()
    window = await _window(user, f"{name}: dars jadvali")
    await expect(window.get_by_role("listitem")).to_have_count(2)
    await user.screenshot("groups-schedules-window")
    await window.get_by_role("link", name=re.compile("09:00")).click()
    await user.expect_url(re.compile(rf"^.*/groups/{lesson.group_id}/staff/{helper}/schedule/\d+$"))


async def test_a_schedule_without_days_opens_nothing_and_explains(open_browser: OpenBrowser, centre: Centre) -> None:
    """The teacher has no permission there; the group's page opens its information.

    R1-108, R2-459, D-25, D-55.
    """
    bare = await a_current_lesson(centre, 2)
    await centre.sql(f"update schedules set days_of_week = '{{}}' where id = {bare.schedule_id}")
    name = await _name(bare)
    user = await open_browser("superadmin")
    await user.open(f"/groups?value={name}")
    row = user.rows.filter(has_text=name).first
    await row.get_by_role("button", name=re.compile("^kunlari yo'q")).click()
    await expect(user.toast("O'qituvchida huquq yo'q")).to_be_visible()
    await user.expect_url(re.compile(r"/groups\?value="))
    await row.get_by_role("link", name=name).click()
    await user.expect_url(f"/groups/{bare.group_id}/staff/0/schedule/0")
    await expect(user.page.get_by_role("tab", name="Ma'lumot")).to_have_attribute("aria-selected", "true")


async def test_the_schedule_leads_to_the_groups_page(open_browser: OpenBrowser, lesson: CurrentLesson) -> None:
    """By the keyboard from the list, tab by tab, the tab in the URL.

    R1-050, R1-108, R1-109, D-55.
    """
    name = await _name(lesson)
    user = await open_browser("superadmin")
    await user.open(f"/groups?value={name}")
    await expect(user.rows.first).to_be_visible()
    await user.page.locator("[data-page-search]").press("ArrowDown")
    await user.page.keyboard.press("Enter")
    await user.expect_url(_page(lesson))
    await expect(user.page.get_by_role("heading", level=1, name=name)).to_be_visible()
    tabs = user.page.get_by_role("tab")
    shown = ["Davomat", "Videolar", "Uyga vazifa", "Imtihonlar", "Ma'lumot", "Jurnal", "O'qituvchi davomati"]
    assert await tabs.all_inner_texts() == shown
    await tabs.first.focus()
    for tab in (2, 3, 4, 5):
        await user.page.keyboard.press("ArrowRight")
        await user.expect_url(f"{_page(lesson)}?tab={tab}")
    await expect(user.page.get_by_role("heading", name="Guruh haqida")).to_be_visible()
    crumbs = user.page.get_by_role("navigation", name="Sahifa yo'li")
    await crumbs.get_by_role("link", name="Guruhlar").click()
    await user.expect_url("/groups")


async def test_only_permitted_sub_pages_are_shown(
    open_browser: OpenBrowser, centre: Centre, lesson: CurrentLesson
) -> None:
    """The journal right alone gives information and journal.

    D-54, D-55, R2-322, R2-328: a sub-page without the right is not opened.
    """
    token = (await centre.sign_in())["accessToken"]
    role = {"name": "Jurnal o'quvchi", "type": 1, "permissions": {"all_groups:journal": ["read"]}}
    await centre.call("POST", "/roles", token, data=role)
    await centre.open_account("journal.only", role["name"], CHOSEN, all_branches=True)  # type: ignore[arg-type]
    user = await open_browser("journal.only", CHOSEN)
    await user.open(f"{_page(lesson)}?tab=1")
    tabs = user.page.get_by_role("tab")
    await expect(tabs.first).to_be_visible()
    assert await tabs.all_inner_texts() == ["Ma'lumot", "Jurnal"]
    await user.open(_page(lesson, "my-groups"))
    await expect(user.page.get_by_role("heading", name=re.compile("huquq"))).to_be_visible()


async def test_information_shows_teachers_progress_and_the_class(open_browser: OpenBrowser, centre: Centre) -> None:
    """Finished topics follow the held lessons; students are searched and filtered.

    R1-382, R1-383, R1-388; a student is stopped, too.
    """
    # a class of its own: a lesson marked by another test would count as held
    lesson = await a_current_lesson(centre)
    async with centre.database() as database:
        topics = await database.fetchval(
            """select count(*) from topics p join study_months m on m.id = p.study_month_id
            join groups g on g.course_id = m.course_id where g.id = $1""",
            lesson.group_id,
        )
    user = await open_browser("superadmin")
    await user.open(f"{_page(lesson)}?tab=5")
    await expect(user.page.get_by_role("heading", name="O'quv dasturi")).to_be_visible()
    await expect(user.page.get_by_text(f"{topics} mavzudan 2 tasi o'tildi").first).to_be_visible()
    await expect(user.page.locator("li[aria-current=step]")).to_have_count(1)
    students = user.page.get_by_role("list", name="Talabalar").get_by_role("listitem")
    await expect(students).to_have_count(20)
    await user.page.get_by_label("Sahifada").select_option("10")
    await expect(students).to_have_count(10)
    before = (await students.first.get_by_role("link").first.inner_text()).strip()
    await user.button("Keyingi sahifa").click()
    await user.expect_url(f"{_page(lesson)}?tab=5&page=2")
    # the old rows stay until the next ones arrive
    await expect(students.first.get_by_role("link").first).not_to_have_text(before)
    name = (await students.first.get_by_role("link").first.inner_text()).strip()
    await students.first.get_by_role("button", name=re.compile(re.escape(name))).click()
    await user.page.get_by_role("menuitem", name="O'qishni to'xtatish").click()
    window = user.page.get_by_role("alertdialog")
    await window.get_by_role("textbox").fill("ko'chib ketdi")
    await window.get_by_role("button", name="O'qishni to'xtatish").click()
    await expect(user.toast("guruhida o'qishi to'xtatildi")).to_be_visible()
    # today is the student's last day: the new state is in the filter
    await user.page.get_by_role("button", name=re.compile("^Guruhdagi holati")).click()
    await user.page.get_by_role("listbox").get_by_role("option", name="Tugatgan").click()
    await expect(students).to_have_count(1)
    await expect(students.first).to_contain_text(name)


async def test_students_are_added_from_the_groups_page(open_browser: OpenBrowser, centre: Centre) -> None:
    """By a mistyped name or a phone; members are marked.

    R1-298, R1-372, R2-337, D-45.
    """
    lesson = await a_current_lesson(centre, 3)
    async with centre.database() as database:
        new = await database.fetchrow(
            """select id, full_name, phone from students s where school_deleted_at is null and phone is not null
            and not exists (select 1 from enrolments e where e.student_id = s.id and e.group_id = $1)
            and length(last_name) > 7 order by id desc limit 1""",
            lesson.group_id,
        )
        present = await database.fetchval("select full_name from students where id = $1", lesson.students[0])
    user = await open_browser("superadmin")
    await user.open(f"{_page(lesson)}?tab=5")
    students = user.page.get_by_role("list", name="Talabalar").get_by_role("listitem")
    await expect(students).to_have_count(3)
    await user.button("Talaba qo'shish").click()
    window = await _window(user, re.compile("talaba qo'shish$"))
    await expect(window).to_contain_text("Guruhda hozir 3 ta talaba bor.")
    search = window.get_by_role("searchbox")
    await expect(search).to_be_focused()
    await search.fill(present)
    in_it = window.locator("label", has_text="Shu guruhda bor")
    await expect(in_it.get_by_role("checkbox")).to_be_disabled()
    first, second, *rest = new["full_name"].split()[0]
    await search.fill(f"{second}{first}{''.join(rest)}")
    await expect(window).to_contain_text("o'xshashlari")
    await user.screenshot("group-add-similar-1440")
    await search.fill(new["phone"].removeprefix("+998"))
    await expect(window).not_to_contain_text("o'xshashlari")
    await window.locator("label", has_text=new["full_name"]).get_by_role("checkbox").press("Space")
    await expect(window.get_by_role("region", name="Tanlanganlar").get_by_role("listitem")).to_have_count(1)
    await user.screenshot("group-add-1440")
    await user.page.set_viewport_size(PHONE)
    await user.page.emulate_media(color_scheme="dark")
    await user.screenshot("group-add-390-dark")
    await user.page.set_viewport_size(WIDE)
    await user.page.keyboard.press("Control+Enter")
    await expect(user.toast("1 ta talaba")).to_be_visible()
    await expect(window).to_have_count(0)
    await expect(students).to_have_count(4)
    await expect(students.filter(has_text=new["full_name"])).to_have_count(1)
    await user.screenshot("group-students-1440-dark")
    await centre.sql(f"update groups set status = 3 where id = {lesson.group_id}")
    await user.page.reload()
    await user.button("Talaba qo'shish").hover()
    await user.expect_text("Guruh tugagan")


async def test_the_class_is_downloaded_with_its_progress(open_browser: OpenBrowser, lesson: CurrentLesson) -> None:
    """Percent of bytes, the name at 12 characters; failures in words.

    R1-389, R1-446, R2-456, D-75.
    """
    user = await open_browser("superadmin")
    await user.open(f"{_page(lesson)}?tab=5")
    button = user.button("Ro'yxatni yuklab olish")
    async with user.page.expect_download() as coming:
        await button.click()
    name = (await coming.value).suggested_filename
    assert name.startswith("Python-N")
    assert name.endswith(".xlsx")
    await expect(user.toast(re.compile(rf"^{re.escape(name.replace('-', ' ')[:12])}… yuklab olindi"))).to_be_visible()

    async def broken(route: Any) -> None:
        await route.fulfill(status=500, json={"success": False, "message": "Xato", "code": "X", "status": 500})

    await user.page.route("**/groups/*/download", broken)
    user.provoked("500 (Internal Server Error)")
    await button.click()
    await expect(user.toast("Faylni yuklab olishda xato yuz berdi")).to_be_visible()


async def test_a_teacher_sees_only_own_groups(open_browser: OpenBrowser, lesson: CurrentLesson, centre: Centre) -> None:
    """Own list and own group's page; another's group is not found.

    R1-002, R1-051, R1-286, R1-299, R2-032, D-13.
    """
    own = await _name(lesson)
    async with centre.database() as database:
        foreign = await database.fetchval(
            "select id from groups g where status = 2 and id <> $1 and not exists"
            " (select 1 from schedules s where s.group_id = g.id and s.teacher_id = $2) order by id limit 1",
            *(lesson.group_id, lesson.teacher_id),
        )
    user = await open_browser(lesson.login, PASSWORD)
    await user.open("/my-groups")
    await expect(user.rows.filter(has_text=own)).to_have_count(1)
    await expect(user.page.get_by_role("heading", level=1, name="Mening guruhlarim")).to_be_visible()
    # of one branch or of none: there is no choice (R1-103)
    await expect(user.page.get_by_role("button", name=re.compile("^Filial"))).to_have_count(0)
    await user.page.get_by_role("link", name=own).click()
    await user.expect_url(_page(lesson, "my-groups"))
    await expect(user.page.get_by_role("heading", level=1, name=own)).to_be_visible()
    user.provoked("404 (Not Found)", "403 (Forbidden)")
    await user.open(f"/my-groups/{foreign}/staff/0/schedule/0")
    await expect(user.page.get_by_role("heading", name="Guruh topilmadi")).to_be_visible()
    await user.open("/groups")
    await expect(user.rows).to_have_count(0)


async def test_a_group_is_previewed_beside_the_list(open_browser: OpenBrowser, lesson: CurrentLesson) -> None:
    """Space opens the preview, Enter goes to the page."""
    name = await _name(lesson)
    user = await open_browser("superadmin")
    await user.open(f"/groups?value={name}")
    await expect(user.rows.first).to_be_visible()
    await user.page.locator("[data-page-search]").press("ArrowDown")
    await user.page.keyboard.press("Space")
    await expect(user.page.get_by_role("heading", level=3, name=name)).to_be_visible()
    await expect(user.page.get_by_role("heading", level=4, name="Dars jadvali")).to_be_visible()
    await user.screenshot("groups-peek")
    await user.page.keyboard.press("Enter")
    await user.expect_url(_page(lesson))


async def test_the_palette_jumps_to_a_group(open_browser: OpenBrowser, lesson: CurrentLesson) -> None:
    """Ctrl K, a part of its name, Enter."""
    name = await _name(lesson)
    user = await open_browser("superadmin")
    await user.open("/profile")
    await expect(user.page.get_by_role("heading", level=1)).to_be_visible()
    await user.page.keyboard.press("Control+k")
    await user.page.get_by_role("combobox", name="Talaba ismi").fill(name)
    await user.page.get_by_role("option", name=re.compile(re.escape(name))).first.click()
    await user.expect_url(_page(lesson))


async def test_a_synchronisation_resets_the_list_to_its_first_page(open_browser: OpenBrowser) -> None:
    """Page 1 with 10 rows, from any page and size (R1-453, D-64)."""
    user = await open_browser("superadmin")
    await user.open("/groups?page=2&perPage=20")
    await user.settled()
    await user.sync_button.click()
    await user.button("Boshlash").click()
    await expect(user.page).to_have_url(re.compile(r"/groups\?perPage=10$"), timeout=RUN_MS)
    await expect(user.rows).to_have_count(10)


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_the_pages_of_groups_are_photographed(
    open_browser: OpenBrowser, lesson: CurrentLesson, theme: str
) -> None:
    """The list and the information of a group, wide and on a phone."""
    user = await open_browser("superadmin", color_scheme=theme)
    for path, name in (("/groups", "groups"), (f"{_page(lesson)}?tab=5", "group-info")):
        for size in (WIDE, PHONE):
            await user.page.set_viewport_size(size)  # type: ignore[arg-type]
            await user.open(path)
            arrived = user.page.get_by_role("progressbar") if "tab" in path else user.page.get_by_text("Beginner")
            await expect(arrived.first).to_be_attached()
            await expect(user.page.locator("[aria-busy=true]")).to_have_count(0)
            await user.screenshot(f"{name}-{size['width']}-{theme}")


async def test_on_a_phone_groups_are_cards_and_a_group_fits(open_browser: OpenBrowser, lesson: CurrentLesson) -> None:
    """A card opens the group; nothing is wider than the screen (ui.md)."""
    name = await _name(lesson)
    user = await open_browser("superadmin", viewport=PHONE)
    await user.open(f"/groups?value={name}")
    card = user.page.get_by_role("link", name=re.compile(re.escape(name)))
    await expect(card.first).to_be_visible()
    await user.screenshot("groups-390-cards")
    await card.first.click()
    await user.expect_url(_page(lesson))
    for tab in (INFO, 1):
        await user.open(f"{_page(lesson)}?tab={tab}")
        await expect(user.page.get_by_role("heading", level=1, name=name)).to_be_visible()
        if tab == INFO:
            await expect(user.page.get_by_role("progressbar")).to_be_visible()
            await expect(user.page.get_by_role("list", name="Talabalar")).to_be_visible()
            menu = await user.page.get_by_role("list", name="Talabalar").get_by_role("button").first.bounding_box()
            assert menu is not None
            assert min(menu["width"], menu["height"]) >= MIN_TARGET
        await expect(user.page.locator("[aria-busy=true]")).to_have_count(0)
        wide = await user.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"tab {tab} is {wide} px wider than the screen"
