"""Topics of all lessons are the same before and after they are kept (D-102).

On the demo school and on real records, marked here and there.
"""

import importlib
from pathlib import Path
from typing import Any

import pytest

from adapters.postgres.groups.study_months import lesson_topics, study_month_of, topic_id_of
from adapters.school.hh import HhSchool
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.server import serve
from tests.support.records.oulad import school_records
from tests.sync.centre import Centre
from tests.sync.schools.test_scored_work import run_load, synchronised

RECORDS = school_records()
KEPT = importlib.import_module("adapters.postgres.migrations.versions.0041_study_courses").KEPT
# as it was computed before: the n-th lesson that took place has the n-th topic of the course, and one that did not the
# study month of the next
BEFORE = """
select l.id, case when l.no_class_reason is null then p.id end, p.study_month_id
from lessons l join groups g on g.id = l.group_id left join lateral (
    select p.id, p.study_month_id from study_months m join topics p on p.study_month_id = m.id
    where m.course_id = g.course_id order by m.number, p.position offset (
        select count(*) from lessons n where n.group_id = l.group_id and n.no_class_reason is null
            and (n.date, n.begin_time) < (l.date, l.begin_time)) limit 1
) p on true order by l.id
"""
EACH = f"select l.id, {topic_id_of('l')}, {study_month_of('l')} from lessons l order by l.id"
AT_ONCE = f"""
with {lesson_topics("array(select id from groups)")}
select l.id, case when l.no_class_reason is null then x.topic_id end, x.study_month_id
from lessons l join lesson_topics x on x.lesson_id = l.id order by l.id
"""
# weekly lessons of every group, more than it has topics in some
LESSONS = """
insert into lessons (group_id, teacher_id, date, begin_time, end_time)
select g.id, (select min(id) from teachers), date '2026-01-05' + 7 * n, '14:00', '16:00'
from groups g cross join generate_series(0, 9 + g.id::int % 50) n on conflict do nothing
"""
# some did not take place, some are not marked, some are the last ones
NO_CLASS = "update lessons set no_class_reason = 'bayram' where id % 11 = 3 or id % 13 = 4"
MARKED = "update lessons set marked_at = now() where id % 7 <> 2"
# the curriculum of the demo school for courses of a school that has none
TOPICS = """
with months as (
    insert into study_months (course_id, number, name)
    select c.id, n, n || '-oy' from courses c, generate_series(1, 4) n
    returning id, number
) insert into topics (study_month_id, position, name) select m.id, n, m.number || '.' || n
    from months m, generate_series(1, 6) n
"""


async def _same(centre: Centre) -> list[tuple[Any, ...]]:
    """Topics and months of all lessons, equal by every statement that reads them."""
    before = await centre.rows(BEFORE)
    for statement in (EACH, AT_ONCE):
        assert await centre.rows(statement) == before
    return before


async def _keep(centre: Centre) -> None:
    """Fills what the migration fills, and compares before and after."""
    for statement in (NO_CLASS, MARKED):
        await centre.sql.execute(statement)
    before = await _same(centre)
    assert len({topic for _, topic, _ in before}) > 20
    assert any(month is not None and topic is None for _, topic, month in before)
    await centre.sql.execute(KEPT)
    assert await _same(centre) == before
    # a marked lesson keeps them, whatever becomes of the order
    kept = "select id, topic_id, study_month_id from lessons where topic_kept order by id"
    of_marked = {id for (id,) in await centre.rows("select id from lessons where marked_at is not null")}
    assert [row for row in before if row[0] in of_marked and row[1]] == [
        row for row in await centre.rows(kept) if row[1]
    ]
    await centre.sql.execute("update topics set position = -position")
    after = {row[0]: row for row in await centre.rows(EACH)}
    assert await centre.rows(AT_ONCE) == list(after.values())
    took_place = {id for (id,) in await centre.rows("select id from lessons where no_class_reason is null")}
    assert all(after[row[0]] == row for row in before if row[0] in of_marked & took_place)
    assert any(after[row[0]] != row for row in before if row[0] not in of_marked)


async def test_past_topics_of_the_demo_school_are_the_same(centre: Centre) -> None:
    """D-102: groups of every status, courses of several months."""
    async with serve(GeneratedSchool(400), "token") as url:
        register = HhSchool(url, "token")
        run = await centre.synchronise(register)
        await register.close()
    assert run["status"] == "done"
    await centre.sql.execute(LESSONS)
    await _keep(centre)


@pytest.mark.skipif(RECORDS is None, reason="no real records: set MARKAZ_SCHOOL_RECORDS to their folder")
async def test_past_topics_of_real_records_are_the_same(centre: Centre, tmp_path: Path) -> None:
    """D-102: lessons of loaded homework among those of the week."""
    assert RECORDS
    await synchronised(centre, RECORDS, tmp_path)
    await run_load(centre, tmp_path)
    await centre.sql.execute(LESSONS)
    await centre.sql.execute(TOPICS)
    await _keep(centre)
