"""The sheets that a teacher's browser stores for the time without a connection.

See D-70.
"""

from datetime import timedelta

from tests.http.attendance.scenario import DAY, AttendanceScenario
from tests.support.console import Console

UPCOMING = "/attendance/for-academic/upcoming-sheets"


async def test_a_teacher_reads_the_sheets_of_today_and_tomorrow(console: Console) -> None:
    """Each as in the call of a single sheet.

    Not yesterday's, not those of the day after tomorrow.
    """
    stage = await AttendanceScenario.of(console)
    teacher, lesson_id = await stage.teacher(), await stage.lesson_id()
    added = """insert into lessons (group_id, teacher_id, schedule_id, date, begin_time, end_time, classroom_name)
        select group_id, teacher_id, schedule_id, $2, begin_time, end_time, '' from lessons where id = $1
        returning id"""
    ids = {}
    for days in (-1, 1, 2):
        day = DAY + timedelta(days=days)
        await console.sql.execute("delete from lessons where group_id = $1 and date = $2", stage.group.id, day)
        ids[days] = await console.sql.fetchval(added, lesson_id, day)
    found = (await teacher.visitor.data(UPCOMING))["sheets"]
    assert [one["sheet"]["lesson"]["id"] for one in found] == [lesson_id, ids[1]]
    assert found[0] == await teacher.visitor.data("/attendance/for-academic/sheet", lessonId=lesson_id)
    assert [one["sheet"]["lesson"]["takes"] for one in found] == ["open", "not_begun"]
    assert all(len(one["sheet"]["students"]) == 5 for one in found)


async def test_sheets_of_other_groups_are_not_among_them(console: Console) -> None:
    """D-54: the own groups only."""
    stage = await AttendanceScenario.of(console)
    other = await AttendanceScenario.of(console)
    teacher = await stage.teacher()
    groups = {one["sheet"]["lesson"]["group"]["id"] for one in (await teacher.visitor.data(UPCOMING))["sheets"]}
    assert groups == {stage.group.id}
    assert other.group.id not in groups
