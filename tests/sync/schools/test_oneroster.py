"""A school over OneRoster 1.2 is synchronised, again, and after changes.

Issue 4, Shown by 8; R1-009.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from adapters.school.oneroster import OneRosterSchool
from contracts.sync.school_records import Feed
from entrypoints.simulators.oneroster import Behaviour, serve
from entrypoints.simulators.oneroster.responses import Served
from entrypoints.simulators.oneroster.roster import Roster
from entrypoints.simulators.oneroster.tokens import Tokens
from entrypoints.simulators.school.changes import Change
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from tests.sync.centre import Centre
from tests.sync.records.test_changes import rows_as_written, written

TABLES = {
    Feed.OFFICES: "offices",
    Feed.TEACHERS: "teachers",
    Feed.STUDENTS: "students",
    Feed.COURSES: "courses",
    Feed.GROUPS: "groups",
    Feed.GROUP_STUDENTS: "enrolments",
}


@asynccontextmanager
async def provided(school: GeneratedSchool, *behaviour: str) -> AsyncIterator[tuple[OneRosterSchool, Behaviour]]:
    """The school behind a provider with these quirks, and the adapter for it."""
    ways = Behaviour(set(behaviour))
    async with serve(Served(Roster(school, ways), Tokens("markaz", "secret"), ways)) as url:
        register = OneRosterSchool(url, "markaz", "secret")
        yield register, ways
        await register.close()


async def living(centre: Centre, table: str) -> int:
    gone = "" if table in {"courses", "offices"} else " where school_deleted_at is null"
    found: int = await centre.value(f"select count(*) from {table}{gone}")
    return found


async def test_a_school_of_1200_arrives_and_a_second_run_writes_nothing(centre: Centre) -> None:
    """As many rows of each kind as the school has, then none (D-49, D-64)."""
    school = GeneratedSchool(1200, seed=5)
    async with provided(school) as (register, _):
        run = await centre.synchronise(register)
        assert run["status"] == "done", run
        for feed, table in TABLES.items():
            expected = len(school.feeds[feed].living())
            part = run["parts"][feed]
            assert part["created"] == part["read"] == part["announced"] == expected > 0
            assert await living(centre, table) == expected
        before = await rows_as_written(centre)
        for full in (False, True):
            again = await centre.synchronise(register, full=full)
            assert again["status"] == "done"
            changed = {name: again["parts"][feed][name] for feed in Feed for name in ("created", "updated", "deleted")}
            assert set(changed.values()) == {0}
        assert await written(centre, before) == {}


async def test_the_known_fields_of_each_record_arrive(centre: Centre) -> None:
    """Branches, birth dates and sexes, terms as days, teachers and rooms."""
    school = GeneratedSchool(300, seed=5)
    async with provided(school) as (register, _):
        await centre.synchronise(register)
    roster = Roster(school, Behaviour())
    students = {record.id: record for record in roster.records(Feed.STUDENTS)}
    for h_id, gender, born, phone in await centre.rows("select h_id, gender, birth_date, phone from students"):
        sent = students[h_id]
        assert (gender, born) == (1 if sent.gender == "male" else 2, sent.birth_date)
        assert (phone or "") == sent.phone
    assert await centre.value("select count(*) from student_offices") == sum(
        len(record.office_ids) for record in students.values()
    )
    groups = {record.id: record for record in roster.records(Feed.GROUPS)}
    days = "select h_id, started_date, ended_date, status from groups"
    for h_id, started, ended, status in await centre.rows(days):
        assert (started, ended) == (groups[h_id].start_date, groups[h_id].end_date)
        assert status == ["not_started", "active", "ended"].index(groups[h_id].status) + 1
    taught = """select g.h_id, t.h_id from schedules s
        join groups g on g.id = s.group_id join teachers t on t.id = s.teacher_id"""
    assert set(await centre.rows(taught)) == {
        (group.id, schedule.teacher_id) for group in groups.values() for schedule in group.schedules
    }
    periods = {record.id: record for record in roster.records(Feed.GROUP_STUDENTS)}
    for h_id, started, ended in await centre.rows("select h_id, started_date, ended_date from enrolments"):
        assert (started, ended) == (periods[h_id].start_date, periods[h_id].end_date)
    assistants = await centre.value("select count(*) from teachers where role_number = 3")
    assert assistants == sum(record.role == "assistant" for record in roster.records(Feed.TEACHERS))


async def test_a_delta_writes_exactly_what_changed(centre: Centre) -> None:
    """New, renamed, moved to another room and removed: these rows and no other."""
    school = GeneratedSchool(600, seed=5)
    async with provided(school) as (register, _):
        await centre.synchronise(register)
        happened = school.change(Change(new=3, renamed=4, removed=2, rescheduled=1))
        run = await centre.synchronise(register)
    assert run["status"] == "done", run
    parts = run["parts"]
    renamed = set(happened["renamed"]) - set(happened["removed"])
    assert parts["students"]["created"] == len(happened["new"]) == 3
    assert parts["students"]["updated"] == len(renamed)
    assert parts["students"]["deleted"] == len(happened["removed"]) == 2
    assert (parts["groups"]["created"], parts["groups"]["updated"], parts["groups"]["deleted"]) == (0, 1, 0)
    for feed in (Feed.OFFICES, Feed.TEACHERS, Feed.COURSES):
        assert [parts[feed][name] for name in ("created", "updated", "deleted")] == [0, 0, 0]
    for feed, table in TABLES.items():
        assert await living(centre, table) == len(school.feeds[feed].living())


async def test_deletions_by_omission_are_found_by_a_full_read(centre: Centre) -> None:
    """A record may vanish without tobedeleted; the weekly full read finds it.

    Protocols §6.1.
    """
    school = GeneratedSchool(1200, seed=5)
    async with provided(school, "vanish") as (register, _):
        await centre.synchronise(register)
        gone = set(school.change(Change(removed=4))["removed"])
        delta = await centre.synchronise(register)
        assert delta["parts"]["students"]["deleted"] == 0
        run = await centre.synchronise(register, full=True)
    assert run["status"] == "done"
    assert run["parts"]["students"]["deleted"] == len(gone)
    assert {
        h_id for (h_id,) in await centre.rows("select h_id from students where school_deleted_at is not null")
    } == gone


async def test_a_provider_that_lists_nobody_is_rejected(centre: Centre) -> None:
    """An empty feed for a type that had rows is rejected in any protocol (D-49)."""
    async with provided(GeneratedSchool(200, seed=5)) as (register, ways):
        await centre.synchronise(register)
        ways.set(["empty"])
        run = await centre.synchronise(register, full=True)
    assert (run["status"], run["reason"]) == ("aborted", "empty_feed")
    assert await living(centre, "students") == 200


@pytest.mark.parametrize("variant", ["v1p1", "no-filter", "no-sort", "local-time", "core-only"])
async def test_different_vendors_bring_the_same_people(centre: Centre, variant: str) -> None:
    """The same rows and a later rename arrive from every provider.

    Protocols §6.1.
    """
    school = GeneratedSchool(1200, seed=5)
    async with provided(school, variant) as (register, _):
        assert (await centre.synchronise(register))["status"] == "done"
        happened = school.change(Change(renamed=3))
        run = await centre.synchronise(register)
    assert run["status"] == "done"
    assert run["parts"]["students"]["updated"] == len(set(happened["renamed"]))
    for feed, table in TABLES.items():
        assert await living(centre, table) == len(school.feeds[feed].living())
