"""Students who left years ago are anonymised and stay so (WISH-20, D-15)."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime

import pytest

from adapters.memory.school import SchoolInMemory
from adapters.postgres.core.anonymise import KEPT_COLUMNS
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.tables import students
from adapters.postgres.people.retention import PostgresRetentionCandidates
from application.people.privacy.retention import (
    MAX_PER_NIGHT,
    RetentionCandidates,
    anonymise_candidates,
    list_candidates,
)
from contracts.sync.school_records import Feed, StudentRecord, stored_fields
from tests.support.groups import ZONE
from tests.sync.centre import ACTOR, Centre
from tests.sync.school_records import a_school, student

YEARS = 5
NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)
BEFORE = date(2021, 11, 20)


@pytest.fixture
async def candidates(centre: Centre) -> AsyncIterator[RetentionCandidates]:
    """The students who can be found."""
    reads = ReadPool(centre.url, size=1)
    yield PostgresRetentionCandidates(reads)
    await reads.close()


@pytest.fixture
async def school(centre: Centre) -> SchoolInMemory:
    """A school of which s1 left in 2020 and s2 still learns; both came in 2019."""
    school = a_school()
    await centre.synchronise(school)
    await centre.sql.execute("update students set created_at = '2019-01-10'")
    await end_enrolments(centre, "s1", "2020-05-01")
    centre.clock.at = NOW
    return school


async def end_enrolments(centre: Centre, h_id: str, day: str) -> int:
    """Ends the student's periods on that day."""
    ended = "update enrolments set ended_date = $2 where student_id = (select id from students where h_id = $1)"
    await centre.sql.execute(ended, h_id, date.fromisoformat(day))
    id: int = await centre.value("select id from students where h_id = $1", h_id)
    return id


async def anonymise(centre: Centre, candidates: RetentionCandidates) -> int:
    """Runs the nightly anonymisation job."""
    return await anonymise_candidates(BEFORE, actor=ACTOR, uow=centre.uow, candidates=candidates, cipher=centre.cipher)


async def test_identifying_data_is_gone(
    centre: Centre, school: SchoolInMemory, candidates: RetentionCandidates
) -> None:
    """Names, phone, login, documents, messages and history are gone (WISH-20).

    Groups and lessons keep their numbers.
    """
    id = await centre.value("select id from students where h_id = 's1'")
    await centre.sql.execute(
        "update students set login = 'shahzoda.k', photo = 'pic', papers = 'x', has_personal_data = true where id = $1",
        id,
    )
    await centre.sql.execute(
        "insert into sticky_fields (entity, entity_id, field, school_value) values ('student', $1, 'phone', $2)",
        *(id, "+998901234567"),
    )
    await centre.sql.execute(
        "insert into sms_messages (student_id, phone, text, parts, status)"
        " values ($1, '+998901234567', 'Shahzoda, salom', 1, 'sent')",
        id,
    )
    periods = await centre.value("select count(*) from enrolments where student_id = $1", id)
    assert await anonymise(centre, candidates) == 1
    row = dict(await centre.sql.fetchrow("select * from students where id = $1", id))
    empty = ("first_name", "last_name", "full_name", "phone", "login", "photo", "papers", "birth_date", "search")
    assert not any(row[name] for name in empty)
    assert row["h_id"].startswith("erased:")
    assert row["school_deleted_at"] == NOW
    assert await centre.value("select count(*) from student_words where student_id = $1", id) == 0
    assert await centre.rows("select phone, text from sms_messages") == [("", "")]
    assert await centre.value("select count(*) from sticky_fields") == 0
    assert await centre.value("select count(*) from enrolments where student_id = $1", id) == periods
    assert await centre.rows("select sealed_key from subject_keys where entity_id = $1", id) == [(None,)]
    recorded = await centre.rows("select entity_id, after from audits where verb = 'people.let_go'")
    assert recorded == [(id, {"left_on": "2020-05-01"})]
    assert await anonymise(centre, candidates) == 0, "a second night finds nobody"


def test_what_a_school_sends_of_a_person_returns_to_its_default() -> None:
    """Also a field that comes later: a column stays only if it is declared so."""
    assert set(students.c.keys()) >= KEPT_COLUMNS
    assert KEPT_COLUMNS.isdisjoint(stored_fields(StudentRecord))


async def test_the_school_does_not_restore_an_anonymised_student(
    centre: Centre, school: SchoolInMemory, candidates: RetentionCandidates
) -> None:
    """Neither a newer record, nor a full read, nor the record's end (WISH-20)."""
    await anonymise(centre, candidates)
    count = await centre.value("select count(*) from students")
    for record in (student("s1", phone="+998935556677"), student("s1")):
        school.put(Feed.STUDENTS, record)
        for full in (False, True):
            run = await centre.synchronise(school, full=full)
            assert run["status"] == "done"
            assert await centre.value("select count(*) from students") == count
            assert await centre.value("select count(*) from students where h_id = 's1'") == 0
            assert await centre.rows("select full_name, phone from students where h_id like 'erased:%'") == [("", None)]
    # the school is still followed for students who were not anonymised
    school.put(Feed.STUDENTS, student("s2", phone="+998935556677"))
    await centre.synchronise(school)
    assert await centre.value("select phone from students where h_id = 's2'") == "+998935556677"


@pytest.mark.parametrize(
    ("matter", "statement"),
    [
        ("blocked", "update students set system_status = 2, block_reason = 'qarz' where id = $1"),
        ("sms", "insert into sms_messages (student_id, phone, text, parts) values ($1, '', '', 1)"),
    ],
)
async def test_an_open_obligation_prevents_anonymisation(
    centre: Centre, school: SchoolInMemory, candidates: RetentionCandidates, matter: str, statement: str
) -> None:
    """The reason is reported before anything is done."""
    id = await end_enrolments(centre, "s1", "2020-05-01")
    await centre.sql.execute(statement, id)
    (found,) = await list_candidates(YEARS, actor=ACTOR, candidates=candidates, clock=centre.clock, zone=ZONE)
    assert (found.id, found.left_on, found.open) == (id, date(2020, 5, 1), (matter,))
    assert await anonymise(centre, candidates) == 0
    assert await centre.value("select count(*) from students where h_id = 's1'") == 1


@pytest.mark.parametrize(
    ("why", "statement"),
    [
        ("he left later", "update enrolments set ended_date = '2022-01-01' where student_id = $1"),
        ("a period has no end", "update enrolments set ended_date = null where student_id = $1"),
        ("he came later", "update students set created_at = '2024-01-01' where id = $1"),
        ("he was never in a group", "delete from enrolments where student_id = $1"),
    ],
)
async def test_a_student_who_left_recently_stays(
    centre: Centre, school: SchoolInMemory, candidates: RetentionCandidates, why: str, statement: str
) -> None:
    id = await end_enrolments(centre, "s1", "2020-05-01")
    await centre.sql.execute(statement, id)
    assert await list_candidates(YEARS, actor=ACTOR, candidates=candidates, clock=centre.clock, zone=ZONE) == [], why


async def test_one_night_anonymises_no_more_than_its_share(
    centre: Centre, school: SchoolInMemory, candidates: RetentionCandidates, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong retention period is noticed before much is gone."""
    assert MAX_PER_NIGHT <= 500
    await end_enrolments(centre, "s2", "2020-05-01")
    monkeypatch.setattr("application.people.privacy.retention.MAX_PER_NIGHT", 1)
    assert [await anonymise(centre, candidates) for _ in range(3)] == [1, 1, 0]
