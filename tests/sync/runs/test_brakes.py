"""A feed that would change who sees whom, or who may come in, stops for a person.

D-49, D-154, M10, M11, M12: branches emptied or multiplied, tenfold records, versions that went back.
"""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from adapters.memory.school import SchoolInMemory
from adapters.school.hh import HhSchool
from adapters.school.oneroster import OneRosterSchool
from application.actor import Actor
from application.sync.ports import SchoolRegister
from contracts.sync.runs import SyncRunCard
from contracts.sync.school_records import Feed, Page
from domain.shared.errors import DomainError
from domain.sync.types import RunType
from entrypoints.simulators.oneroster import Behaviour
from entrypoints.simulators.oneroster import serve as serve_oneroster
from entrypoints.simulators.oneroster.responses import Served
from entrypoints.simulators.oneroster.roster import Roster
from entrypoints.simulators.oneroster.tokens import Tokens
from entrypoints.simulators.school.faults import Faults, distorted
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.server import serve
from tests.contracts.harnesses import HASTY
from tests.sync.centre import ACTOR, Centre
from tests.sync.school_records import a_school, enrolment, group, office, student, teacher

STUDENTS = 60
LINKS = """
select 's', x.h_id, o.office_id from student_offices o join students x on x.id = o.student_id
    where x.school_deleted_at is null
union all select 't', x.h_id, o.office_id from teacher_offices o join teachers x on x.id = o.teacher_id
    where x.school_deleted_at is null
union all select 'g', x.h_id, x.office_id from groups x where x.school_deleted_at is null order by 1, 2, 3
"""
VERSIONS = "select h_id, school_version from students order by 1"
WAITING = "select count(*) from sync_parked"

SetFaults = Callable[[list[str]], None]


@asynccontextmanager
async def over_hh(school: GeneratedSchool) -> AsyncIterator[tuple[SchoolRegister, SetFaults]]:
    """The school over hh v1, and its faults."""
    faults = Faults()
    async with serve(school, "token", faults=faults) as url:
        register = HhSchool(url, "token", HASTY)
        yield register, faults.set
        await register.close()


@asynccontextmanager
async def over_oneroster(school: GeneratedSchool) -> AsyncIterator[tuple[SchoolRegister, SetFaults]]:
    """The same behind a OneRoster provider."""
    behaviour = Behaviour()
    async with serve_oneroster(Served(Roster(school, behaviour), Tokens("markaz", "secret"), behaviour)) as url:
        register = OneRosterSchool(url, "markaz", "secret")
        yield register, behaviour.set
        await register.close()


Serving = Callable[[GeneratedSchool], AbstractAsyncContextManager[tuple[SchoolRegister, SetFaults]]]
both = pytest.mark.parametrize("serving", [over_hh, over_oneroster])


@pytest.fixture
async def person(centre: Centre) -> Actor:
    """A named member of staff."""
    return await centre.a_person()


async def card(centre: Centre, run_id: int) -> SyncRunCard:
    """The run as its report shows it."""
    return await centre.views.run(run_id, replace(ACTOR, language="en"))


def totals(run: dict[str, Any], *names: str) -> dict[str, int]:
    """The sums of counts over the feeds of a run."""
    return {name: sum(part[name] for part in run["parts"].values()) for name in names}


def effects(run: dict[str, Any]) -> dict[str, int]:
    """The effects that a stopped run counted."""
    found: dict[str, int] = json.loads(run["detail"])["effects"]
    return found


async def is_as_before(centre: Centre, register: SchoolRegister, links: list[tuple[Any, ...]]) -> None:
    """Asserts that the next healthy run changes nothing and leaves nothing waiting."""
    run = await centre.synchronise(register)
    assert run["status"] == "done", run
    assert totals(run, "created", "updated", "deleted", "parked") == dict.fromkeys(
        ("created", "updated", "deleted", "parked"), 0
    )
    assert await centre.rows(LINKS) == links
    assert await centre.value(WAITING) == 0


