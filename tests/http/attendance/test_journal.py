"""The journal of a group over HTTP: contents, access and stability."""

import io
import zipfile
from datetime import UTC, date, datetime, timedelta
from typing import Any

import openpyxl  # type: ignore[import-untyped]
import pytest
import python_calamine

from tests.http.attendance.lessons import ABSENT, ATTENDED, LATE, LessonWriter
from tests.support.builders import (
    Branch,
    Class,
    a_branch,
    a_class_of,
    a_superadmin,
    a_teacher,
    a_user_with,
)
from tests.support.console import Console, Visitor, data

READER, TEACHER = {"all_groups:journal": ["read"]}, {"my_groups:journal": ["read"]}
ADMIN, ACADEMIC = "/journal/for-admin", "/journal/for-academic"
NOVEMBER = {"fromDate": "2026-11-01", "toDate": "2026-11-30"}
FIRST = date(2026, 11, 2)


@pytest.fixture
async def branch(console: Console) -> Branch:
    branch = a_branch()
    await console.store(branch)
    return branch


@pytest.fixture
async def reader(console: Console, branch: Branch) -> Visitor:
    return await console.sign_in(a_user_with(READER).of(branch))


@pytest.fixture
async def group(console: Console, branch: Branch) -> Class:
    """Two students and a teacher whose account may read their journals."""
    account = a_user_with(TEACHER)
    await console.store(account)
    group = a_class_of(2).in_branch(branch).taught_by(a_teacher().with_account(account)).called("Ingliz tili-4")
    group.students[0].named("Aziza", "Aliyeva").having(h_id=f"H{group.number}")
    group.students[1].named("Botir", "Boboyev")
    await console.store(group)
    return group


async def _journal(visitor: Visitor, group: Class, path: str = ADMIN, **query: Any) -> Any:
    return await visitor.data(path, groupId=group.id, **(query or NOVEMBER))


async def test_the_journal_has_days_students_cells_and_totals(console: Console, reader: Visitor, group: Class) -> None:
    """An unmarked cell counts in no total.

    R2-013, R2-052, R2-200, R2-201, R2-202, R2-203, R2-204, D-24, D-27, A7.
    """
    aziza, botir = group.students
    days = LessonWriter(console, group)
    await days.lesson(FIRST, marks={aziza: ATTENDED, botir: ABSENT})
    await days.lesson(FIRST + timedelta(2), marks={aziza: LATE})
    await days.lesson(FIRST + timedelta(4), no_class="suv yo'q")
    await days.lesson(FIRST + timedelta(7))
    result = await _journal(reader, group)
    assert result["group"] == {"id": group.id, "name": "Ingliz tili-4"}
    assert (result["fromDate"], result["toDate"]) == ("2026-11-01", "2026-11-30")
    assert [(day["number"], day["date"], day["beginTime"], day["marked"]) for day in result["days"]] == [
        (1, "2026-11-02", "14:00", True),
        (2, "2026-11-04", "14:00", True),
        (3, "2026-11-06", "14:00", False),
        (4, "2026-11-09", "14:00", False),
    ]
    assert result["days"][2]["noClassReason"] == "suv yo'q"
    first, second = result["students"]
    assert [one["fullName"] for one in result["students"]] == ["Aliyeva Aziza", "Boboyev Botir"]
    assert [(cell["attendance"], cell["reason"]) for cell in first["cells"]] == [
        (1, None),
        (4, 1),
        (3, None),
        (None, None),
    ]
    assert [cell["attendance"] for cell in second["cells"]] == [2, None, 3, None]
    stats = first["additionalStats"]
    assert (stats["attendancePercentage"], stats["homeworkPercentage"]) == (100.0, None)
    assert second["additionalStats"]["attendancePercentage"] == 0.0
    assert result["additionalStats"] == {
        "attendancePercentage": 66.7,
        "homeworkPercentage": None,
        "attended": 1,
        "late": 1,
        "absent": 1,
    }
    assert [day["additionalStats"]["attendancePercentage"] for day in result["days"]] == [50.0, 100.0, None, None]


