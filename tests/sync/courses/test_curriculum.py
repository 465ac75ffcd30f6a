"""A synchronisation follows the school's curriculum and keeps ours.

D-49, D-102.
"""

from typing import Any

import pytest

from adapters.memory.school import SchoolInMemory
from adapters.postgres.courses.course_store import PostgresCourseStore
from application.actor import Actor
from application.courses import topics
from contracts.courses.courses import DeleteQuery
from contracts.courses.curriculum import AddTopic, MoveTopic, RenameTopic
from contracts.sync.school_records import Feed, StudyMonth
from tests.http.courses.scenario import meanwhile
from tests.sync.centre import Centre
from tests.sync.school_records import a_school, course

ORDER = """
select m.name, array_agg(p.name order by p.position) filter (where p.id is not null),
    array_agg(p.position order by p.position) filter (where p.id is not null)
from study_months m join courses c on c.id = m.course_id left join topics p on p.study_month_id = m.id
where c.h_id = 'c1' group by m.id order by m.number
"""
VERSION = "select curriculum_version from courses where h_id = 'c1'"
EVENTS = "select payload from outbox where topic = 'CourseChanged' order by id"


class StudyDepartment:
    """A person who changes the curriculum of the course c1 by the use cases."""

    def __init__(self, centre: Centre, actor: Actor) -> None:
        self.centre, self.actor = centre, actor
        self.ports: dict[str, Any] = {"actor": actor, "uow": centre.uow, "course_store": PostgresCourseStore()}

    async def topic(self, name: str) -> int:
        return int(await self.centre.value("select id from topics where name = $1", name))

    async def month(self, name: str) -> int:
        return int(await self.centre.value("select id from study_months where name = $1", name))

    async def move(self, name: str, month: str, after: str | None) -> None:
        ids = await self.topic(name), await self.month(month), await self.topic(after) if after else None
        await topics.move_topic(MoveTopic(*ids, await self.centre.value(VERSION)), **self.ports)

    async def add(self, name: str, month: str) -> None:
        await topics.add_topic(AddTopic(await self.month(month), name, None), **self.ports)

    async def rename(self, name: str, becomes: str) -> None:
        version = await self.centre.value("select version from topics where name = $1", name)
        await topics.rename_topic(await self.topic(name), RenameTopic(version, becomes), **self.ports)

    async def delete(self, name: str) -> None:
        await topics.delete_topic(await self.topic(name), DeleteQuery(), **self.ports)


@pytest.fixture
async def person(centre: Centre) -> Actor:
    """A named member of staff."""
    return await centre.a_person()


@pytest.fixture
async def school(centre: Centre) -> SchoolInMemory:
    """A school that has been read once: One with a and b, Two with c."""
    school = a_school()
    await centre.synchronise(school)
    return school


@pytest.fixture
async def department(centre: Centre, school: SchoolInMemory, person: Actor) -> StudyDepartment:
    return StudyDepartment(centre, person)


async def order(centre: Centre) -> dict[str, list[str]]:
    """The names of the topics by month, whose positions are dense."""
    found = {}
    for month, names, positions in await centre.rows(ORDER):
        assert positions is None or positions == list(range(1, len(names) + 1))
        found[month] = names or []
    return found


def months(one: str, two: str = "c", name: str = "One") -> list[StudyMonth]:
    return [
        StudyMonth(number=1, name=name, topics=one.split()),
        StudyMonth(number=2, name="Two", topics=two.split()),
    ]


async def test_our_names_and_orders_stay(centre: Centre, school: SchoolInMemory, department: StudyDepartment) -> None:
    """D-102: new topics go to the end of a month in our order; own topics stay."""
    await department.move("b", "One", None)
    await department.add("own", "One")
    await department.rename("c", "ours")
    school.put(Feed.COURSES, course("c1", months=months("new a b", "C more", "First")))
    run = await centre.synchronise(school)
    assert run["parts"]["courses"]["updated"] == 1
    assert await order(centre) == {"First": ["own", "b", "a", "new"], "Two": ["ours", "more"]}
    assert await centre.value("select school_name from topics where name = 'ours'") == "C"
    before = await order(centre)
    again = await centre.synchronise(school, full=True)
    assert (again["parts"]["courses"]["unchanged"], await order(centre)) == (1, before)