FEEDS = [
    (["offices-empty"], "change_threshold", "branches_emptied"),
    (["offices-all"], "change_threshold", "branches_added"),
    (["tenfold"], "tenfold", "tenfold"),
    (["offices-empty", "versions-back"], "change_threshold", "branches_emptied"),
    (["tenfold", "offices-all"], "tenfold", "tenfold"),
]


@both
@pytest.mark.parametrize(("faults", "reason", "effect"), FEEDS)
async def test_bad_data_stops_the_run_and_the_next_healthy_one_offers_nothing(
    centre: Centre, serving: Serving, faults: list[str], reason: str, effect: str
) -> None:
    """Each feed and two mixtures: nothing of a stopped feed is committed (D-154)."""
    async with serving(GeneratedSchool(STUDENTS)) as (register, set_faults):
        await centre.synchronise(register)
        links = await centre.rows(LINKS)
        set_faults(faults)
        stopped = await centre.synchronise(register, full=True)
        assert (stopped["status"], stopped["reason"]) == ("aborted", reason)
        assert effects(stopped)[effect] > 5
        assert totals(stopped, "created", "deleted") == {"created": 0, "deleted": 0}
        again = await centre.synchronise(register)
        assert again["reason"] == reason, "it stops again while the feed is as bad"
        set_faults([])
        await is_as_before(centre, register, links)


@both
async def test_versions_that_went_back_are_followed_and_reported(centre: Centre, serving: Serving) -> None:
    """Equal content is no change and no removal; the report says so (D-154)."""
    async with serving(GeneratedSchool(STUDENTS)) as (register, set_faults):
        await centre.synchronise(register)
        links, versions = await centre.rows(LINKS), dict(await centre.rows(VERSIONS))
        set_faults(["versions-back"])
        run = await centre.synchronise(register, full=True)
        assert run["status"] == "done", run
        assert totals(run, "created", "updated", "deleted", "parked") == dict.fromkeys(
            ("created", "updated", "deleted", "parked"), 0
        )
        assert run["parts"]["students"]["older"] == STUDENTS
        assert sum(part.older for part in (await card(centre, run["id"])).parts) > STUDENTS
        assert all(version < versions[id] for id, version in await centre.rows(VERSIONS))
        assert await centre.value("select count(*) from sync_changes where run_id = $1", run["id"]) == 0
        set_faults([])
        await is_as_before(centre, register, links)


async def test_a_restored_school_whose_cursors_are_lost_is_followed_by_an_incremental_run(centre: Centre) -> None:
    """A school from a backup knows none of our cursors: everything is read in any run."""
    async with over_hh(GeneratedSchool(STUDENTS)) as (register, set_faults):
        await centre.synchronise(register)
        set_faults(["versions-back"])
        run = await centre.synchronise(register)
        assert (run["status"], run["full"]) == ("done", False)
        assert run["parts"]["students"]["older"] == STUDENTS
        changed = await centre.synchronise(register)
        assert totals(changed, "read", "older") == {"read": 0, "older": 0}


async def test_what_a_restored_school_says_differently_is_a_change_that_the_brakes_count(centre: Centre) -> None:
    """The backup's content is the school's state: names follow, branches of many wait."""
    school = a_school(60)
    for _ in range(3):
        school.put(Feed.STUDENTS, *(student(f"s{number}", last_name="Keyin") for number in range(1, 61)))
    await centre.synchronise(school)
    backup = a_school(60)
    backup.put(Feed.STUDENTS, *(student(f"s{number}", office_ids=["o2"]) for number in range(1, 8)))
    backup.forget()
    stopped = await centre.synchronise(backup)
    assert (stopped["status"], effects(stopped)) == ("aborted", {"branches_replaced": 7})
    assert stopped["parts"]["students"]["older"] == 60
    assert stopped["parts"]["students"]["updated"] == 53
    assert await centre.value("select count(*) from students where last_name = 'Keyin'") == 7