async def test_topics_follow_the_lessons_that_took_place(console: Console, reader: Visitor, group: Class) -> None:
    """D-71: a lesson without class has no topic, nor one beyond the curriculum."""
    assert group.course
    month = await console.sql.fetchval(
        "insert into study_months (course_id, number, name) values ($1, 1, '') returning id", group.course.id
    )
    for place, name in enumerate(("Alifbo", "Sonlar")):
        values = (month, place, name)
        await console.sql.execute("insert into topics (study_month_id, position, name) values ($1, $2, $3)", *values)
    days = LessonWriter(console, group)
    await days.lesson(FIRST - timedelta(3))
    for ahead, reason in enumerate(("bayram", None, None)):
        await days.lesson(FIRST + timedelta(ahead), no_class=reason)
    result = await _journal(reader, group)
    assert [(day["number"], day["topic"]) for day in result["days"]] == [(2, None), (3, "Sonlar"), (4, None)]


async def test_lessons_outside_the_students_period_are_not_cells(
    console: Console, reader: Visitor, group: Class
) -> None:
    """D-46, D-48, A7: both ends of the period are included."""
    botir, days = group.students[1], LessonWriter(console, group)
    for ahead in (0, 1, 2, 3):
        await days.lesson(FIRST + timedelta(ahead), marks={botir: ATTENDED} if ahead in (1, 2) else None)
    await days.period(botir, started_date=FIRST + timedelta(1), ended_date=FIRST + timedelta(2), action_id=5)
    row = (await _journal(reader, group))["students"][1]
    assert [cell["attendance"] for cell in row["cells"]] == [None, 1, 1, 5]
    # a lesson before the student's period does not count as unmarked
    assert [cell.get("outside", False) for cell in row["cells"]] == [True, False, False, False]
    assert (await _journal(reader, group))["students"][0]["cells"][0].get("outside") is None
    december = await _journal(reader, group, fromDate="2026-12-01", toDate="2026-12-31")
    assert [one["fullName"] for one in december["students"]] == ["Aliyeva Aziza"]


LEAVING: dict[str, dict[str, Any]] = {
    "stopped": {"ended_date": date(2026, 11, 20), "action_id": 2},
    "left": {"ended_date": date(2026, 11, 20), "action_id": 5},
    "finished with the privilege": {"ended_date": date(2026, 11, 20), "action_id": 4},
    "not counted any more": {"ended_date": date(2026, 11, 20), "action_id": 6},
    "taken out by the school": {"school_deleted_at": datetime(2026, 11, 20, 8, tzinfo=UTC)},
    "said to have left before": {"ended_date": date(2026, 11, 1), "action_id": 5},
}


@pytest.mark.parametrize("how", LEAVING)
async def test_the_journal_stays_when_a_student_leaves(
    console: Console, reader: Visitor, group: Class, how: str
) -> None:
    """A2, D-48: moved, stopped or finished, the output is byte-identical.

    Both the JSON response and the spreadsheet.
    """
    aziza, botir = group.students
    days = LessonWriter(console, group)
    for ahead in range(3):
        await days.lesson(FIRST + timedelta(ahead), marks={aziza: ATTENDED, botir: ABSENT if ahead else LATE})
    query = {"groupId": group.id, "fromDate": "2026-11-01", "toDate": "2026-11-19"}

    async def seen() -> tuple[bytes, bytes]:
        file = (await reader.get(f"{ADMIN}/download", **query)).content
        return (await reader.get(ADMIN, **query)).content, _sheet(file)

    before = await seen()
    await days.period(botir, **LEAVING[how])
    other = a_class_of(0).in_branch(group.branch or a_branch()).with_students(botir)
    await console.store(other)
    assert await seen() == before


