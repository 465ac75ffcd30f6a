"""Study months of a course as a filter of a group's views (R2-352).

The same lessons in every call (D-71).
"""

import io
from datetime import date, time, timedelta
from typing import Any

import pytest
import python_calamine

from tests.http.attendance.lessons import ATTENDED, LessonWriter
from tests.support.builders import Class, a_branch, a_class_of, a_course, a_teacher, a_user_with
from tests.support.console import Console, Visitor

READER = {"all_groups:journal": ["read"], "all_groups:attendance": ["read"]}
FIRST = date(2026, 9, 7)
WEEK = timedelta(days=7)


@pytest.fixture
async def group(console: Console) -> Class:
    """A group of a course of two study months with two topics each.

    Six lessons a week apart, of which the third did not take place: 1 and 2 are of the first month, 3 to 5 of the
    second, 6 comes after the last topic.
    """
    course = a_course()
    group = a_class_of(1).in_branch(a_branch()).of_course(course).taught_by(a_teacher())
    await console.store(group)
    for number in (1, 2):
        month = "insert into study_months (course_id, number, name) values ($1, $2, $3) returning id"
        id = await console.sql.fetchval(month, course.id, number, f"{number}-oy")
        topic = "insert into topics (study_month_id, position, name) values ($1, $2, $3)"
        await console.sql.executemany(topic, [(id, at, f"{number}.{at}") for at in (1, 2)])
    days = LessonWriter(console, group)
    await days.lesson(FIRST, marks={group.students[0]: ATTENDED})
    for number in range(1, 6):
        await days.lesson(FIRST + number * WEEK, no_class="bayram" if number == 2 else None)
    return group


@pytest.fixture
async def reader(console: Console, group: Class) -> Visitor:
    assert group.branch
    return await console.sign_in(a_user_with(READER).of(group.branch))


def _days(*numbers: int) -> list[str]:
    return [(FIRST + (number - 1) * WEEK).isoformat() for number in numbers]


async def _months(visitor: Visitor, group: Class) -> list[dict[str, Any]]:
    return list((await visitor.data(f"/groups/{group.id}/curriculum"))["months"])


async def test_each_study_month_has_its_dates(reader: Visitor, group: Class) -> None:
    """R1-388, R2-352: a lesson without class is of the month of the next one."""
    months = await _months(reader, group)
    result = [(one["name"], one["lessons"], one["first"], one["last"]) for one in months]
    assert result == [("1-oy", 2, *_days(1, 2)), ("2-oy", 3, *_days(3, 5))]


async def test_every_view_has_the_same_lessons_of_a_study_month(reader: Visitor, group: Class) -> None:
    """R2-352: attendance, lessons, staff, the journal and its file.

    It may be longer than a calendar month.
    """
    first, second = [one["id"] for one in await _months(reader, group)]
    for month, days in ((first, _days(1, 2)), (second, _days(3, 4, 5))):
        grid = await reader.data(f"/groups/for-admin/{group.id}/attendances", studyMonthId=month, month="2026-01")
        assert [one["date"] for one in grid["lessons"]] == days
        assert grid["month"] == days[0][:7]
        page = await reader.data(f"/groups/{group.id}/lessons", studyMonthId=month, orderBy="ASC")
        assert ([one["date"] for one in page["lessons"]], page["total"]) == (days, len(days))
        (staff,) = (await reader.data(f"/groups/{group.id}/staff-attendances", studyMonthId=month))["staff"]
        assert [one["date"] for one in staff["attendances"]] == days
        query = {"groupId": group.id, "studyMonthId": month}
        journal = await reader.data("/journal/for-admin", **query)
        assert [one["date"] for one in journal["days"]] == days
        assert (journal["fromDate"], journal["toDate"]) == (days[0], days[-1])
        file = await reader.get("/journal/for-admin/download", **query)
        heads = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(file.content)).get_sheet_by_index(0)
        assert len(heads.to_python()[0]) == 2 + len(days) + 4


async def test_lessons_of_a_study_month_are_paged(reader: Visitor, group: Class) -> None:
    """R2-352: with page and perPage."""
    second = (await _months(reader, group))[1]["id"]
    page = await reader.data(f"/groups/{group.id}/lessons", studyMonthId=second, page=2, perPage=2, orderBy="ASC")
    assert ([one["date"] for one in page["lessons"]], page["total"]) == (_days(5), 3)


async def test_a_study_month_of_another_course_has_no_lessons_here(
    console: Console, reader: Visitor, group: Class
) -> None:
    """ASVS-26: empty, as one that the group has not reached."""
    other = a_course()
    await console.store(other)
    sql = "insert into study_months (course_id, number, name) values ($1, 1, 'begona') returning id"
    foreign = await console.sql.fetchval(sql, other.id)
    assert (await reader.data(f"/groups/{group.id}/lessons", studyMonthId=foreign))["total"] == 0
    grid = await reader.data(f"/groups/for-admin/{group.id}/attendances", studyMonthId=foreign)
    journal = await reader.data("/journal/for-admin", groupId=group.id, studyMonthId=foreign)
    assert (grid["lessons"], journal["days"]) == ([], [])


async def test_two_lessons_of_a_day_can_be_of_different_study_months(console: Console, reader: Visitor) -> None:
    """D-71: a month ends between them, so dates alone are not enough."""
    course = a_course()
    group = a_class_of(0).of_course(course).taught_by(a_teacher())
    await console.store(group)
    for number in (1, 2):
        month = "insert into study_months (course_id, number, name) values ($1, $2, '') returning id"
        id = await console.sql.fetchval(month, course.id, number)
        await console.sql.execute("insert into topics (study_month_id, position, name) values ($1, 1, 'x')", id)
    days = LessonWriter(console, group)
    for begin in ("09:00", "14:00"):
        await days.lesson(FIRST, begin=begin, end=f"{time.fromisoformat(begin).hour + 1:02}:00")
    assert group.branch
    visitor = await console.sign_in(a_user_with(READER).of(group.branch))
    months = [one["id"] for one in await _months(visitor, group)]
    shown = [await visitor.data("/journal/for-admin", groupId=group.id, studyMonthId=id) for id in months]
    assert [[day["beginTime"] for day in one["days"]] for one in shown] == [["09:00"], ["14:00"]]