@pytest.mark.parametrize(("changed", "status"), [(6, "done"), (7, "aborted")])
@pytest.mark.parametrize("full", [False, True])
async def test_a_tenth_passes_and_one_more_stops(centre: Centre, changed: int, status: str, *, full: bool) -> None:
    """Six of sixty students may move in a run, incremental or full (D-49)."""
    school = a_school(60)
    await centre.synchronise(school)
    school.put(Feed.STUDENTS, *(student(f"s{number}", office_ids=["o2"]) for number in range(1, changed + 1)))
    run = await centre.synchronise(school, full=full)
    assert run["status"] == status
    moved = "select count(*) from student_offices l join offices o on o.id = l.office_id where o.name = 'Office o2'"
    assert await centre.value(moved) == (changed if status == "done" else 0)


async def test_every_kind_counts_towards_one_threshold(centre: Centre) -> None:
    """Six rows of four kinds stop where five of five kinds pass (D-154)."""
    school = a_school(50)
    await centre.synchronise(school)
    school.remove(Feed.STUDENTS, "s1")
    school.put(Feed.STUDENTS, student("s2", status="left"), student("s3", office_ids=[]))
    school.put(Feed.STUDENTS, student("s4", office_ids=["o2"]), student("s5", office_ids=["o1", "o2"]))
    school.put(Feed.STUDENTS, student("s7", last_name="Yangi"))
    assert (await centre.synchronise(school))["status"] == "done", "five of fifty"
    school.put(Feed.STUDENTS, *(student(f"s{number}") for number in range(2, 6)))
    school.remove(Feed.STUDENTS, "s6")
    school.put(Feed.STUDENTS, student("s8", status="finished"))
    stopped = await centre.synchronise(school)
    assert effects(stopped) == {
        **{"branches_added": 1, "branches_replaced": 2, "removed": 1, "status_turned": 2},
    }
    shown = await card(centre, stopped["id"])
    assert shown.stop is not None
    assert (shown.stop.feed, shown.stop.present, shown.stop.changing, shown.stop.limit) == ("students", 49, 6, 5)
    assert {(row.id, row.what) for row in shown.removals[0].rows} == {
        *[("s2", "status_turned"), ("s3", "branches_added"), ("s4", "branches_replaced")],
        *[("s5", "branches_replaced"), ("s6", "removed"), ("s8", "status_turned")],
    }
    assert shown.message == (
        "Students: for 6 of 49 records it would change who sees them or who may enter, so it was stopped"
    )


async def test_groups_that_move_and_periods_that_end_at_once_stop(centre: Centre) -> None:
    school = a_school(60)
    school.put(Feed.GROUPS, *(group(f"g{number}") for number in range(3, 20)))
    await centre.synchronise(school)
    school.put(Feed.GROUPS, *(group(f"g{number}", office_id="o2") for number in range(3, 9)))
    stopped = await centre.synchronise(school)
    assert (json.loads(stopped["detail"])["feed"], effects(stopped)) == ("groups", {"branches_replaced": 6})
    school.put(Feed.GROUPS, *(group(f"g{number}") for number in range(3, 9)))
    school.put(Feed.GROUP_STUDENTS, *(enrolment(f"e-s{n}", f"s{n}", status="left") for n in range(1, 5)))
    school.put(Feed.GROUP_STUDENTS, *(enrolment(f"e-s{n}", f"s{n}", "g3") for n in range(5, 9)))
    stopped = await centre.synchronise(school)
    assert json.loads(stopped["detail"])["feed"] == "group-students"
    assert effects(stopped) == {"status_turned": 4, "moved": 4}