def _sheet(content: bytes) -> bytes:
    """The XML of the worksheet's cells."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.read("xl/worksheets/sheet1.xml")


async def test_uncounted_days_are_shown_and_not_counted(console: Console, reader: Visitor, group: Class) -> None:
    """D-62: such a mark appears in its cell and in no percentage."""
    await LessonWriter(console, group).lesson(FIRST, marks={group.students[0]: ABSENT}, counted=False)
    result = await _journal(reader, group)
    assert result["students"][0]["cells"][0]["attendance"] == 2
    assert result["additionalStats"]["attendancePercentage"] is None


async def test_a_journal_is_accessible_to_its_branch_and_its_teacher(console: Console, group: Class) -> None:
    """R2-028, R2-328, R2-383, D-13, D-54: any other group is not found.

    Of another branch or teacher; a missing right is 403.
    """
    assert group.teacher
    assert group.teacher.account
    teacher = await console.sign_in(group.teacher.account)  # type: ignore[arg-type]
    for path in ("", "/filter-objects", "/download"):
        query = {"groupId": group.id}
        assert (await teacher.get(ACADEMIC + path, **query)).status_code == 200
        assert (await teacher.get(ADMIN + path, **query)).status_code == 403
        stranger = await console.sign_in(a_user_with(READER | TEACHER).of(a_branch()))
        assert (await stranger.get(ADMIN + path, **query)).status_code == 404
        assert (await stranger.get(ACADEMIC + path, **query)).status_code == 404
        chief = await console.sign_in(a_superadmin())
        assert (await chief.get(ADMIN + path, **query)).status_code == 200
        assert (await chief.get(ACADEMIC + path, **query)).status_code == 404
        assert (await chief.get(ADMIN + path, groupId=10**9)).status_code == 404


async def test_invalid_query_parameters_are_named(reader: Visitor, group: Class) -> None:
    """D-3, D-4: no group, no day, over a hundred days, end before begin."""
    unnamed = await reader.get(ADMIN)
    assert (unnamed.status_code, list(unnamed.json()["fields"])) == (422, ["groupId"])
    for query in ({"fromDate": "2026-11"}, {"page": 1}):
        answer = await reader.get(ADMIN, groupId=group.id, **query)
        assert (answer.status_code, list(answer.json()["fields"])) == (400, list(query))
    for first, last in (("2026-01-01", "2026-04-11"), ("2026-02-01", "2026-01-31")):
        answer = await reader.get(ADMIN, groupId=group.id, fromDate=first, toDate=last)
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["toDate"])
    assert (await reader.get(ADMIN, groupId=group.id, fromDate="2026-01-01", toDate="2026-04-10")).status_code == 200


async def test_months_with_lessons_are_offered_and_one_is_preselected(
    console: Console, reader: Visitor, group: Class
) -> None:
    """R2-384: a group that has ended shows its last month."""
    days = LessonWriter(console, group)
    for day in (date(2026, 3, 2), date(2026, 3, 30), date(2026, 5, 4)):
        await days.lesson(day)
    result = await reader.data(f"{ADMIN}/filter-objects", groupId=group.id)
    assert result["kinds"] == ["attendance", "homework", "exam"]
    assert result["months"] == [
        {"month": "2026-03", "first": "2026-03-02", "last": "2026-03-30", "lessons": 2},
        {"month": "2026-05", "first": "2026-05-04", "last": "2026-05-04", "lessons": 1},
    ]
    shown = await reader.data(ADMIN, groupId=group.id)
    assert (shown["fromDate"], shown["toDate"]) == ("2026-05-01", "2026-05-31")


async def test_the_spreadsheet_matches_the_screen(console: Console, reader: Visitor, group: Class) -> None:
    """R2-013, L1, ASVS-48: the reader's language, the same totals, no formula."""
    aziza, botir = group.students
    await console.sql.execute("update students set full_name = '=1+1', h_id = '90210' where id = $1", botir.id)
    days = LessonWriter(console, group)
    await days.lesson(FIRST, marks={aziza: ATTENDED, botir: ABSENT})
    await days.lesson(FIRST + timedelta(2), marks={aziza: LATE, botir: ATTENDED})
    reader.language = "uz"
    answer = await reader.get(f"{ADMIN}/download", groupId=group.id, **NOVEMBER)
    reader.language = "en"
    assert answer.headers["content-disposition"].endswith('journal-ingliz-tili-4-2026-11-01-2026-11-30.xlsx"')
    assert int(answer.headers["content-length"]) == len(answer.content), "the browser can show the progress"
    assert b"<f>" not in _sheet(answer.content)
    rows = python_calamine.load_workbook(io.BytesIO(answer.content)).get_sheet_by_index(0).to_python()
    heads = ["Keldi", "Kechikdi", "Kelmadi", "Davomat, %"]
    assert rows == [
        ["Ingliz tili-4", *[""] * 7],
        ["01.11.2026 – 30.11.2026", *[""] * 7],
        ["Talaba", "Maktab ID", "1. 02.11.2026 14:00", "2. 04.11.2026 14:00", *heads],
        ["Aliyeva Aziza", f"H{group.number}", "Keldi", "Kechikdi: yo'lda", 1.0, 1.0, 0.0, 1.0],
        ["=1+1", 90210.0, "Kelmadi: sababsiz", "Keldi", 1.0, 0.0, 1.0, 0.5],
        ["Guruh bo'yicha, %", "", 0.5, 1.0, 2.0, 1.0, 1.0, 0.75],
    ]


