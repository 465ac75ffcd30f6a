"""A run is reverted where nothing followed, until the school sends new data.

M5.
"""

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import pytest

from adapters.memory.school import SchoolInMemory
from adapters.school.hh import HhSchool
from application.actor import Actor
from application.sync.ports import SyncStoreUnavailable
from application.sync.revert import revert_run
from contracts.sync.school_records import Documents, Feed, StudyMonth
from domain.shared.errors import DomainError, Forbidden
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.server import serve
from tests.contracts.harnesses import HASTY
from tests.sync.centre import ACTOR, Centre
from tests.sync.records.test_equivalence import make_random_changes, snapshot
from tests.sync.records.test_sticky_fields import edit_student
from tests.sync.school_records import a_school, course, enrolment, group, office, schedule, student, teacher


@pytest.fixture
async def person(centre: Centre) -> Actor:
    """A named member of staff."""
    return await centre.a_person()


@pytest.fixture
async def school(centre: Centre) -> SchoolInMemory:
    """A school that has been read once."""
    school = a_school()
    await centre.synchronise(school)
    return school


async def live_rows(centre: Centre) -> dict[str, Any]:
    """Every live row, without the school's versions."""
    await centre.sql.execute("set timezone to 'UTC'")
    return {name: rows for name, rows in (await snapshot(centre)).items() if name != "parked"}


def unversioned(found: dict[str, list[tuple[Any, ...]]]) -> dict[str, list[tuple[Any, ...]]]:
    """The same rows without the version column."""
    versioned = ("students", "enrolments", "groups")
    return {
        name: sorted(((row[0], *row[2:]) if name in versioned else row for row in rows), key=repr)
        for name, rows in found.items()
    }


async def make_every_change(school: SchoolInMemory) -> None:
    """One of every change that a run can make, except documents."""
    school.put(Feed.OFFICES, office("o1", "Chilonzor"), office("o3"))
    school.put(Feed.TEACHERS, teacher("t1", last_name="Yangi", role="assistant"), teacher("t2", office_ids=["o3"]))
    months = [StudyMonth(number=1, name="One", topics=["a"]), StudyMonth(number=3, name="Three", topics=["x", "y"])]
    school.put(Feed.COURSES, course("c1", months=months, category_id="k2", category_name="Maths"), course("c2"))
    school.put(Feed.STUDENTS, student("s1", first_name="Boshqa", phone=""), student("s2", office_ids=["o2", "o3"]))
    school.put(Feed.STUDENTS, student("s3", status="left"), student("s20"))
    school.remove(Feed.STUDENTS, "s4")
    school.remove(Feed.GROUP_STUDENTS, "e-s4")
    school.put(Feed.GROUPS, group("g2", office_id="o2", course_id="c2", name="Renamed", schedules=[]))
    school.put(Feed.GROUPS, group("g3", schedules=[schedule("g3-s1", "t2")]))
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s1", status="left", end_date=date(2026, 3, 1)))
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s20", "s20", "g3"))


