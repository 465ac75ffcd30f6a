"""A run deactivates the accounts of staff who left the school (P7, R1-208)."""

import pytest

from adapters.memory.school import SchoolInMemory
from contracts.sync.school_records import Feed
from tests.sync.centre import Centre
from tests.sync.school_records import a_school, teacher

ACCOUNT = "select status, work_status, block_reason from users where login = 'ustoz'"
SESSIONS = "select end_reason from sessions where user_id = (select id from users where login = 'ustoz')"
AUDITED = "select entity, entity_id, actor_name, params ->> 'login' from audits where verb = 'access.work_ended'"


@pytest.fixture
async def school(centre: Centre) -> SchoolInMemory:
    """A school whose teacher t1 has an account here and is signed in."""
    school = a_school()
    await centre.synchronise(school)
    await centre.a_person("ustoz")
    await centre.sql.execute("update users set status = 1 where login = 'ustoz'")
    await centre.sql.execute(
        "update teachers set user_id = (select id from users where login = 'ustoz') where h_id = 't1'"
    )
    await centre.sql.execute(
        """insert into sessions (user_id, refresh_digest, sealed_refresh, created_at, rotated_at, last_seen_at)
        select id, 'digest', '', now(), now(), now() from users where login = 'ustoz'"""
    )
    return school


async def test_a_departed_teachers_account_closes_and_sessions_end(centre: Centre, school: SchoolInMemory) -> None:
    """Reported once; the next run does not report it again."""
    assert await centre.rows(ACCOUNT) == [(1, 1, "")]
    school.put(Feed.TEACHERS, teacher("t1", working=False))
    for _ in range(2):
        await centre.synchronise(school)
        assert await centre.rows(ACCOUNT) == [(2, 2, "system:work_ended")]
        assert await centre.rows(SESSIONS) == [("work_ended",)]
        id = await centre.value("select id from teachers where h_id = 't1'")
        assert await centre.rows(AUDITED) == [("teacher", id, "system", "ustoz")]


async def test_a_returning_teachers_account_stays_closed_until_a_person_opens_it(
    centre: Centre, school: SchoolInMemory
) -> None:
    """A run opens no account; once opened, the next run leaves it open."""
    school.put(Feed.TEACHERS, teacher("t1", working=False))
    await centre.synchronise(school)
    school.put(Feed.TEACHERS, teacher("t1", working=True))
    await centre.synchronise(school)
    assert await centre.rows(ACCOUNT) == [(2, 2, "system:work_ended")]
    await centre.sql.execute("update users set status = 1, work_status = 1, block_reason = '' where login = 'ustoz'")
    await centre.synchronise(school)
    assert await centre.rows(ACCOUNT) == [(1, 1, "")]


async def test_a_teacher_removed_from_the_register_is_deactivated(centre: Centre, school: SchoolInMemory) -> None:
    """The end of the record is the end of the employment (D-49)."""
    await centre.sql.execute("update teachers set school_deleted_at = now() where h_id = 't1'")
    await centre.synchronise(school)
    assert await centre.rows(ACCOUNT) == [(2, 2, "system:work_ended")]


async def test_a_run_of_another_type_deactivates_too(centre: Centre, school: SchoolInMemory) -> None:
    """A worker that died between record and account leaves work for any later run."""
    await centre.sql.execute("update teachers set work_status = 2 where h_id = 't1'")
    await centre.synchronise(school)
    assert await centre.rows(ACCOUNT) == [(2, 2, "system:work_ended")]
