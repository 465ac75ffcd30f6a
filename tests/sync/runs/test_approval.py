"""A stopped run continues once a named person approves what it showed.

D-49, D-59; the widened brakes are in ``test_brakes.py``.
"""

from dataclasses import replace

import pytest

from adapters.memory.school import SchoolInMemory
from application.actor import Actor
from contracts.sync.runs import SyncRunCard
from contracts.sync.school_records import Feed
from domain.shared.errors import DomainError, Forbidden, ValidationError
from domain.sync.types import RunType
from tests.sync.centre import ACTOR, Centre
from tests.sync.school_records import a_school, enrolment, office, student, teacher

GONE = "select h_id from students where school_deleted_at is not null order by h_id"


@pytest.fixture
async def person(centre: Centre) -> Actor:
    """A named member of staff."""
    return await centre.a_person()


@pytest.fixture
async def school(centre: Centre) -> SchoolInMemory:
    """A school of thirty that lost six students with enrolments after a first run."""
    school = a_school(30)
    await centre.synchronise(school)
    for number in range(1, 7):
        school.remove(Feed.STUDENTS, f"s{number}")
        school.remove(Feed.GROUP_STUDENTS, f"e-s{number}")
    return school


async def card(centre: Centre, run_id: int, actor: Actor = ACTOR) -> SyncRunCard:
    """The run as its side panel shows it."""
    return await centre.views.run(run_id, replace(actor, language="en"))


async def test_what_was_shown_is_removed_once_a_person_approves(
    centre: Centre, school: SchoolInMemory, person: Actor
) -> None:
    """The run, its audit record and its report name the approver (D-49)."""
    stopped = await centre.synchronise(school)
    shown = await card(centre, stopped["id"])
    assert shown.may_approve
    (students,) = shown.removals
    assert (students.feed, students.total, students.hidden, students.with_them) == ("students", 6, 0, 6)
    assert {row.what for row in students.rows} == {"removed"}
    assert (students.rows[0].id, students.rows[0].name) == ("s1", "Karimova s1 Shahzoda")
    run = await centre.approve(stopped["id"], school, person, "  The group moved to another centre ")
    assert (run["status"], run["reason"]) == ("done", None)
    assert await centre.rows(GONE) == [(f"s{number}",) for number in range(1, 7)]
    assert run["parts"]["students"]["deleted"] == run["parts"]["group-students"]["deleted"] == 6
    assert (run["approves_id"], run["allowed_by"]) == (stopped["id"], person.id)
    audited = "select actor_id, params from audits where verb = 'sync.approved'"
    ((who, facts),) = await centre.rows(audited)
    assert who == person.id
    expected = {"runId": run["id"], "reason": "change_threshold", "total": 6, "feeds": {"students": 6}}
    assert facts == expected | {"comment": "The group moved to another centre"}
    after = await card(centre, stopped["id"])
    assert (after.may_approve, after.approved_in, after.removals) == (False, run["id"], [])


async def test_more_than_the_person_saw_stops_again(centre: Centre, school: SchoolInMemory, person: Actor) -> None:
    """The approval covers what was shown and nothing else (D-49)."""
    stopped = await centre.synchronise(school)
    school.remove(Feed.STUDENTS, "s30")
    again = await centre.approve(stopped["id"], school, person)
    assert (again["status"], again["reason"]) == ("aborted", "change_threshold")
    assert await centre.rows(GONE) == []
    assert [(row.feed, row.total) for row in (await card(centre, again["id"])).removals] == [("students", 7)]
    with pytest.raises(DomainError, match=r"sync\.not_newest|sync\.not_stopped"):
        await centre.approve(await _older(centre, stopped["id"], again["id"]), school, person)
    done = await centre.approve(again["id"], school, person)
    assert done["status"] == "done"
    assert len(await centre.rows(GONE)) == 7


async def _older(centre: Centre, stopped: int, newer: int) -> int:
    """The older of two stopped runs, as if nobody had approved it."""
    await centre.sql.execute("update sync_runs set approves_id = null where id = $1", newer)
    return stopped


async def test_a_newer_record_of_a_shown_one_is_shown_again(
    centre: Centre, school: SchoolInMemory, person: Actor
) -> None:
    """The approver saw another fact: removed, not merged into somebody."""
    stopped = await centre.synchronise(school)
    school.remove(Feed.STUDENTS, "s1", merged_into="s7")
    again = await centre.approve(stopped["id"], school, person)
    assert again["reason"] == "change_threshold"
    rows = (await card(centre, again["id"])).removals[0].rows
    assert {row.what for row in rows if row.id == "s1"} == {"merged"}
    assert (await centre.approve(again["id"], school, person))["status"] == "done"
    assert await centre.value("select count(*) from students where merged_into_id is not null") == 1


async def test_a_student_who_came_back_meanwhile_stays(centre: Centre, school: SchoolInMemory, person: Actor) -> None:
    stopped = await centre.synchronise(school)
    school.put(Feed.STUDENTS, student("s1"))
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s1"))
    assert (await centre.approve(stopped["id"], school, person))["status"] == "done"
    assert await centre.rows(GONE) == [(f"s{number}",) for number in range(2, 7)]