async def test_everything_a_run_did_is_reverted(centre: Centre, school: SchoolInMemory, person: Actor) -> None:
    """Fields and schedules are as before, new rows end, ended rows live.

    Issue 3.
    """
    before = unversioned(await live_rows(centre))
    await make_every_change(school)
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    changed = unversioned(await live_rows(centre))
    assert changed != before
    reverting = await centre.revert(run["id"], person)
    assert (reverting["status"], reverting["reverts_id"]) == ("done", run["id"])
    after = unversioned(await live_rows(centre))
    # rows of LIVING tables also carry their live state
    assert {name: after[name] for name in ("students", "enrolments")} == {
        n: before[n] for n in ("students", "enrolments")
    }
    assert [row for row in after["groups"] if row[0] != "g3"] == before["groups"]
    assert [row for row in after["teachers"] if row[0] != "t2"] == before["teachers"]
    ended = "select h_id from {} where school_deleted_at is not null order by 1"
    assert await centre.rows(ended.format("groups")) == [("g3",)]
    assert await centre.rows(ended.format("teachers")) == [("t2",)]
    assert await centre.rows(ended.format("courses")) == [("c2",)]
    assert await centre.rows(ended.format("head_offices")) == [("o3",)]
    assert await centre.rows("select name from offices order by 1") == [("Office o1",), ("Office o2",), ("Office o3",)]
    topics = "select m.number, t.name from study_months m left join topics t on t.study_month_id = m.id order by 1, 2"
    c1 = topics.replace(" order by", " where m.course_id = (select id from courses where h_id = 'c1') order by")
    assert await centre.rows(c1) == [(1, "a"), (1, "b"), (2, "c")]
    category = "select c.h_id from courses k join categories c on c.id = k.category_id where k.h_id = 'c1'"
    assert await centre.value(category) == "k1"
    run = await centre.run(run["id"])
    assert run["reverted_by"] == person.id
    assert run["reverted_at"] is not None
    audited = await centre.rows("select verb, actor_id from audits where verb like 'sync.revert%' order by id")
    assert audited == [("sync.revert_started", person.id), ("sync.reverted", None)]


async def test_a_reverted_change_stays_reverted_in_the_next_run(
    centre: Centre, school: SchoolInMemory, person: Actor
) -> None:
    """Neither a delta nor a full read redoes it or ends a restored student."""
    before = unversioned(await live_rows(centre))
    await make_every_change(school)
    run = await centre.synchronise(school)
    await centre.revert(run["id"], person)
    for full in (False, True, True):
        again = await centre.synchronise(school, full=full)
        assert again["status"] == "done", again
        assert {feed: part["updated"] + part["created"] + part["deleted"] for feed, part in again["parts"].items()} == {
            feed: 0 for feed in again["parts"]
        }
    after = unversioned(await live_rows(centre))
    for name in ("students", "enrolments"):
        assert after[name] == before[name]
    assert again["parts"]["students"]["differing"] > 0


async def test_a_new_value_of_the_school_is_followed(centre: Centre, school: SchoolInMemory, person: Actor) -> None:
    """A revert rejects what that run brought, not what the school sends later."""
    await make_every_change(school)
    run = await centre.synchronise(school)
    await centre.revert(run["id"], person)
    # still the reverted name, with another phone
    school.put(Feed.STUDENTS, student("s1", first_name="Boshqa", phone="+998911112233"))
    await centre.synchronise(school)
    row = "select first_name, phone from students where h_id = 's1'"
    assert await centre.rows(row) == [("Shahzoda", "+998911112233")]
    school.put(Feed.STUDENTS, student("s1", first_name="Uchinchi", phone="+998911112233"))
    school.put(Feed.STUDENTS, student("s20", last_name="Again"))
    school.put(Feed.STUDENTS, student("s4", last_name="Returned"))
    await centre.synchronise(school)
    assert await centre.rows(row) == [("Uchinchi", "+998911112233")]
    living = "select h_id, last_name from students where school_deleted_at is null and h_id in ('s4', 's20') order by 1"
    assert await centre.rows(living) == [("s20", "Again"), ("s4", "Returned")]
    left = (
        "select field from sticky_fields k join students s on s.id = k.entity_id where entity = 'student' and h_id = $1"
    )
    assert await centre.rows(left, "s1") == await centre.rows(left, "s4") == await centre.rows(left, "s20") == []


async def test_a_revert_can_be_reverted(centre: Centre, school: SchoolInMemory, person: Actor) -> None:
    """The run applies again, the school is followed, and it can be reverted again."""
    await make_every_change(school)
    run = await centre.synchronise(school)
    done = unversioned(await live_rows(centre))
    reverting = await centre.revert(run["id"], person)
    redoing = await centre.revert(reverting["id"], person)
    assert redoing["status"] == "done"
    assert unversioned(await live_rows(centre)) == done
    assert await centre.value("select count(*) from sticky_fields") == 0
    assert (await centre.run(run["id"]))["reverted_at"] is None
    again = await centre.revert(run["id"], person)
    assert again["id"] > redoing["id"]


