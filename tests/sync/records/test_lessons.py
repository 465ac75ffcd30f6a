"""Lessons follow the school's groups and lose no mark (D-71, D-48, A2)."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import asyncpg
import pytest

from adapters.memory.school import SchoolInMemory
from adapters.postgres.attendance.lessons import PostgresLessonStore
from adapters.postgres.core.engine import asyncpg_arguments, create_engine
from application.actor import Actor, system
from application.attendance.lesson_generation import make_lessons
from application.ports import SchoolUnavailable
from contracts.sync.school_records import Feed
from domain.sync.types import RunType
from tests.support.builders import a_class_of, a_teacher, an_assistant
from tests.support.groups import Class
from tests.support.storing import store
from tests.sync.centre import Centre
from tests.sync.school_records import a_school, group, schedule

ZONE = ZoneInfo("Asia/Tashkent")
# a Monday, at noon in the centre's zone
NOW = datetime(2026, 11, 16, 7, tzinfo=UTC)
TODAY = date(2026, 11, 16)
WEEK = timedelta(days=7)
LESSONS = "select date, begin_time, schedule_id, teacher_id from lessons where group_id = $1 order by date, begin_time"
GIVE = """
insert into homeworks (group_id, lesson_id, description, source, hours, given_at, deadline)
values ($1, $2, '3-mashq', 2, 24, now(), now() + interval '1 day')
"""
MARK = "insert into attendances (lesson_id, student_id, status, marked_at) values ($1, $2, 1, now())"


@pytest.fixture
async def lesson_store(database_url: str) -> AsyncIterator[PostgresLessonStore]:
    """The lesson store."""
    engine = create_engine(database_url)
    yield PostgresLessonStore(engine)
    await engine.dispose()


async def generate(centre: Centre, lesson_store: PostgresLessonStore, at: datetime = NOW) -> int:
    """Runs the lesson generation job at that time."""
    centre.clock.at = at
    try:
        return await make_lessons(actor=system(), lesson_store=lesson_store, clock=centre.clock, zone=ZONE)
    finally:
        centre.clock.at = None


async def days(centre: Centre, group_id: int | None) -> list[int]:
    """The group's lessons, as days from today."""
    return [(row[0] - TODAY).days for row in await centre.rows(LESSONS, group_id)]


async def a_group(centre: Centre, *days: int, at: str = "14:00") -> Class:
    group = a_class_of(2).taught_by(a_teacher()).on(*days, at=at)
    await store(centre.sql, group)
    return group


@pytest.fixture
async def monday(centre: Centre, lesson_store: PostgresLessonStore) -> Class:
    """A group that meets on Mondays, with its lessons."""
    group = await a_group(centre, 1)
    await generate(centre, lesson_store)
    return group


async def lesson_on(centre: Centre, group: Class, day: date) -> int | None:
    found: int | None = await centre.value("select id from lessons where group_id = $1 and date = $2", group.id, day)
    return found


async def test_a_new_group_gets_lessons_a_month_back_and_sixty_days_ahead(centre: Centre, monday: Class) -> None:
    """The same on every day it runs, within the group's dates (D-71)."""
    assert await days(centre, monday.id) == list(range(-28, 61, 7))


async def test_a_repeated_run_changes_nothing(centre: Centre, lesson_store: PostgresLessonStore, monday: Class) -> None:
    """A lesson's identity is group, day and start time, and its id is stable (D-71).

    A day later one more lesson is generated.
    """
    before = await centre.rows("select * from lessons order by id")
    assert await generate(centre, lesson_store) == 0
    assert await centre.rows("select * from lessons order by id") == before
    assert await generate(centre, lesson_store, NOW + timedelta(days=3)) == 1
    assert await days(centre, monday.id) == list(range(-28, 64, 7))


LINE = """
insert into schedules (group_id, teacher_id, days_of_week, begin_time, end_time, start_date)
select $1, min(teacher_id), $2, $3::time, $3::time + interval '2 hours', $4 from lessons where group_id = $1
returning id
"""


async def test_a_schedule_entry_that_comes_late_has_its_past_as_not_marked(
    centre: Centre, lesson_store: PostgresLessonStore, monday: Class
) -> None:
    """A late schedule entry opens its past lessons for marking (D-71, D-46, A2).

    The school adds on Monday that the group has met on Wednesdays for a fortnight: those two lessons can be marked, no
    row of the others is touched, and a later run adds nothing.
    """
    marked = await lesson_on(centre, monday, TODAY - WEEK)
    await centre.sql.execute(MARK, marked, monday.students[0].id)
    before = await centre.rows("select * from lessons where group_id = $1 order by id", monday.id)
    await centre.value(LINE, monday.id, [3], time(10), TODAY - 2 * WEEK)
    assert await generate(centre, lesson_store) == 11
    assert await days(centre, monday.id) == sorted([*range(-28, 61, 7), *range(-12, 61, 7)])
    kept = await centre.rows("select * from lessons where group_id = $1 order by id limit $2", monday.id, len(before))
    assert kept == before
    assert await centre.value("select count(*) from attendances") == 1
    made = "select count(*) from lessons where group_id = $1 and begin_time = '10:00' and marked_at is not null"
    assert await centre.value(made, monday.id) == 0
    assert await generate(centre, lesson_store) == 0


