"""A lesson keeps the topic it had when it was first marked (D-102).

Moves change lessons to come alone.
"""

from datetime import date, timedelta
from typing import Any

import pytest

from tests.http.attendance.scenario import ATTENDED, DAY, AttendanceClient, AttendanceScenario
from tests.http.courses.scenario import CourseScenario, meanwhile
from tests.support.builders import a_user_with
from tests.support.console import Console, Visitor, data

READS = ["read", "update", "create"]
RIGHTS = {
    f"all_groups:{option}": READS
    for option in ("journal", "attendance", "all_homeworks", "check_homeworks", "video_upload")
}
WEEK = timedelta(days=7)


class Past:
    """A group with the lessons of four weeks, of which three are over."""

    def __init__(self, attendance: AttendanceScenario, courses: CourseScenario) -> None:
        self.attendance, self.courses, self.lessons = attendance, courses, dict[date, int]()

    @classmethod
    async def of(cls, console: Console) -> "Past":
        courses, attendance = await CourseScenario.of(console), await AttendanceScenario.of(console, size=2)
        past = cls(attendance, courses)
        group, sql = attendance.group, console.sql
        await sql.execute("update groups set course_id = $1 where id = $2", courses.course.id, group.id)
        await sql.execute("delete from lessons where group_id = $1", group.id)
        assert group.teacher
        for week in range(-2, 2):
            day = DAY + week * WEEK
            past.lessons[day] = await sql.fetchval(
                """insert into lessons (group_id, teacher_id, date, begin_time, end_time)
                values ($1, $2, $3, '14:00', '16:00') returning id""",
                *(group.id, group.teacher.id, day),
            )
        attendance.at("17:00")
        return past

    async def mark(self, *weeks: int, **more: Any) -> None:
        """The office marks the lessons of these weeks, counted from today's."""
        client = await self.attendance.office()
        for week in weeks:
            await self._mark(client, DAY + week * WEEK, **more)

    async def _mark(self, client: AttendanceClient, day: date, **more: Any) -> None:
        self.attendance.cached_lesson_id = self.lessons[day]
        marks = {} if more.get("noClassReason") else dict.fromkeys(self.attendance.students, ATTENDED)
        await client.save(marks, **more)

    async def reader(self) -> Visitor:
        return await self.attendance.console.sign_in(a_user_with(RIGHTS).of(self.attendance.branch))

    async def topics(self, reader: Visitor) -> list[str | None]:
        """The topics of the lessons by day, as the list shows them."""
        page = await reader.data(f"/groups/{self.attendance.group.id}/lessons", orderBy="ASC")
        return [lesson["topic"] for lesson in page["lessons"]]


@pytest.fixture
async def past(fresh_console: Console) -> Past:
    return await Past.of(fresh_console)


async def _journal(past: Past, reader: Visitor) -> bytes:
    query = {"groupId": past.attendance.group.id, "fromDate": "2026-11-01", "toDate": "2026-11-16"}
    answer = await reader.get("/journal/for-admin", **query)
    assert answer.is_success, answer.text
    return answer.content


async def test_last_month_s_journal_is_byte_equal_before_and_after_moves(past: Past) -> None:
    """D-102, M6: also by study month, in the file, though topics go to other months."""
    await past.mark(-2, -1, 0)
    reader, chief, group = await past.reader(), await past.courses.chief(), past.attendance.group.id
    assert await past.topics(reader) == ["a1", "a2", "a3", "b1"]

    async def read() -> list[bytes]:
        month = {"groupId": group, "studyMonthId": past.courses.months["1-oy"]}
        return [
            await _journal(past, reader),
            (await reader.get("/journal/for-admin", **month)).content,
            (await reader.get(f"/groups/for-admin/{group}/attendances", month="2026-11")).content,
            (await reader.get(f"/groups/{group}/lessons", studyMonthId=past.courses.months["1-oy"])).content,
            (await reader.get("/attendance/for-admin/sheet", lessonId=past.lessons[DAY - WEEK])).content,
        ]

    before = await read()
    for move in (("a1", "2-oy", "b3"), ("a3", "1-oy", None), ("b2", "2-oy", "a1"), ("b1", "2-oy", "a1")):
        await past.courses.moved(chief, *move)
    await past.courses.add(chief, "own", "2-oy", None)
    assert await read() == before
    assert await past.topics(reader) == ["a1", "a2", "a3", "own"], "the next one takes what the group has not had"


