"""The journal, and a teacher's check-in, in the browser (R2-013, R2-205, D-77)."""

import io
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import python_calamine
from playwright.async_api import expect

from tests.e2e.attendance.current_lesson import PASSWORD, CurrentLesson, a_current_lesson
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, StaffBrowser, in_front
from tests.support.pictures import a_photo

# percent; a figure with one decimal is as near to its ratio, floating point aside
HALF_DECIMAL = 0.0501

# lessons marked before the one of now; per lesson the students by place: attended, late, absent without a reason
PAST = 36
# a page across within its margins, in pixels
ACROSS = {"width": 1060, "height": 718}


async def _a_past(centre: Centre, lesson: CurrentLesson) -> int:
    """Marked daily lessons of the last weeks; the one of a week ago was cancelled.

    Returns the number of lessons that the group has until the end of this month.
    """
    async with centre.database() as database:
        for back in range(1, PAST + 1):
            id = await database.fetchval(
                """insert into lessons (group_id, teacher_id, schedule_id, date, begin_time, end_time, marked_at)
                select group_id, teacher_id, schedule_id, $2, '08:00', '10:00', now() from lessons where id = $1
                returning id""",
                *(lesson.lesson_id, lesson.day - timedelta(days=back)),
            )
            if back == 7:
                await database.execute("update lessons set no_class_reason = 'suv yo''q' where id = $1", id)
                continue
            await database.execute(
                """insert into attendances (lesson_id, student_id, status, reason, marked_at)
                select $1, s.id, case when (s.place + $3) % 11 = 0 then 2 when (s.place + $3) % 7 = 0 then 4 else 1 end,
                    case when (s.place + $3) % 11 = 0 then 3 when (s.place + $3) % 7 = 0 then 1 end, now()
                from unnest($2::bigint[]) with ordinality s (id, place)""",
                *(id, list(lesson.students), back),
            )
        # one has left
        await database.execute(
            "update enrolments set ended_date = $3, action_id = 5 where group_id = $1 and student_id = $2",
            *(lesson.group_id, lesson.students[4], lesson.day - timedelta(days=3)),
        )
        await database.execute(
            "delete from attendances a using lessons l where l.id = a.lesson_id and l.group_id = $1"
            " and a.student_id = $2 and l.date > $3",
            *(lesson.group_id, lesson.students[4], lesson.day - timedelta(days=3)),
        )
        until = (lesson.day.replace(day=1) + timedelta(days=31)).replace(day=1)
        count = "select count(*) from lessons where group_id = $1 and date < $2"
        return int(await database.fetchval(count, lesson.group_id, until))


def _page(lesson: CurrentLesson, tab: int, *, mine: bool = True) -> str:
    home = "my-groups" if mine else "groups"
    return f"/{home}/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}?tab={tab}"


async def _choose(user: StaffBrowser, field: str, option: str) -> None:
    await user.page.get_by_role("button", name=re.compile(f"^{field}")).click()
    await user.page.get_by_role("option", name=option, exact=True).click()


async def _downloaded(user: StaffBrowser, tmp_path: Path) -> list[Any]:
    """The rows of the spreadsheet of the journal."""
    async with user.page.expect_download() as coming:
        await user.button("Excel").click()
    file = await coming.value
    assert re.fullmatch(r"journal-python-n\d+-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.xlsx", file.suggested_filename)
    await file.save_as(tmp_path / "journal.xlsx")
    content = io.BytesIO((tmp_path / "journal.xlsx").read_bytes())
    return list(python_calamine.load_workbook(content).get_sheet_by_index(0).to_python())