async def test_the_accounts_that_a_stopped_run_would_close_are_counted_and_stay_open(centre: Centre) -> None:
    """A revert opens no account, so a stopped run closes none of its own (D-154)."""
    school = a_school()
    school.put(Feed.TEACHERS, *(teacher(f"t{number}") for number in range(1, 11)))
    await centre.synchronise(school)
    person = await centre.a_person("ustoz")
    await centre.sql.execute("update users set status = 1")
    await centre.sql.execute("update teachers set user_id = $1 where h_id = 't2'", person.id)
    school.put(Feed.TEACHERS, *(teacher(f"t{number}", working=False) for number in range(2, 9)))
    stopped = await centre.synchronise(school)
    shown = await card(centre, stopped["id"])
    assert shown.stop is not None
    assert (shown.stop.accounts, effects(stopped)) == (1, {"deactivated": 7})
    assert await centre.value("select status from users where login = 'ustoz'") == 1
    school.put(Feed.TEACHERS, *(teacher(f"t{number}") for number in range(3, 9)))
    school.put(Feed.STUDENTS, *(student(f"s{number}", office_ids=[]) for number in range(1, 9)))
    assert (await centre.synchronise(school))["status"] == "aborted"
    assert await centre.value("select work_status from teachers where h_id = 't2'") == 2
    assert await centre.value("select status from users where login = 'ustoz'") == 1, "its own departures wait"
    await centre.synchronise(school)
    assert await centre.value("select status from users where login = 'ustoz'") == 2, "an earlier run's do not"


async def test_an_approved_feed_is_applied_exactly_as_shown(centre: Centre, person: Actor) -> None:
    """A school that really reorganises its branches goes on with one press."""
    school = a_school(30)
    await centre.synchronise(school)
    school.put(Feed.STUDENTS, *(student(f"s{number}", office_ids=["o2"]) for number in range(1, 21)))
    stopped = await centre.synchronise(school)
    school.put(Feed.STUDENTS, student("s30", office_ids=[]))
    again = await centre.approve(stopped["id"], school, person)
    assert again["reason"] == "change_threshold", "more than the person saw"
    run = await centre.approve(again["id"], school, person)
    assert (run["status"], run["parts"]["students"]["updated"]) == ("done", 21)
    moved = "select count(*) from student_offices l join offices o on o.id = l.office_id where o.name = 'Office o2'"
    assert await centre.value(moved) == 20
    assert (await centre.synchronise(school, full=True))["status"] == "done"


async def test_periods_that_end_with_approved_departures_need_no_second_approval(centre: Centre, person: Actor) -> None:
    """The places in groups of students who leave follow them, as with removals."""
    school = a_school(30)
    await centre.synchronise(school)
    leaving = range(1, 11)
    school.put(Feed.STUDENTS, *(student(f"s{number}", status="left") for number in leaving))
    school.put(Feed.GROUP_STUDENTS, *(enrolment(f"e-s{n}", f"s{n}", status="left") for n in leaving))
    stopped = await centre.synchronise(school)
    assert effects(stopped) == {"deactivated": 10}
    run = await centre.approve(stopped["id"], school, person)
    assert run["status"] == "done", run
    assert await centre.value("select count(*) from enrolments where action_id = 5") == 10


async def test_a_tenfold_feed_grows_once_a_person_approves(centre: Centre, person: Actor) -> None:
    """A centre that opened: as many as were announced, or about as many, come in."""
    school = a_school(8)
    await centre.synchronise(school)
    school.put(Feed.STUDENTS, *(student(f"n{number}") for number in range(80)))
    stopped = await centre.synchronise(school)
    assert (stopped["reason"], effects(stopped)) == ("tenfold", {"tenfold": 80})
    shown = await card(centre, stopped["id"])
    assert shown.stop is not None
    assert (shown.may_approve, shown.stop.limit, shown.removals) == (True, 40, [])
    assert shown.message == "Students: the school system brings 80 records where 8 were known, so it was stopped"
    school.put(Feed.STUDENTS, student("n80"))
    run = await centre.approve(stopped["id"], school, person)
    assert (run["status"], run["parts"]["students"]["created"]) == ("done", 81)
    audit = "select params->>'total' from audits where verb = 'sync.approved'"
    assert await centre.value(audit) == "80"


class Unannounced:
    """A school that announces no totals."""

    def __init__(self, school: SchoolInMemory) -> None:
        self.school = school
        self.capabilities = school.capabilities
        self.close = school.close

    async def read(self, feed: Feed, cursor: str | None) -> AsyncIterator[Page]:
        async for page in self.school.read(feed, cursor):
            page.announced = len(page.items)
            yield page