async def test_lessons_generated_after_their_end_are_flagged(
    centre: Centre, lesson_store: PostgresLessonStore, monday: Class
) -> None:
    """Applies to a new group and to a late schedule entry (D-71, D-77).

    A lesson in progress can still be checked in to, also across midnight.
    """
    afterwards = "select date from lessons where group_id = $1 and made_afterwards order by date"
    ended = [(TODAY - weeks * WEEK,) for weeks in (4, 3, 2, 1)]
    assert await centre.rows(afterwards, monday.id) == ended
    await centre.value(LINE, monday.id, [1], time(11), None)
    night = await a_group(centre, 7, at="23:00")
    await generate(centre, lesson_store, NOW - timedelta(hours=11, minutes=30))
    assert await centre.rows(afterwards, monday.id) == ended
    assert (TODAY - timedelta(days=1),) not in await centre.rows(afterwards, night.id)


async def test_an_entry_that_replaces_another_adds_nothing_to_the_past(
    centre: Centre, lesson_store: PostgresLessonStore, monday: Class
) -> None:
    """A replacing entry, dated back to the group's start, adds no past lesson.

    D-71, A2: some schools make a new entry of every change.
    """
    await centre.sql.execute("delete from schedules where group_id = $1", monday.id)
    await centre.value(LINE, monday.id, [7], time(10), TODAY - 8 * WEEK)
    await generate(centre, lesson_store, NOW + timedelta(days=6, hours=8))
    assert await days(centre, monday.id) == [*range(-28, 1, 7), *range(6, 67, 7)]


async def test_a_lesson_in_progress_is_generated_when_its_entry_arrives(
    centre: Centre, lesson_store: PostgresLessonStore, monday: Class
) -> None:
    """The teacher is already in class; an entry without a start begins today.

    D-25, D-71.
    """
    await centre.value(LINE, monday.id, [1], time(11), None)
    await generate(centre, lesson_store)
    of_day = "select begin_time from lessons where group_id = $1 and date = $2 order by 1"
    assert await centre.rows(of_day, monday.id, TODAY) == [(time(11),), (time(14),)]
    assert await centre.rows(of_day, monday.id, TODAY - WEEK) == [(time(14),)]


async def test_concurrent_generation_makes_each_lesson_once(centre: Centre, lesson_store: PostgresLessonStore) -> None:
    """The nightly job and a synchronisation may run at the same time."""
    group = await a_group(centre, 1)
    centre.clock.at = NOW
    runs = (make_lessons(actor=system(), lesson_store=lesson_store, clock=centre.clock, zone=ZONE) for _ in range(4))
    assert sorted(await asyncio.gather(*runs)) == [0, 0, 0, 13]
    assert len(await days(centre, group.id)) == 13


async def test_a_changed_schedule_rewrites_future_lessons(
    centre: Centre, lesson_store: PostgresLessonStore, monday: Class
) -> None:
    """Other days apply from now on; a lesson that has begun stays (D-71)."""
    await centre.sql.execute("update schedules set days_of_week = '{2}' where group_id = $1", monday.id)
    await generate(centre, lesson_store, NOW + timedelta(hours=3))
    assert await days(centre, monday.id) == [*range(-28, 1, 7), *range(1, 61, 7)]


async def test_todays_lesson_moves_until_it_has_begun(
    centre: Centre, lesson_store: PostgresLessonStore, monday: Class
) -> None:
    """A move at noon from 14:00 to 16:00 leaves one lesson, also once begun (D-71)."""
    of_day = "select begin_time from lessons where group_id = $1 and date = $2 order by 1"
    move = "update schedules set begin_time = $2::time, end_time = $2::time + interval '2 hours' where group_id = $1"
    await centre.sql.execute(move, monday.id, time(16))
    await generate(centre, lesson_store)
    assert await centre.rows(of_day, monday.id, TODAY) == [(time(16),)]
    await centre.sql.execute(move, monday.id, time(18))
    await generate(centre, lesson_store, NOW + timedelta(hours=4, minutes=30))
    assert await centre.rows(of_day, monday.id, TODAY) == [(time(16),)]
    assert await centre.rows(of_day, monday.id, TODAY + WEEK) == [(time(18),)]


