"""The third absence in a row: on the sheet, in *Today*, in its list (D-158)."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from domain.attendance.absences_in_a_row import LISTED_DAYS, SHOWN_FROM
from domain.groups.enrolments import LEFT
from tests.http.attendance.lessons import ABSENT, ATTENDED, LATE, LessonWriter
from tests.support.builders import Branch, Student, a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import Console, Visitor
from tests.support.groups import ZONE
from tests.support.lessons import ABSENCE_CASES as CASES

OFFICE = {"all_groups:attendance": ["read", "update"], "all_groups": ["read"]}
TODAY = date(2026, 11, 16)
MARKS = {"p": ATTENDED, "l": LATE, "a": ABSENT, "x": ABSENT}


@dataclass
class Row:
    """A student in a group of their own, with a classmate who is back at the end."""

    writer: LessonWriter
    student: Student
    lessons: list[int]

    @classmethod
    async def of(cls, console: Console, branch: Branch, lessons: str, last: date = TODAY) -> "Row":
        """Stores a lesson a day, the last of them on that day."""
        group = a_class_of(2).in_branch(branch).taught_by(a_teacher())
        await console.store(group)
        student, classmate = group.students
        row = cls(LessonWriter(console, group), student, [])
        for back, mark in zip(range(len(lessons), 0, -1), lessons, strict=True):
            marks = {classmate: ATTENDED if back == 1 else ABSENT} | ({} if mark == "-" else {student: MARKS[mark]})
            day, reason = last - timedelta(days=back - 1), "kasal" if mark == "x" else None
            row.lessons.append(await row.writer.lesson(day, "09:00", "10:00", marks=marks, no_class=reason))
        return row


@pytest.fixture
async def branch(console: Console) -> Branch:
    branch = a_branch()
    await console.store(branch)
    console.clock.stand_at(datetime.combine(TODAY, time(18), ZONE).astimezone(UTC))
    return branch


@pytest.fixture
async def office(console: Console, branch: Branch) -> Visitor:
    return await console.sign_in(a_user_with(OFFICE).of(branch))


async def _listed(office: Visitor, **query: Any) -> dict[int, int]:
    page = await office.data("/attendance/absences-in-a-row", perPage=100, **query)
    assert page["total"] == len(page["rows"])
    return {row["student"]["id"]: row["absences"] for row in page["rows"]}


async def test_the_sql_computes_what_the_rule_says(console: Console, branch: Branch, office: Visitor) -> None:
    """D-158: on the same cases as the rule; a holiday has no lesson."""
    rows = {lessons: await Row.of(console, branch, lessons) for lessons in CASES}
    found = {}
    for lessons, row in rows.items():
        next_id = await row.writer.lesson(TODAY + timedelta(days=3), "09:00", "10:00")
        sheet = await office.data("/attendance/for-admin/sheet", lessonId=next_id)
        found[lessons] = next(
            one["absentBefore"] for one in sheet["sheet"]["students"] if one["studentId"] == row.student.id
        )
    assert found == CASES
    expected = {rows[lessons].student.id: count for lessons, count in CASES.items() if count >= SHOWN_FROM}
    ours = {row.student.id for row in rows.values()}
    assert {id: count for id, count in (await _listed(office)).items() if id in ours} == expected


async def test_a_sheet_counts_the_lessons_before_its_own(console: Console, branch: Branch, office: Visitor) -> None:
    """D-158: an old sheet too, and two lessons of a day in their order."""
    row = await Row.of(console, branch, "aaap")
    evening = await row.writer.lesson(TODAY, "16:00", "17:00", marks={row.student: ABSENT})
    counts = []
    for lesson_id in (*row.lessons, evening):
        sheet = (await office.data("/attendance/for-admin/sheet", lessonId=lesson_id))["sheet"]
        counts.append({one["studentId"]: one["absentBefore"] for one in sheet["students"]}[row.student.id])
    assert counts == [0, 1, 2, 3, 0]


async def test_another_group_does_not_count(console: Console, branch: Branch, office: Visitor) -> None:
    """D-158: two absences here and one there are no third."""
    row = await Row.of(console, branch, "aa")
    other = await Row.of(console, branch, "")
    await other.writer.lesson(TODAY, "12:00", "13:00", marks={row.student: ABSENT})
    assert await _listed(office) == {}


async def test_today_counts_with_the_lesson_of_today(console: Console, branch: Branch, office: Visitor) -> None:
    """D-158: the third absence shows where today's absentees are listed."""
    third, first = await Row.of(console, branch, "aaa"), await Row.of(console, branch, "apa")
    absentees = (await office.data("/today"))["today"]["absentees"]["students"]
    assert {one["studentId"]: one["absences"] for one in absentees} == {third.student.id: 3, first.student.id: 1}


async def test_the_list_is_of_students_who_still_study_and_missed_lately(
    console: Console, branch: Branch, office: Visitor
) -> None:
    """D-158: neither of those who left, nor of a row that ended long ago."""
    edge = await Row.of(console, branch, "aaa", TODAY - timedelta(days=LISTED_DAYS))
    await Row.of(console, branch, "aaa", TODAY - timedelta(days=LISTED_DAYS + 1))
    gone = await Row.of(console, branch, "aaa")
    await gone.writer.period(gone.student, action_id=LEFT, ended_date=TODAY)
    assert await _listed(office) == {edge.student.id: 3}


async def test_the_list_is_searched_paged_and_of_the_callers_branches(
    console: Console, branch: Branch, office: Visitor
) -> None:
    """D-4, D-12, D-158: the newest absence first."""
    old = await Row.of(console, branch, "aaa", TODAY - timedelta(days=2))
    new = await Row.of(console, branch, "aaaa")
    await Row.of(console, a_branch(), "aaa")
    pages = [await office.data("/attendance/absences-in-a-row", perPage=1, page=page) for page in (1, 2, 3)]
    assert [[row["student"]["id"] for row in page["rows"]] for page in pages] == [
        [new.student.id], [old.student.id], [],
    ]  # fmt: skip
    assert [page["total"] for page in pages] == [2, 2, 2]
    assert await _listed(office, value=old.student.last_name.lower()[:6]) == {old.student.id: 3}
    (row,) = pages[0]["rows"]
    assert (row["date"], row["beginTime"], row["lessonId"]) == (str(TODAY), "09:00", new.lessons[-1])