async def test_the_next_lessons_take_the_topics_that_the_group_has_not_had(past: Past) -> None:
    """D-102: none twice, none left out; an ended topic is not taken."""
    await past.mark(-2, 0)
    reader, chief = await past.reader(), await past.courses.chief()
    assert await past.topics(reader) == ["a1", "a2", "a3", "b1"]
    await past.courses.moved(chief, "b3", "1-oy", None)
    assert await past.topics(reader) == ["a1", "b3", "a3", "a2"], "a lesson that nobody marked is still to come"
    data(await chief.delete(f"/curriculum/{past.courses.topics['b3']}"))
    assert await past.topics(reader) == ["a1", "a2", "a3", "b1"]
    data(await chief.delete(f"/curriculum/{past.courses.topics['a1']}"))
    assert await past.topics(reader) == ["a1", "a2", "a3", "b1"], "which a lesson has had"
    curriculum = await reader.data(f"/groups/{past.attendance.group.id}/curriculum")
    states = [(topic["name"], topic["state"]) for month in curriculum["months"] for topic in month["topics"]]
    assert states == [("a1", 1), ("a2", 1), ("a3", 1), ("b1", 2), ("b2", 3)]
    assert (curriculum["lessonsHeld"], curriculum["topics"]) == (3, 4)


async def test_a_second_save_keeps_the_topic_of_the_first(past: Past) -> None:
    """D-102: by the fast path; the homework's form proposes it."""
    await past.mark(-1)
    reader, chief, group = await past.reader(), await past.courses.chief(), past.attendance.group.id
    await past.courses.moved(chief, "a2", "2-oy", None)
    await past.mark(-1, -2)
    assert await past.topics(reader) == ["a1", "a2", "a3", "b1"]
    form = await reader.data("/homework/form-options", groupId=group)
    proposed = {lesson["date"]: lesson["topicId"] for lesson in form["lessons"]}
    assert proposed[(DAY - WEEK).isoformat()] == past.courses.topics["a2"]
    row = await past.attendance.console.sql.fetchrow(
        "select topic_kept, topic_id, study_month_id from lessons where id = $1", past.lessons[DAY - WEEK]
    )
    assert tuple(row) == (True, past.courses.topics["a2"], past.courses.months["1-oy"])


async def test_a_lesson_without_class_keeps_none_until_it_takes_place(past: Past) -> None:
    """D-24, D-71, D-102."""
    await past.mark(-2, noClassReason="kasal")
    reader, chief = await past.reader(), await past.courses.chief()
    assert await past.topics(reader) == [None, "a1", "a2", "a3"]
    await past.mark(-1)
    await past.courses.moved(chief, "a3", "1-oy", None)
    assert await past.topics(reader) == [None, "a1", "a3", "a2"]
    await past.mark(-2, noClassReason="")
    assert await past.topics(reader) == ["a3", "a1", "a2", "b1"]


async def test_a_lesson_after_the_last_topic_keeps_that_it_had_none(past: Past) -> None:
    """D-102: topics that are added later are of lessons to come."""
    sql = past.attendance.console.sql
    await sql.execute("delete from topics where name <> 'a1'")
    await past.mark(-2, -1, 0)
    reader, chief = await past.reader(), await past.courses.chief()
    assert await past.topics(reader) == ["a1", None, None, None]
    for name in ("more", "and more", "the last"):
        await past.courses.add(chief, name, "2-oy", None)
    assert await past.topics(reader) == ["a1", None, None, "more"], "the n-th lesson takes the n-th topic (D-71)"


async def test_a_lesson_whose_topic_is_deleted_meanwhile_takes_the_next_one(past: Past) -> None:
    """D-102: the sheet is current, so that nobody is asked to save it again."""
    console, client, gone = past.attendance.console, await past.attendance.office(), past.courses.topics["a1"]
    past.attendance.cached_lesson_id = past.lessons[DAY - 2 * WEEK]
    marks = dict.fromkeys(past.attendance.students, ATTENDED)
    data(await meanwhile(console, "delete from topics where id = $1", gone, call=client.send(marks)))
    assert len(await past.attendance.stored_marks()) == len(marks)
    assert (await past.topics(await past.reader()))[0] == "a2"