async def test_another_teacher_and_room_apply_to_the_same_lesson(
    centre: Centre, lesson_store: PostgresLessonStore, monday: Class
) -> None:
    """The lesson stays the same; past lessons keep their teacher (D-71)."""
    next_one = await lesson_on(centre, monday, TODAY + WEEK)
    other = a_teacher()
    await store(centre.sql, other)
    await centre.sql.execute(
        "update schedules set teacher_id = $2, classroom_name = '301', end_time = '15:30' where group_id = $1",
        monday.id,
        other.id,
    )
    await generate(centre, lesson_store)
    row = await centre.sql.fetchrow("select * from lessons where id = $1", next_one)
    assert (row["teacher_id"], row["classroom_name"], row["end_time"]) == (other.id, "301", time(15, 30))
    last = await centre.rows("select teacher_id from lessons where group_id = $1 and date < $2", monday.id, TODAY)
    assert {row[0] for row in last} == {monday.teacher and monday.teacher.id}


@pytest.mark.parametrize(
    "touched",
    [
        "insert into attendances (lesson_id, student_id, status, marked_at) select $1, min(id), 1, now() from students",
        "insert into staff_attendances (lesson_id, teacher_id, status, at) select $1, min(id), 1, now() from teachers",
        "update lessons set no_class_reason = 'bayram' where id = $1",
        "update lessons set marked_at = now() where id = $1",
    ],
)
async def test_a_lesson_that_somebody_has_changed_stays(
    centre: Centre, lesson_store: PostgresLessonStore, monday: Class, touched: str
) -> None:
    """A mark, a teacher's check-in or "no class" fixes the lesson's day (D-71, A2)."""
    kept = await lesson_on(centre, monday, TODAY + WEEK)
    await centre.sql.execute(touched, kept)
    await centre.sql.execute("delete from schedules where group_id = $1", monday.id)
    await generate(centre, lesson_store)
    assert await days(centre, monday.id) == [*range(-28, 0, 7), 7]
    assert await centre.rows("select id, schedule_id from lessons where id = $1", kept) == [(kept, None)]


async def test_a_group_that_ends_loses_only_future_lessons(
    centre: Centre, lesson_store: PostgresLessonStore, monday: Class
) -> None:
    """Ended, ended by a date or removed at the school: the past stays (D-48, A2)."""
    past = list(range(-28, 0, 7))
    for ends in ("ended_date = '2026-11-24'", "status = 3", "school_deleted_at = now()"):
        await centre.sql.execute(f"update groups set {ends} where id = $1", monday.id)
        await generate(centre, lesson_store)
        still = [0, 7] if "date" in ends and "deleted" not in ends else []
        assert await days(centre, monday.id) == past + still, ends


async def test_a_group_that_ended_earlier_gets_no_past_lessons(
    centre: Centre, lesson_store: PostgresLessonStore
) -> None:
    """Thousands of old groups in a first run leave nothing to mark (D-71)."""
    old = await a_group(centre, 1)
    await centre.sql.execute("update groups set ended_date = $2 where id = $1", old.id, TODAY - timedelta(days=3))
    assert await generate(centre, lesson_store) == 0


async def test_a_teacher_and_an_assistant_share_one_lesson(centre: Centre, lesson_store: PostgresLessonStore) -> None:
    """The lesson is the teacher's, in either order of the school's record (D-71)."""
    group = a_class_of(0).taught_by(an_assistant()).on(1, at="14:00")
    teacher = a_teacher()
    await store(centre.sql, group, teacher)
    columns = "group_id, teacher_id, days_of_week, begin_time, end_time"
    line = f"insert into schedules ({columns}) values ($1, $2, '{{1}}', '14:00', '16:00')"
    await centre.sql.execute(line, group.id, teacher.id)
    await generate(centre, lesson_store)
    assert {row[3] for row in await centre.rows(LESSONS, group.id)} == {teacher.id}


async def test_an_entry_without_days_or_times_generates_nothing(
    centre: Centre, lesson_store: PostgresLessonStore
) -> None:
    """D-25."""
    group = await a_group(centre)
    assert await generate(centre, lesson_store) == 0
    await centre.sql.execute(
        "update schedules set days_of_week = '{1}', begin_time = null, end_time = null where group_id = $1", group.id
    )
    assert await generate(centre, lesson_store) == 0


async def test_a_successful_synchronisation_enqueues_lesson_generation(centre: Centre) -> None:
    """A run of groups does; one of students alone or a failed one does not.

    D-71.
    """
    promised = "select count(*) from jobs where kind = 'lessons.make'"
    school = a_school()
    school.unavailable = SchoolUnavailable("unreachable", "")
    await centre.synchronise(school)
    assert await centre.value(promised) == 0
    school.unavailable = None
    await centre.synchronise(school)
    assert await centre.value(promised) == 1
    await centre.synchronise(school, RunType.STUDENTS)
    assert await centre.value(promised) == 1