async def test_a_teacher_reads_the_journal(open_browser: OpenBrowser, centre: Centre, tmp_path: Path) -> None:
    """By keyboard, filtered, as a file and on paper.

    R2-013, R2-034, R2-052, R2-203, R2-204.
    """
    lesson = await a_current_lesson(centre)
    lessons = await _a_past(centre, lesson)
    user = await open_browser(lesson.login, PASSWORD)
    await user.open(_page(lesson, 6))
    grid = user.page.get_by_role("grid", name="Jurnal")
    await expect(grid).to_be_visible()
    await _choose(user, "Davr", "3 oy")
    await user.expect_url(re.compile(r"months=3"))
    await expect(grid.locator("thead th[data-column]")).to_have_count(lessons)
    await expect(grid.locator("tbody tr")).to_have_count(20)

    # the keys: one stop of Tab, then arrows, Home and End; the focused cell is described
    first = grid.locator("[data-cell='0-0']")
    await first.focus()
    for key in ("ArrowDown", "ArrowRight", "End", "ArrowLeft", "Home"):
        await user.page.keyboard.press(key)
    here = user.page.locator(":focus")
    await expect(here).to_have_attribute("data-cell", "1-0")
    await expect(here).to_have_attribute("tabindex", "0")
    await expect(first).to_have_attribute("tabindex", "-1")
    await user.page.keyboard.press("Control+End")
    await expect(here).to_have_attribute("data-cell", f"19-{lessons - 1}")
    await expect(user.page.get_by_role("tooltip")).to_contain_text(f"{lessons}-dars")

    # a cell that was scrolled behind names, heads or totals comes out from there when the Tab key reaches it
    for key, cell, by in (("Home", "0-0", 40), ("End", f"19-{lessons - 1}", -40)):
        await first.focus() if key == "End" else await grid.locator("[data-cell^='19-']").last.focus()
        await user.page.keyboard.press(f"Control+{key}")
        await expect(here).to_have_attribute("data-cell", cell)
        await user.page.keyboard.press("Shift+Tab")
        await grid.locator("..").evaluate("(box, by) => box.scrollBy(by, by)", by)
        assert not await in_front(grid.locator(f"[data-cell='{cell}']"))
        await user.page.keyboard.press("Tab")
        await expect(here).to_have_attribute("data-cell", cell)
        assert await in_front(here)

    # the filter: a student without unexcused absences has no row
    lines = await grid.locator("tbody tr").count()
    await _choose(user, "Ko'rsatish", "Sababsiz kelmagan")
    await user.expect_url(re.compile(r"show=withoutReason"))
    assert 0 < await grid.locator("tbody tr").count() <= lines
    await _choose(user, "Ko'rsatish", "Hammasi")

    # the demo's past goes on meanwhile: where it marked a lesson between page and file, both are read again
    for _ in range(5):
        shown = await grid.locator("tfoot td").last.inner_text()
        rows = await _downloaded(user, tmp_path)
        # the file has the whole ratio; both round it to one decimal, and a half either way
        apart = abs(100 * rows[-1][-1] - float(shown.rstrip("%").replace(",", ".")))
        if apart <= HALF_DECIMAL:
            break
        await user.page.reload()
    # group, period and headers above 21 rows
    assert len(rows) == 24
    assert apart <= HALF_DECIMAL, (rows[-1][-1], shown)

    await user.page.emulate_media(media="print")
    await expect(user.page.locator(".print-sheet .across tbody tr")).to_have_count(21)
    await expect(grid).to_be_hidden()


async def _given_daily(centre: Centre, lesson: CurrentLesson) -> None:
    """Gives homework in every past lesson; its state differs from student to student."""
    async with centre.database() as database:
        await database.execute(
            """with given as (
                insert into homeworks (group_id, lesson_id, description, source, hours, given_at, deadline)
                select group_id, id, 'x', 2, 24, date + time '09:00', date + time '10:00'
                from lessons where group_id = $1 and id <> $2 returning id, lesson_id, group_id, deadline
            )
            insert into submissions (homework_id, group_id, student_id, status, due_at, score, attempts, handed_in_at)
            select g.id, g.group_id, s.id, (array[3, 3, 2, 1, 5])[k.state], g.deadline,
                (array[92, 71, 45, null, null])[k.state], (k.state < 5)::int, case when k.state < 5 then g.deadline end
            from given g cross join unnest($3::bigint[]) with ordinality s (id, place)
            cross join lateral (select (g.lesson_id + s.place) % 5 + 1 as state) k""",
            *(lesson.group_id, lesson.lesson_id, list(lesson.students)),
        )


async def test_the_journal_is_printed_as_it_is_shown(open_browser: OpenBrowser, centre: Centre) -> None:
    """R2-052: homework with its totals; three months lie on one page of paper."""
    lesson = await a_current_lesson(centre)
    await _a_past(centre, lesson)
    await _given_daily(centre, lesson)
    user = await open_browser(lesson.login, PASSWORD, viewport=ACROSS)
    await user.open(f"{_page(lesson, 6)}&view=homework&months=3")
    await expect(user.page.get_by_role("grid", name="Jurnal")).to_be_visible()
    shown = user.page.get_by_role("grid", name="Jurnal").locator("tfoot td")
    totals = (await shown.all_inner_texts())[-4:]
    await user.page.emulate_media(media="print")
    paper = user.page.locator(".print-sheet")
    await expect(paper.get_by_role("heading")).to_contain_text("Uyga vazifa")
    assert (await paper.locator("tbody tr").last.locator("td").all_inner_texts())[-4:] == totals
    cells = set(await paper.locator("tbody tr").first.locator("td").all_inner_texts())
    assert {"92", "71", "45", "?", "✕"} <= cells
    await user.screenshot("journal-paper-homework")
    pages = await user.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type */Page\b", pages)) == 1
    await user.page.emulate_media(media="screen")
    await user.open(f"{_page(lesson, 6)}&months=3")
    await user.page.emulate_media(media="print")
    await expect(paper.get_by_role("heading")).to_contain_text("Davomat")
    await user.screenshot("journal-paper-attendance")