async def test_later_changes_are_left_and_listed(centre: Centre, school: SchoolInMemory, person: Actor) -> None:
    """Fields that a person or a later run changed stay; so do referenced rows."""
    school.put(Feed.STUDENTS, *(student(f"s{n}", last_name="Yangi") for n in (1, 2, 3)), student("s20"), student("s21"))
    run = await centre.synchronise(school)
    await edit_student(centre, "s1", last_name="Bizniki")
    school.put(Feed.STUDENTS, student("s2", last_name="Keyingi"))
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s20", "s20"))
    await centre.synchronise(school)
    await edit_student(centre, "s21", first_name="Bizniki")
    reverting = await centre.revert(run["id"], person)
    assert reverting["status"] == "done_with_messages"
    part = reverting["parts"]["students"]
    assert (part["read"], part["updated"], part["deleted"], part["refused"]) == (5, 1, 0, 4)
    assert {(error["id"], error["field"], error["code"]) for error in part["errors"]} == {
        ("s1", "last_name", "changed_since"),
        ("s2", "last_name", "changed_since"),
        ("s20", "", "referred_to"),
        ("s21", "", "changed_since"),
    }
    names = await centre.rows("select last_name from students where h_id in ('s1', 's2', 's3') order by h_id")
    assert names == [("Bizniki",), ("Keyingi",), ("Karimova s3",)]


async def test_a_merge_is_reverted(centre: Centre, school: SchoolInMemory, person: Actor) -> None:
    """The moved history returns and stays when the school repeats the merge."""
    school.remove(Feed.STUDENTS, "s1", merged_into="s2")
    run = await centre.synchronise(school)
    of_whom = "select s.h_id from enrolments e join students s on s.id = e.student_id where e.h_id = 'e-s1'"
    assert await centre.value(of_whom) == "s2"
    reverting = await centre.revert(run["id"], person)
    assert reverting["status"] == "done"
    assert await centre.value(of_whom) == "s1"
    alive = "select school_deleted_at is null and merged_into_id is null from students where h_id = 's1'"
    assert await centre.value(alive)
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s1", "s2"))
    await centre.synchronise(school, full=True)
    assert await centre.value(alive)
    assert await centre.value(of_whom) == "s1"


async def test_documents_are_not_restored_by_a_revert(centre: Centre, school: SchoolInMemory, person: Actor) -> None:
    """Earlier documents are stored nowhere; the rest is restored (D-19)."""
    school.put(Feed.STUDENTS, student("s1", phone="", documents=Documents(personal_id="31210632040244")))
    run = await centre.synchronise(school)
    reverting = await centre.revert(run["id"], person)
    errors = reverting["parts"]["students"]["errors"]
    assert errors == [{"id": "s1", "field": "papers", "code": "papers_lost"}]
    row = "select phone, has_personal_data from students where h_id = 's1'"
    assert await centre.rows(row) == [("+998901234567", True)]


async def test_the_first_run_can_not_be_reverted(centre: Centre, school: SchoolInMemory, person: Actor) -> None:
    """Its rows were not recorded; nor can a run without changes be reverted."""
    with pytest.raises(DomainError, match=r"sync\.first_run"):
        await centre.revert(1, person)
    idle = await centre.synchronise(school)
    with pytest.raises(DomainError, match=r"sync\.nothing_to_revert"):
        await centre.revert(idle["id"], person)
    school.put(Feed.STUDENTS, student("s1", first_name="Boshqa"))
    run = await centre.synchronise(school)
    with pytest.raises(DomainError, match=r"sync\.needs_a_person"):
        await centre.revert(run["id"], ACTOR)
    with pytest.raises(Forbidden):
        await centre.revert(run["id"], replace(person, superadmin=False))