async def _taught(centre: Centre, lesson_store: PostgresLessonStore, school: SchoolInMemory) -> tuple[int, list[int]]:
    """A synchronised school and the newest past lesson, with s1 and s2 marked."""
    await centre.synchronise(school)
    await generate(centre, lesson_store)
    lesson_id = await centre.value(
        "select max(l.id) from lessons l join groups g on g.id = l.group_id where g.h_id = 'g1' and l.date < $1", TODAY
    )
    ids = [await centre.value("select id from students where h_id = $1", h_id) for h_id in ("s1", "s2")]
    return int(lesson_id), ids


async def test_schedule_changes_of_the_school_leave_the_past(centre: Centre, lesson_store: PostgresLessonStore) -> None:
    """Replaced or dropped entries remove no lesson that was held (A2, D-71)."""
    school = a_school()
    lesson_id, (one, _) = await _taught(centre, lesson_store, school)
    await centre.sql.execute(MARK, lesson_id, one)
    school.put(Feed.GROUPS, group("g1", schedules=[schedule("g1-s2", days_of_week=[2])]))
    assert (await centre.synchronise(school))["status"] == "done"
    await generate(centre, lesson_store)
    assert await centre.rows("select schedule_id from lessons where id = $1", lesson_id) == [(None,)]
    ahead = await centre.rows(
        "select distinct extract(isodow from l.date)::int from lessons l join groups g on g.id = l.group_id"
        " where g.h_id = 'g1' and l.date > $1",
        TODAY,
    )
    assert ahead == [(2,)]
    school.remove(Feed.GROUPS, "g1")
    await centre.synchronise(school, full=True)
    await generate(centre, lesson_store)
    assert await centre.value("select count(*) from attendances") == 1


async def test_a_merged_students_marks_move_and_are_reverted(
    centre: Centre, lesson_store: PostgresLessonStore, person: Actor
) -> None:
    """Marks move to the successor on a merge and back on its revert (A2, D-48).

    A lesson that both attended keeps both marks.
    """
    school = a_school()
    lesson_id, (one, two) = await _taught(centre, lesson_store, school)
    other = await centre.value("select max(id) from lessons where id < $1", lesson_id)
    for lesson, student in ((lesson_id, one), (other, one), (other, two)):
        await centre.sql.execute(MARK, lesson, student)
    push = "insert into attendance_pushes (lesson_id, student_id, version, push_id) values ($1, $2, 1, 1)"
    await centre.sql.execute(push, lesson_id, one)
    whose = "select lesson_id, student_id from {} order by 1, 2"
    marks, pushes = whose.format("attendances"), whose.format("attendance_pushes")
    before = await centre.rows(marks)
    school.remove(Feed.STUDENTS, "s1", merged_into="s2")
    run = await centre.synchronise(school)
    assert await centre.rows(marks) == sorted([(other, one), (other, two), (lesson_id, two)])
    assert await centre.rows(pushes) == [(lesson_id, two)]
    assert (await centre.revert(run["id"], person))["status"] == "done"
    assert await centre.rows(marks) == before
    assert await centre.rows(pushes) == [(lesson_id, one)]


@pytest.fixture
async def person(centre: Centre) -> Actor:
    """The member of staff who reverts a run."""
    return await centre.a_person()


@pytest.mark.parametrize("change", ["another teacher", "no lesson that day"])
async def test_homework_given_at_that_moment_keeps_its_lesson(
    centre: Centre, lesson_store: PostgresLessonStore, monday: Class, database_url: str, change: str
) -> None:
    """D-71: what is committed while the generation waits for the lesson counts, too."""
    lesson_id, other = await lesson_on(centre, monday, TODAY + WEEK), a_teacher()
    await store(centre.sql, other)
    before = await centre.rows("select teacher_id, schedule_id from lessons where id = $1", lesson_id)
    giving = await asyncpg.connect(**asyncpg_arguments(database_url))
    try:
        async with giving.transaction():
            await giving.execute("select from lessons where id = $1 for no key update", lesson_id)
            await giving.execute(GIVE, monday.id, lesson_id)
            if change == "another teacher":
                await centre.sql.execute(
                    "update schedules set teacher_id = $2 where group_id = $1", monday.id, other.id
                )
            else:
                await centre.sql.execute("update schedules set days_of_week = '{2}' where group_id = $1", monday.id)
            generating = asyncio.create_task(generate(centre, lesson_store))
            await asyncio.sleep(0.5)
            assert not generating.done()
        await generating
    finally:
        await giving.close()
    assert await centre.rows("select teacher_id, schedule_id from lessons where id = $1", lesson_id) == before