async def test_a_moved_topic_keeps_its_row_and_its_lessons(
    centre: Centre, school: SchoolInMemory, department: StudyDepartment
) -> None:
    """D-102: an inserted topic renames none; a dropped one with lessons is ended."""
    ids = dict(await centre.rows("select name, id from topics"))
    await centre.sql.execute(
        """insert into lessons (group_id, teacher_id, date, begin_time, end_time, marked_at, topic_kept, topic_id)
        select g.id, t.id, '2026-01-12', '14:00', '16:00', now(), true, $1 from groups g, teachers t
        where g.h_id = 'g1'""",
        ids["b"],
    )
    school.put(Feed.COURSES, course("c1", months=months("first a", "c")))
    await centre.synchronise(school)
    assert await order(centre) == {"One": ["first", "a", "b"], "Two": ["c"]}
    found = {
        name: (id, over) for name, id, over in await centre.rows("select name, id, ended_at is not null from topics")
    }
    assert (found["a"], found["b"], found["c"]) == ((ids["a"], False), (ids["b"], True), (ids["c"], False))
    school.put(Feed.COURSES, course("c1", months=months("first b", "a c")))
    await centre.synchronise(school)
    assert await order(centre) == {"One": ["first", "b"], "Two": ["a", "c"]}
    assert await centre.value("select ended_at from topics where id = $1", ids["b"]) is None


async def test_a_revert_of_a_run_restores_the_order(
    centre: Centre, school: SchoolInMemory, department: StudyDepartment, person: Actor
) -> None:
    """D-102: the next run leaves what was restored, new data of the school win."""
    await department.move("b", "One", None)
    await department.add("own", "Two")
    rows = "select id, study_month_id, position, name, school_name, school_month, school_place from topics order by id"
    before, was = await centre.rows(rows), await order(centre)
    school.put(Feed.COURSES, course("c1", months=months("c x", "b y", "Renamed")))
    run = await centre.synchronise(school)
    assert await order(centre) != was
    reverting = await centre.revert(run["id"], person)
    assert (reverting["status"], await centre.rows(rows)) == ("done", before)
    for full in (False, True):
        await centre.synchronise(school, full=full)
        assert await centre.rows(rows) == before
    school.put(Feed.COURSES, course("c1", months=months("a b z", "c")))
    await centre.synchronise(school)
    assert await order(centre) == {"One": ["b", "a", "z"], "Two": ["own", "c"]}


async def test_a_revert_leaves_an_order_that_was_changed_since(
    centre: Centre, school: SchoolInMemory, department: StudyDepartment, person: Actor
) -> None:
    """M5: a person's move follows the run."""
    school.put(Feed.COURSES, course("c1", months=months("b a", "c")))
    run = await centre.synchronise(school)
    await department.move("c", "One", None)
    await centre.revert(run["id"], person)
    assert await order(centre) == {"One": ["c", "b", "a"], "Two": []}


async def test_live_streams_are_told_of_changed_curricula_alone(
    centre: Centre, school: SchoolInMemory, department: StudyDepartment
) -> None:
    """D-162: the others' changes arrive; a new course is nobody's."""
    assert await centre.rows(EVENTS) == []
    id = await centre.value("select id from courses where h_id = 'c1'")
    await centre.synchronise(school, full=True)
    assert await centre.rows(EVENTS) == []
    school.put(Feed.COURSES, course("c1", months=months("b a")), course("c2"))
    await centre.synchronise(school)
    assert await centre.rows(EVENTS) == [({"courseId": id},)]


async def test_a_dropped_month_with_an_exam_does_not_stop_the_run(
    centre: Centre, school: SchoolInMemory, department: StudyDepartment
) -> None:
    """D-102: exams name months."""
    await centre.sql.execute(
        """with exam as (
            insert into exams (public_id, group_id, description, begins_at, deadline)
            select 'x', id, '', now(), now() + interval '1 hour' from groups where h_id = 'g1' returning id
        ) insert into exam_study_months select exam.id, m.id from exam, study_months m where m.name = 'Two'"""
    )
    school.put(Feed.COURSES, course("c1", months=months("a b")[:1]))
    run = await centre.synchronise(school)
    assert (run["status"], await order(centre)) == ("done", {"One": ["a", "b"], "Two": []})
    await department.add("own", "Two")
    await department.delete("own")
    assert (await order(centre))["Two"] == []


async def test_a_dropped_topic_that_a_lesson_takes_meanwhile_does_not_fail_the_run(
    centre: Centre, school: SchoolInMemory
) -> None:
    """D-102: it stays with the lesson, ended, and so does its month."""
    await centre.sql.execute(
        """insert into lessons (group_id, teacher_id, date, begin_time, end_time)
        select g.id, t.id, '2026-09-07', '14:00', '16:00' from groups g, teachers t where g.h_id = 'g1' limit 1"""
    )
    school.put(Feed.COURSES, course("c1", months=months("a b")[:1]))
    taken = """update lessons l set topic_kept = true, topic_id = p.id, study_month_id = p.study_month_id
        from topics p where p.name = $1"""
    run = await meanwhile(centre, taken, "c", call=centre.synchronise(school))
    assert (run["status"], await order(centre)) == ("done", {"One": ["a", "b"], "Two": ["c"]})
    assert await centre.rows("select name from topics where ended_at is not null") == [("c",)]