async def test_approving_twice_starts_one_run(centre: Centre, school: SchoolInMemory, person: Actor) -> None:
    """A second approval, also by another person, returns the same run."""
    stopped = await centre.synchronise(school)
    first = await centre.approve(stopped["id"], school, person)
    again = await centre.approve(stopped["id"], school, await centre.a_person("other"))
    assert again["id"] == first["id"]
    assert await centre.value("select count(*) from audits where verb = 'sync.approved'") == 1


async def test_a_failed_approval_can_be_repeated(centre: Centre, school: SchoolInMemory, person: Actor) -> None:
    """The school was unreachable: the approval was not used up."""
    from application.ports import SchoolUnavailable

    stopped = await centre.synchronise(school)
    school.unavailable = SchoolUnavailable("unreachable")
    failed = await centre.approve(stopped["id"], school, person)
    assert failed["status"] == "failed"
    assert (await card(centre, stopped["id"])).may_approve
    school.unavailable = None
    assert (await centre.approve(stopped["id"], school, person))["status"] == "done"


async def test_an_empty_feed_is_applied_only_after_an_approval(centre: Centre, person: Actor) -> None:
    """An empty feed is rejected; a person may confirm that the school closed (D-49)."""
    await centre.synchronise(a_school())
    emptied = SchoolInMemory()
    emptied.put(Feed.OFFICES, office("o1"), office("o2"))
    stopped = await centre.synchronise(emptied, RunType.STUDENTS, full=True)
    assert stopped["reason"] == "empty_feed"
    (students,) = (await card(centre, stopped["id"])).removals
    assert (students.total, {row.what for row in students.rows}) == (8, {"missing"})
    run = await centre.approve(stopped["id"], emptied, person)
    assert (run["status"], run["full"]) == ("done", True)
    assert len(await centre.rows(GONE)) == 8


async def test_an_empty_feed_that_was_a_fault_removes_nobody(centre: Centre, person: Actor) -> None:
    """Once the feed recovers an ordinary run repairs all; the approval is outdated."""
    await centre.synchronise(a_school())
    emptied = SchoolInMemory()
    emptied.put(Feed.OFFICES, office("o1"), office("o2"))
    stopped = await centre.synchronise(emptied, RunType.STUDENTS, full=True)
    assert (await centre.synchronise(a_school(), RunType.STUDENTS))["status"] == "done"
    assert await centre.value("select count(*) from sync_parked") == 0
    assert not (await card(centre, stopped["id"])).may_approve
    with pytest.raises(DomainError, match=r"sync\.not_newest"):
        await centre.approve(stopped["id"], a_school(), person)


async def test_teachers_who_would_be_deactivated_are_shown_as_such(centre: Centre, person: Actor) -> None:
    school = a_school()
    school.put(Feed.TEACHERS, *(teacher(f"t{number}") for number in range(1, 9)))
    await centre.synchronise(school)
    school.put(Feed.TEACHERS, *(teacher(f"t{number}", working=False) for number in range(2, 9)))
    stopped = await centre.synchronise(school)
    (found,) = (await card(centre, stopped["id"])).removals
    assert (found.feed, {row.what for row in found.rows}) == ("teachers", {"deactivated"})
    run = await centre.approve(stopped["id"], school, person)
    assert run["status"] == "done"
    assert await centre.value("select count(*) from teachers where work_status = 2") == 7


async def test_approval_needs_a_stopped_run_and_a_named_person(
    centre: Centre, school: SchoolInMemory, person: Actor
) -> None:
    """The right to start (D-59), and a named person, not the console (D-49)."""
    stopped, done = await centre.synchronise(school), 1
    with pytest.raises(DomainError, match=r"sync\.not_stopped"):
        await centre.approve(done, school, person)
    with pytest.raises(DomainError, match=r"sync\.needs_a_person"):
        await centre.approve(stopped["id"], school, ACTOR)
    with pytest.raises(Forbidden):
        await centre.approve(stopped["id"], school, replace(person, superadmin=False, grants={}))
    with pytest.raises(ValidationError):
        await centre.approve(stopped["id"], school, person, "x" * 501)
    await centre.start(RunType.TEACHERS)
    with pytest.raises(DomainError, match=r"sync\.in_progress"):
        await centre.approve(stopped["id"], school, person)


async def test_names_are_shown_only_for_students_of_the_callers_branches(
    centre: Centre, school: SchoolInMemory
) -> None:
    """Of other branches' students only the number is shown (D-12)."""
    school.put(Feed.STUDENTS, student("s1"), student("s6", office_ids=["o2"]))
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s1"))
    assert (await centre.synchronise(school))["status"] == "done"
    for number in range(6, 13):
        school.remove(Feed.STUDENTS, f"s{number}")
    stopped = await centre.synchronise(school)
    branch = await centre.value("select id from offices where name = 'Office o1'")
    grants = {"users:students": ("read", "update")}
    local = replace(ACTOR, superadmin=False, all_offices=False, office_ids=(branch,), grants=grants)
    (seen,) = (await card(centre, stopped["id"], local)).removals
    assert (seen.total, seen.hidden, len(seen.rows)) == (7, 1, 6)
    assert "s6" not in {row.id for row in seen.rows}
    (unseen,) = (
        await card(centre, stopped["id"], replace(local, grants={"all_groups:attendance": ("update",)}))
    ).removals
    assert (unseen.total, unseen.hidden, unseen.rows) == (7, 7, [])