async def test_pages_committed_before_a_stop_are_named_and_taken_back(
    centre: Centre, person: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its revert leaves nothing, and the next healthy run offers nothing (D-154)."""
    monkeypatch.setattr("application.sync.feeds.BATCH", 1)
    school, bad = a_school(12), a_school(12)
    await centre.synchronise(school)
    links = await centre.rows(LINKS)
    ours = [student(f"s{number}") for number in range(1, 13)]
    bad.forget()
    bad.put(Feed.STUDENTS, *distorted(["tenfold"], ours, []))
    stopped = await centre.synchronise(Unannounced(bad))
    assert (stopped["status"], stopped["reason"]) == ("aborted", "tenfold")
    stood = totals(stopped, "created")["created"]
    assert 0 < stood <= 48, "four times as many as were known, page by page"
    shown = await card(centre, stopped["id"])
    assert (shown.created, shown.may_revert) == (stood, True)
    reverting = await centre.revert(stopped["id"], person)
    assert (reverting["status"], totals(reverting, "deleted")) == ("done", {"deleted": stood})
    assert not (await card(centre, stopped["id"])).may_approve
    with pytest.raises(DomainError, match=r"sync\.reverted_already"):
        await centre.approve(stopped["id"], school, person)
    school.forget()
    await is_as_before(centre, school, links)


async def test_reverting_a_stopped_run_discards_what_waits_and_reads_the_feed_anew(
    centre: Centre, person: Actor
) -> None:
    """A revert takes back the new name that stands and the branches that wait."""
    school = a_school(30)
    await centre.synchronise(school)
    links = await centre.rows(LINKS)
    school.put(Feed.TEACHERS, teacher("t2"))
    school.put(Feed.STUDENTS, student("s30", last_name="Yangi"), student("s31"))
    school.put(Feed.STUDENTS, *(student(f"s{number}", office_ids=[]) for number in range(1, 11)))
    stopped = await centre.synchronise(school)
    assert totals(stopped, "created", "updated") == {"created": 2, "updated": 1}
    assert effects(stopped) == {"branches_emptied": 10}
    assert (await centre.revert(stopped["id"], person))["status"] == "done"
    assert await centre.value(WAITING) == 0
    assert await centre.rows(LINKS) == links
    assert await centre.value("select last_name from students where h_id = 's30'") == "Karimova s30"
    again = await centre.synchronise(school)
    assert effects(again) == {"branches_emptied": 10}, "the school still says so"
    assert (await centre.revert(again["id"], person))["status"] == "done"
    school.put(Feed.STUDENTS, *(student(f"s{number}") for number in range(1, 11)))
    assert (await centre.synchronise(school))["status"] == "done"
    assert await centre.value("select last_name from students where h_id = 's30'") == "Yangi"
    living = "select count(*) from students where school_deleted_at is null"
    assert await centre.value(living) == 31, "what was right comes again"
    assert await centre.value("select count(*) from teachers where school_deleted_at is null") == 2
    assert await centre.value("select count(*) from sticky_fields") == 0


async def test_a_revert_of_a_stopped_run_can_itself_be_reverted(centre: Centre, person: Actor) -> None:
    """The run stands again, and nothing of either stays against the school."""
    school = a_school(30)
    await centre.synchronise(school)
    school.put(Feed.STUDENTS, student("s30", last_name="Yangi"))
    school.put(Feed.STUDENTS, *(student(f"s{number}", office_ids=[]) for number in range(1, 11)))
    reverting = await centre.revert((await centre.synchronise(school))["id"], person)
    assert (await centre.revert(reverting["id"], person))["status"] == "done"
    assert await centre.value("select last_name from students where h_id = 's30'") == "Yangi"
    assert await centre.value("select count(*) from sticky_fields") == 0


async def test_a_removal_that_waits_is_dropped_when_a_restored_school_delivers_the_record(centre: Centre) -> None:
    """The backup's versions are below the tombstones, and nobody goes (D-154)."""
    school = a_school(30)
    await centre.synchronise(school)
    for number in range(1, 11):
        school.remove(Feed.STUDENTS, f"s{number}")
    stopped = await centre.synchronise(school)
    assert effects(stopped) == {"removed": 10}
    backup = a_school(30)
    backup.forget()
    run = await centre.synchronise(backup)
    assert (run["status"], totals(run, "deleted")) == ("done", {"deleted": 0})
    assert await centre.value(WAITING) == 0


async def test_a_sticky_field_is_no_change_that_the_brakes_count(centre: Centre) -> None:
    """A person's decision stays, so the school's word changes nothing (D-49)."""
    school = a_school(60)
    await centre.synchronise(school)
    await centre.sql.execute(
        """insert into sticky_fields (entity, entity_id, field, school_value)
        select 'enrolment', id, 'action_id', '1' from enrolments order by id limit 20"""
    )
    kept = [row[0] for row in await centre.rows("select h_id from enrolments order by id limit 20")]
    turned = [enrolment(id, id.removeprefix("e-"), status="left") for id in kept]
    school.put(Feed.GROUP_STUDENTS, *turned)
    run = await centre.synchronise(school)
    assert (run["status"], run["parts"]["group-students"]["differing"]) == ("done", 20)
    assert await centre.value("select count(*) from enrolments where action_id <> 1") == 0


async def test_branches_that_a_revert_put_back_are_no_change_that_the_brakes_count(
    centre: Centre, person: Actor
) -> None:
    school = a_school(30)
    await centre.synchronise(school)
    links = await centre.rows(LINKS)
    school.put(Feed.STUDENTS, *(student(f"s{number}", office_ids=["o2"]) for number in range(1, 21)))
    run = await centre.approve((await centre.synchronise(school))["id"], school, person)
    await centre.revert(run["id"], person)
    assert (await centre.synchronise(school, full=True))["status"] == "done"
    assert await centre.rows(LINKS) == links


async def test_a_branch_of_our_own_is_not_the_schools_to_empty(centre: Centre) -> None:
    """Links to our own branches stay and do not hide that the school's went."""
    school = a_school(30)
    await centre.synchronise(school)
    await centre.sql.execute("insert into offices (name) values ('Ours')")
    await centre.sql.execute(
        "insert into student_offices (student_id, office_id) select s.id, o.id from students s, offices o"
        " where o.name = 'Ours'"
    )
    assert (await centre.synchronise(school, full=True))["status"] == "done"
    school.put(Feed.STUDENTS, *(student(f"s{number}", office_ids=[]) for number in range(1, 11)))
    assert effects(await centre.synchronise(school)) == {"branches_emptied": 10}


async def test_records_that_waited_for_their_branch_are_counted_when_it_comes(centre: Centre) -> None:
    """A deferred record is no way around the brakes (D-154)."""
    school = a_school(30)
    await centre.synchronise(school)
    school.put(Feed.STUDENTS, *(student(f"s{number}", office_ids=["o9"]) for number in range(1, 11)))
    waiting = await centre.synchronise(school)
    assert (waiting["status"], waiting["parts"]["students"]["parked"]) == ("done_with_messages", 10)
    school.put(Feed.OFFICES, office("o9"))
    stopped = await centre.synchronise(school)
    assert (stopped["status"], effects(stopped)) == ("aborted", {"branches_replaced": 10})


async def test_an_interrupted_first_reading_is_no_tenfold_feed(centre: Centre) -> None:
    """Six students of a broken first run are not what is known of the school."""
    school = a_school(80)
    await centre.start(RunType.STUDENTS)
    await centre.sql.execute("update sync_runs set status = 'failed', parts = '[]'")
    await centre.sql.execute(
        "insert into students (h_id, first_name, last_name, full_name, search, sort_key)"
        " values ('s1', '', '', '', '', '')"
    )
    run = await centre.synchronise(school)
    assert (run["status"], run["parts"]["students"]["created"]) == ("done", 79)