async def test_a_study_month_can_replace_a_calendar_month(open_browser: OpenBrowser, centre: Centre) -> None:
    """Picked in the journal it is in the URL, and used by other pages too (R2-352).

    The month grid and the teachers' attendance.
    """
    lesson = await a_current_lesson(centre)
    await _a_past(centre, lesson)
    async with centre.database() as database:
        course = "select course_id from study_months group by 1 having count(*) > 1 order by 1 limit 1"
        await database.execute(f"update groups set course_id = ({course}) where id = $1", lesson.group_id)
        topics = await database.fetchval(
            """select count(*) from topics p join study_months m on m.id = p.study_month_id
            join groups g on g.course_id = m.course_id where g.id = $1 and m.number = 2""",
            lesson.group_id,
        )
    user = await open_browser(lesson.login, PASSWORD)
    await user.open(_page(lesson, 6))
    heads = user.page.get_by_role("grid", name="Jurnal").locator("thead th[data-column]")
    await expect(heads.first).to_be_visible()
    await user.button(re.compile("^O'quv oyi")).click()
    await user.page.get_by_role("option").nth(1).click()
    await user.expect_url(re.compile(r"studyMonth=\d+"))
    # the cancelled one is of a later month
    await expect(heads).to_have_count(topics)
    chosen = re.search(r"studyMonth=\d+", user.page.url)
    assert chosen
    await user.open(f"{_page(lesson, 1)}&{chosen[0]}")
    month = user.page.get_by_role("grid", name="Oylik davomat").locator("thead th[data-column]")
    await expect(month).to_have_count(topics)
    await user.open(f"{_page(lesson, 7)}&{chosen[0]}")
    await expect(user.page.get_by_role("region").get_by_text(str(topics), exact=True).first).to_be_visible()
    await _choose_month_again(user)


async def _choose_month_again(user: StaffBrowser) -> None:
    """Picks a calendar month, which replaces the study month."""
    await user.button(re.compile("^Oy")).click()
    await user.page.get_by_role("option").last.click()
    await user.expect_url(re.compile(r"tab=7&month=\d{4}-\d\d$"))


async def test_the_journal_on_a_phone(open_browser: OpenBrowser, centre: Centre) -> None:
    """A card per student with percentage and lessons; nothing overflows (R2-052)."""
    lesson = await a_current_lesson(centre, 6)
    await _a_past(centre, lesson)
    user = await open_browser("superadmin", viewport=PHONE)
    await user.open(_page(lesson, 6, mine=False))
    await expect(user.page.get_by_role("listitem").filter(has_text="%").first).to_be_visible()
    await expect(user.page.get_by_role("main").get_by_text("Guruh bo'yicha")).to_be_visible()
    assert await user.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # of tabs without room the selected one is visible
    await expect(user.page.get_by_role("tab", selected=True)).to_be_in_viewport(ratio=1)
    await user.open(_page(lesson, 7, mine=False))
    await expect(user.page.get_by_role("tab", selected=True)).to_be_in_viewport(ratio=1)


async def test_a_teacher_checks_in_to_a_lesson(open_browser: OpenBrowser, centre: Centre, tmp_path: Path) -> None:
    """With a photo, in the browser; the office sees it.

    R1-149, R1-150, R2-205, R2-382, R1-400, D-77.
    """
    lesson = await a_current_lesson(centre, 3)
    photo = tmp_path / "dars.jpg"
    photo.write_bytes(a_photo())
    user = await open_browser(lesson.login, PASSWORD)
    await user.open(_page(lesson, 7))
    await user.expect_text("Hozirgi darsingiz")
    await user.page.locator("[data-photo-input]").set_input_files(photo)
    await user.expect_text("Rasm tayyor")
    await user.button("Darsdaman").click()
    # it began half an hour ago
    await expect(user.toast("Belgilandi: kechikib")).to_be_visible()
    await expect(user.page.get_by_text("Hozirgi darsingiz")).to_have_count(0)
    await expect(user.page.get_by_role("link", name=re.compile("^Darsdagi rasm"))).to_be_visible()

    office = await open_browser("superadmin")
    await office.open(_page(lesson, 7, mine=False))
    await office.expect_text("Kechikdi")
    await expect(office.page.get_by_role("button", name="Darsdaman")).to_have_count(0)
    await office.open(f"/users/academic/{lesson.teacher_id}/{lesson.group_id}/attendances")
    await office.expect_text("Kechikdi")
    await office.expect_text("Belgilamagan")
    await office.expect_text("0%")