async def test_the_spreadsheet_is_laid_out_for_reading_and_printing(
    console: Console, reader: Visitor, group: Class
) -> None:
    """R2-013: names and days stay in view and repeat on every page.

    Percentages are formatted as on the screen.
    """
    days = LessonWriter(console, group)
    for ahead in range(20):
        await days.lesson(FIRST + timedelta(ahead), marks={group.students[0]: ATTENDED, group.students[1]: LATE})
    content = (await reader.get(f"{ADMIN}/download", groupId=group.id, **NOVEMBER)).content
    (page,) = openpyxl.load_workbook(io.BytesIO(content)).worksheets
    assert (page.title, page.freeze_panes) == ("Ingliz tili-4", "B4")
    assert (page.print_title_rows, page.print_title_cols) == ("$1:$3", "$A:$A")
    assert (int(page.page_setup.paperSize), page.page_setup.orientation) == (int(page.PAPERSIZE_A4), "landscape")
    assert (page.page_setup.fitToWidth, page.page_setup.fitToHeight) == (2, 0)
    *_, attended, late, absent, percentage = page[4]
    assert [cell.number_format for cell in (attended, late, absent, percentage)] == ["0", "0", "0", "0.0%"]
    assert page["C6"].number_format == "0.0%"
    assert page.column_dimensions["A"].width > page.column_dimensions["C"].width


async def test_the_journal_takes_a_constant_number_of_statements(
    console: Console, branch: Branch, reader: Visitor
) -> None:
    """R2-383: the caller, the lessons, the class with its marks, and its homework."""
    group = a_class_of(40).in_branch(branch).taught_by(a_teacher())
    await console.store(group)
    counts = []
    for lessons in (0, 60):
        for ahead in range(lessons):
            marks = dict.fromkeys(group.students, ATTENDED)
            await LessonWriter(console, group).lesson(FIRST + timedelta(ahead), marks=marks)
        console.reads.statements.clear()
        result = data(await reader.get(ADMIN, groupId=group.id, fromDate="2026-11-01", toDate="2027-01-31"))
        counts.append(len(console.reads.statements))
    assert counts == [5, 5]
    assert (len(result["days"]), len(result["students"])) == (60, 40)
    assert result["additionalStats"]["attended"] == 2400