async def test_reverting_twice_is_one_revert(centre: Centre, school: SchoolInMemory, person: Actor) -> None:
    """The second request gets the same run; a repeated job does nothing."""
    school.put(Feed.STUDENTS, student("s1", first_name="Boshqa"))
    run = await centre.synchronise(school)
    first = await centre.revert(run["id"], person)
    assert (await centre.revert(run["id"], person))["id"] == first["id"]
    await centre.run_revert(first["id"])
    assert await centre.value("select count(*) from audits where verb = 'sync.reverted'") == 1
    assert await centre.value("select count(*) from sync_changes where run_id = $1", first["id"]) == 1


async def test_a_worker_that_dies_in_a_revert_leaves_all_or_nothing(
    centre: Centre, school: SchoolInMemory, person: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One transaction; a worker that died after it only has the run left to end."""
    await make_every_change(school)
    run = await centre.synchronise(school)
    changed = await live_rows(centre)

    async def dies(*_: object) -> None:
        raise ConnectionError

    reverting = await revert_run(run["id"], actor=person, uow=centre.uow, clock=centre.clock)
    monkeypatch.setattr("adapters.postgres.sync.sync_transaction.PostgresSyncTransaction.mark_reverted", dies)
    with pytest.raises(SyncStoreUnavailable):
        await centre.run_revert(reverting)
    assert await live_rows(centre) == changed
    monkeypatch.undo()
    monkeypatch.setattr("application.sync.revert.end_run", dies)
    await centre.sql.execute("update sync_runs set lease_until = now() where id = $1", reverting)
    with pytest.raises(ConnectionError):
        await centre.run_revert(reverting)
    monkeypatch.undo()
    await centre.sql.execute("update sync_runs set lease_until = now() where id = $1", reverting)
    await centre.run_revert(reverting)
    done = await centre.run(reverting)
    assert done["status"] == "done"
    assert done["parts"]["students"]["updated"] > 0


@pytest.mark.parametrize("seed", range(3))
async def test_a_revert_restores_the_state_before_any_run(centre: Centre, person: Actor, seed: int) -> None:
    """A run and its revert, then a full read, leave what was before (property)."""
    chance, school = Random(seed), GeneratedSchool(200, seed + 1)
    async with serve(school, "token", max_page=70) as url:
        register = HhSchool(url, "token", HASTY)
        await centre.synchronise(register)
        before = unversioned(await live_rows(centre))
        for _ in range(chance.randint(1, 3)):
            school.change(make_random_changes(chance))
        run = await centre.synchronise(register)
        assert run["status"] == "done"
        assert unversioned(await live_rows(centre)) != before
        assert (await centre.revert(run["id"], person))["status"] == "done"
        assert unversioned(await live_rows(centre)) == before
        assert (await centre.synchronise(register, full=True))["status"] == "done"
        assert unversioned(await live_rows(centre)) == before
        await register.close()


async def test_another_school_stops_the_run_and_is_reverted_without_trace(centre: Centre, person: Actor) -> None:
    """With a wrong address the run stops for a person, who reverts it (M5)."""
    ours, other = a_school(), a_school()
    ours.put(Feed.STUDENTS, *(student(f"a{number}") for number in range(60)))
    other.forget()
    other.put(Feed.STUDENTS, *(student(f"b{number}") for number in range(60)))
    assert (await centre.synchronise(ours))["status"] == "done"
    before = unversioned(await live_rows(centre))
    stopped = await centre.synchronise(other)
    assert (stopped["status"], stopped["reason"]) == ("aborted", "change_threshold")
    assert stopped["parts"]["students"]["deleted"] == 0, "nobody of ours has gone"
    assert await centre.value("select count(*) from students where h_id like 'a%'") == 60
    assert (await centre.revert(stopped["id"], person))["status"] == "done"
    assert unversioned(await live_rows(centre)) == before
    assert (await centre.synchronise(ours, full=True))["status"] == "done"
    assert unversioned(await live_rows(centre)) == before
