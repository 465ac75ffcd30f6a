"""Following the changes of a school ends in the same state as reading it afresh."""

from random import Random

import pytest

from adapters.school.hh import HhSchool
from contracts.sync.school_records import Feed
from entrypoints.simulators.school.faults import Faults
from entrypoints.simulators.school.generator.generated import Change, GeneratedSchool
from entrypoints.simulators.school.server import serve
from tests.contracts.harnesses import HASTY
from tests.sync.centre import Centre
from tests.sync.school_records import FailingRegister

LIVING = {
    "students": """select s.h_id, s.school_version, s.full_name, s.search::text, s.sort_key, s.gender, s.phone,
        s.birth_date, s.status_id, s.school_status, s.has_personal_data, s.papers_digest, s.created_at,
        array(select o.name from student_offices l join offices o on o.id = l.office_id
              where l.student_id = s.id order by 1) from students s where s.school_deleted_at is null""",
    "enrolments": """select e.h_id, e.school_version, s.h_id, g.h_id, e.action_id, e.started_date, e.ended_date
        from enrolments e join students s on s.id = e.student_id join groups g on g.id = e.group_id
        where e.school_deleted_at is null""",
    "groups": """select g.h_id, g.school_version, g.name, o.name, c.h_id, g.status, g.started_date, g.ended_date,
        array(select row (d.h_id, t.h_id, d.days_of_week, d.begin_time, d.classroom_name)::text from schedules d
              join teachers t on t.id = d.teacher_id where d.group_id = g.id order by 1)
        from groups g join offices o on o.id = g.office_id join courses c on c.id = g.course_id""",
    "teachers": """select t.h_id, t.full_name, t.role_number, t.work_status, array(select o.name from teacher_offices l
        join offices o on o.id = l.office_id where l.teacher_id = t.id order by 1) from teachers t""",
    "parked": "select feed, h_id, version, reason, field, referent from sync_parked",
}


async def snapshot(centre: Centre) -> dict[str, list[tuple[object, ...]]]:
    """Every live row, without our own ids."""
    return {name: sorted(await centre.rows(statement), key=repr) for name, statement in LIVING.items()}


async def emptied(centre: Centre) -> None:
    await centre.sql.execute(
        """truncate head_offices, offices, teachers, students, courses, categories, groups, enrolments, sync_runs,
        sync_cursors, sync_parked, sync_seen, sync_aliases, sync_changes, jobs cascade"""
    )


def make_random_changes(chance: Random) -> Change:
    """Applies a few random changes, too few to trigger a brake."""
    kinds = ("new", "moved", "left", "returned", "renamed", "merged", "removed", "rescheduled")
    return Change(**{kind: chance.randint(1, 3) for kind in chance.sample(kinds, chance.randint(1, 6))})


@pytest.mark.parametrize("seed", range(4))
async def test_following_changes_equals_reading_afresh(centre: Centre, database_url: str, seed: int) -> None:
    """Deltas with faults and lost cursors between equal a full read (property)."""
    chance, faults = Random(seed), Faults()
    school = GeneratedSchool(300, seed + 1)
    async with serve(school, "token", faults=faults, max_page=chance.choice((30, 70, 500))) as url:
        register = HhSchool(url, "token", HASTY)
        await centre.synchronise(register)
        for _ in range(6):
            for _ in range(chance.randint(1, 3)):
                school.change(make_random_changes(chance))
            faults.set(chance.sample(["duplicates", "errors", "half-body"], chance.randint(0, 2)))
            if chance.random() < 0.2:
                await centre.sql.execute("update sync_cursors set cursor = 'lost' where feed <> 'offices'")
            if chance.random() < 0.4:
                await centre.synchronise(FailingRegister(register, chance.choice(list(Feed)), chance.randint(0, 1)))  # type: ignore[arg-type]
            run = await centre.synchronise(register)
            assert run["status"] == "done", run
        followed = await snapshot(centre)
        await emptied(centre)
        assert (await centre.synchronise(register))["status"] == "done"
        afresh = await snapshot(centre)
        await register.close()
    assert len(afresh["students"]) > 200
    for name, rows in afresh.items():
        assert followed[name] == rows, name
