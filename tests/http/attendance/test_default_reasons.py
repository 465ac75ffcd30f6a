"""Reasons that nobody chose are stored and shown as such until chosen (D-24)."""

import io

import openpyxl  # type: ignore[import-untyped]
import pytest

from tests.http.attendance.scenario import (
    ABSENT,
    ATTENDED,
    DAY,
    REASONABLE,
    USUAL,
    WITHOUT_REASON,
    AttendanceScenario,
    apply_changes,
)
from tests.support.builders import a_superadmin, a_user_with
from tests.support.console import Console

AUDITS = "select after from audits where entity = 'lesson' and entity_id = $1 order by id"


@pytest.fixture
async def stage(console: Console) -> AttendanceScenario:
    """A class of five, five minutes into its lesson."""
    return await AttendanceScenario.of(console)


async def test_a_default_reason_is_one_after_saving_too(stage: AttendanceScenario) -> None:
    """D-24: on the sheet and in the month, until it is chosen."""
    teacher, (one, two, *_) = await stage.teacher(), stage.students
    before = await teacher.sheet()
    saved = await teacher.save({one: (ABSENT, USUAL), two: (ABSENT, WITHOUT_REASON)})
    assert [mark["reasonIsDefault"] for mark in saved["changed"]["marks"]] == [True, False]
    after = await teacher.sheet()
    assert after == apply_changes(before, saved, "academic")
    month = await teacher.visitor.data(f"/groups/for-academic/{stage.group.id}/attendances", month=f"{DAY:%Y-%m}")
    column = [lesson["id"] for lesson in month["lessons"]].index(await stage.lesson_id())
    usual = {row["studentId"]: row["defaultReasons"][column] for row in month["students"]}
    assert {id for id, is_default in usual.items() if is_default} == {one.id}

    saved = await teacher.save({one: (ABSENT, WITHOUT_REASON)})
    assert saved["saved"] == 1
    row = await teacher.row(one)
    assert (row["reason"], row["reasonIsDefault"], row["first"]) == (WITHOUT_REASON, False, None), "no correction: D-47"
    assert await teacher.sheet() == apply_changes(after, saved, "academic")


async def test_a_default_reason_replaces_no_chosen_one(stage: AttendanceScenario) -> None:
    """D-24: a reload before the answer, or another tab, sends the default again."""
    teacher, student = await stage.teacher(), stage.students[0]
    await teacher.save({student: (ABSENT, REASONABLE)})
    assert (await teacher.save({student: (ABSENT, USUAL)}))["saved"] == 0
    row = await teacher.row(student)
    assert (row["reason"], row["reasonIsDefault"]) == (REASONABLE, False)
    await teacher.save({student: ATTENDED})
    await teacher.save({student: (ABSENT, USUAL)})
    row = await teacher.row(student)
    assert (row["reason"], row["reasonIsDefault"]) == (WITHOUT_REASON, True), "absent again: asked again"
    assert row["first"]["reason"] == REASONABLE


async def test_a_choice_keeps_the_first_mark_and_the_version_for_the_school(
    console: Console, stage: AttendanceScenario
) -> None:
    """D-26, D-47: the school got the same value already."""
    teacher, office, student = await stage.teacher(), await stage.office(), stage.students[0]
    sql = "select version, first_status, by_office from attendances where lesson_id = $1 and student_id = $2"
    key = (await stage.lesson_id(), student.id)
    await teacher.save({student: (ABSENT, USUAL)})
    assert tuple(await console.sql.fetchrow(sql, *key)) == (1, None, False)
    await office.save({student: (ABSENT, WITHOUT_REASON)})
    assert tuple(await console.sql.fetchrow(sql, *key)) == (1, None, True)
    await office.save({student: ATTENDED})
    assert tuple(await console.sql.fetchrow(sql, *key)) == (2, ABSENT, True)


async def test_a_late_submission_keeps_its_default_reasons(stage: AttendanceScenario) -> None:
    """D-24, D-70: as they wait, and as the office confirms them."""
    stage.at("00:00", days=1, hours=2)
    teacher, office, student = await stage.teacher(), await stage.office(), stage.students[0]
    saved = await teacher.save({student: (ABSENT, USUAL)})
    waiting = (await teacher.row(student))["waiting"]
    assert waiting == {"status": ABSENT, "reason": WITHOUT_REASON, "reasonIsDefault": True}
    await office.visitor.post("/attendance/late/decide", {"ids": [saved["lateSheetId"]], "confirm": True})
    row = await office.row(student)
    assert (row["status"], row["reasonIsDefault"]) == (ABSENT, True)


async def test_the_journal_and_its_spreadsheet_mark_a_default_reason(
    console: Console, stage: AttendanceScenario
) -> None:
    """D-24, R2-203: the question mark of the screen is in the file too."""
    teacher, (one, two, *_) = await stage.teacher(), stage.students
    await teacher.save({one: (ABSENT, USUAL), two: (ABSENT, WITHOUT_REASON)})
    reader = await console.sign_in(a_user_with({"all_groups:journal": ["read"]}).of(stage.branch))
    query = {"groupId": stage.group.id, "fromDate": str(DAY), "toDate": str(DAY)}
    journal = await reader.data("/journal/for-admin", **query)
    cells = {row["studentId"]: row["cells"][0] for row in journal["students"]}
    assert (cells[one.id].get("reasonIsDefault"), cells[two.id].get("reasonIsDefault")) == (True, None)
    file = await reader.get("/journal/for-admin/download", **query)
    table = openpyxl.load_workbook(io.BytesIO(file.content)).active
    texts = {str(cell.value) for row in table.iter_rows() for cell in row}
    assert {"Absent: unexcused?", "Absent: unexcused"} <= {text.replace("absent", "Absent") for text in texts}


async def test_the_audit_log_says_that_no_reason_was_chosen(console: Console, stage: AttendanceScenario) -> None:
    """D-15, D-24: so that a chosen reason is told from the default before it."""
    teacher, student = await stage.teacher(), stage.students[0]
    await teacher.save({student: (ABSENT, USUAL)})
    await teacher.save({student: (ABSENT, WITHOUT_REASON)})
    reader = await console.sign_in(a_superadmin())
    shown = await reader.data("/audits", entity="lesson", entityId=await stage.lesson_id())
    assert len(shown["audits"]) == 2
    records = await console.sql.fetch(AUDITS, await stage.lesson_id())
    assert ["default" in record["after"] for record in records] == [True, False]
