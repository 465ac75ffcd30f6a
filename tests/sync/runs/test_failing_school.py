"""A school that fails or sends bad data: nothing partial, nobody removed."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest

from adapters.memory.school import SchoolInMemory
from adapters.school.hh import HhSchool
from application.sync.commands import start_nightly
from application.sync.ports import ResyncRequired
from contracts.sync.school_records import Documents, Feed
from domain.sync.types import RunType
from entrypoints.simulators.school.changes import Change
from entrypoints.simulators.school.faults import Faults
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.server import serve
from tests.contracts.harnesses import HASTY
from tests.sync.centre import ACTOR, Centre
from tests.sync.records.test_changes import rows_as_written, written
from tests.sync.school_records import FailingRegister, a_school, enrolment, group, office, schedule, student, teacher


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes each page a batch of its own, so few records make several transactions."""
    monkeypatch.setattr("application.sync.feeds.BATCH", 1)


async def test_a_record_before_its_referent_is_deferred_and_placed_in_the_same_run(centre: Centre) -> None:
    """A row with an unknown referent is deferred and retried at the run's end.

    D-49: it is never written in part.
    """
    school = a_school()
    school.remove(Feed.STUDENTS, "s1")
    school.put(Feed.GROUPS, group("g3", office_id="o3", schedules=[schedule("x", "t9")]))
    run = await centre.synchronise(school)
    assert run["status"] == "done_with_messages"
    assert run["parts"]["groups"]["errors"] == [{"id": "g3", "field": "officeId", "code": "unknown_ref"}]
    assert run["parts"]["group-students"]["parked"] == 1
    assert await centre.value("select count(*) from groups") == 2

    before = await rows_as_written(centre)
    idle = await centre.synchronise(school)
    assert idle["parts"]["groups"]["parked"] == 1, "still reported"
    assert await written(centre, before) == {}, "waiting costs no writes"

    school.put(Feed.OFFICES, office("o3"))
    school.put(Feed.TEACHERS, teacher("t9"))
    school.put(Feed.STUDENTS, student("s1"))
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    assert run["parts"]["groups"]["created"] == run["parts"]["group-students"]["created"] == 1
    assert await centre.value("select count(*) from sync_parked") == 0


async def test_a_deferred_record_is_encrypted_and_replaced_by_a_newer_one_or_its_end(centre: Centre) -> None:
    """Deferred records keep their documents secret too (D-19)."""
    school, number = a_school(), "31210632040244"
    school.put(Feed.STUDENTS, student("s9", office_ids=["o9"], documents=Documents(personal_id=number)))
    school.put(Feed.STUDENTS, student("s10", office_ids=["o9"]))
    await centre.synchronise(school)
    sealed = await centre.rows("select record from sync_parked")
    assert len(sealed) == 2
    assert not any(number.encode() in record for (record,) in sealed)
    school.put(Feed.STUDENTS, student("s9", office_ids=["o1"]))
    school.remove(Feed.STUDENTS, "s10")
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    assert await centre.value("select count(*) from sync_parked") == 0
    assert await centre.rows("select h_id from students where h_id in ('s9', 's10')") == [("s9",)]


async def test_a_run_that_fails_midway_is_resumed_from_its_cursor(centre: Centre) -> None:
    """Pages before the fault are committed with their cursor; the next run resumes."""
    school = FailingRegister(a_school(), Feed.STUDENTS, after=2)
    run = await centre.synchronise(school)
    assert (run["status"], run["reason"], run["detail"]) == ("failed", "failing", "503")
    assert run["parts"]["students"]["state"] == "failed"
    assert run["parts"]["groups"]["state"] == "waiting"
    assert await centre.value("select count(*) from students") == 6
    school.mend()
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    assert run["parts"]["students"]["read"] == 2
    assert await centre.value("select count(*) from students") == 8
    assert await centre.value("select count(*) from students where school_deleted_at is not null") == 0


@pytest.mark.parametrize("fault", ["errors", "duplicates", "busy", "half-body", "reordered"])
async def test_transient_faults_leave_no_trace(centre: Centre, fault: str) -> None:
    """A 500, a duplicated row, a 429 and half a body are survived in the run.

    Protocols §6.6.
    """
    made = GeneratedSchool(60)
    async with serve(made, "token", faults=Faults({fault}), max_page=7) as url:
        register = HhSchool(url, "token", HASTY)
        run = await centre.synchronise(register)
        await register.close()
    assert run["status"] == "done"
    assert await centre.value("select count(*) from students") == 60
    assert await centre.value("select count(*) from enrolments") == len(made.feeds[Feed.GROUP_STUDENTS].living())


@pytest.mark.parametrize(
    ("fault", "reason"), [("expiry", "unauthorised"), ("garbage", "garbage"), ("wrong-type", "garbage")]
)
async def test_permanent_faults_end_the_run_with_their_reason(centre: Centre, fault: str, reason: str) -> None:
    made = GeneratedSchool(60)
    async with serve(made, "token", faults=Faults({fault}), max_page=7) as url:
        register = HhSchool(url, "token", HASTY)
        run = await centre.synchronise(register)
        await register.close()
    assert (run["status"], run["reason"]) == ("failed", reason)


async def test_a_deletion_missing_from_the_changes_is_found_by_a_full_read(centre: Centre) -> None:
    """A delta may miss a deletion; the weekly full read compares.

    Protocols §6.6.
    """
    made, faults = GeneratedSchool(60), Faults({"forgetful"})
    async with serve(made, "token", faults=faults) as url:
        register = HhSchool(url, "token", HASTY)
        await centre.synchronise(register)
        (gone,) = made.change(Change(removed=1))["removed"]
        ended = "select school_deleted_at is not null from students where h_id = $1"
        await centre.synchronise(register)
        assert await centre.value(ended, gone) is False
        run = await centre.synchronise(register, full=True)
        await register.close()
    assert run["status"] == "done"
    assert run["full"]
    assert run["parts"]["students"]["read"] >= 59
    assert await centre.value(ended, gone) is True


async def test_the_nightly_run_does_a_full_read_once_a_week(centre: Centre) -> None:
    """A failed full read is retried the next night (protocols §6.6)."""
    school = a_school()
    await centre.synchronise(school)
    full = []
    start = datetime.now(UTC) + timedelta(days=1)
    for day in range(9):
        centre.clock.at = start + timedelta(days=day)
        run_id = await start_nightly(
            night=centre.clock.at,
            school="memory",
            actor=ACTOR,
            uow=centre.uow,
            clock=centre.clock,
            runs=centre.views,
        )
        assert run_id is not None
        await centre.perform(run_id, FailingRegister(school, Feed.OFFICES, 0) if day == 0 else school)
        full.append((await centre.run(run_id))["full"])
    assert full == [True, True, *[False] * 6, True]


async def test_an_empty_feed_of_a_type_that_had_rows_is_rejected(centre: Centre) -> None:
    """A bad feed removes nobody (D-49, M4)."""
    await centre.synchronise(a_school())
    await centre.sql.execute("update sync_cursors set cursor = null where feed = 'students'")
    emptied = SchoolInMemory()
    emptied.put(Feed.OFFICES, office("o1"), office("o2"))
    run = await centre.synchronise(emptied, RunType.STUDENTS)
    assert (run["status"], run["reason"]) == ("aborted", "empty_feed")
    assert await centre.value("select count(*) from students where school_deleted_at is null") == 8
    healed = await centre.synchronise(a_school(), RunType.STUDENTS)
    assert healed["status"] == "done"


async def test_removing_many_stops_the_run_and_removes_nobody(centre: Centre) -> None:
    """More than max(5 rows, 10 %) stops the run; removals wait (D-49, M4).

    The removals are dropped once the school lists the students again.
    """
    school = a_school(30)
    await centre.synchronise(school)
    for number in range(1, 7):
        school.remove(Feed.STUDENTS, f"s{number}")
    school.put(Feed.STUDENTS, student("s20", first_name="Changed"))
    run = await centre.synchronise(school)
    assert (run["status"], run["reason"]) == ("aborted", "change_threshold")
    assert json.loads(run["detail"]) == {
        **{"feed": "students", "present": 30, "changing": 6, "effects": {"removed": 6}, "accounts": 0},
    }
    assert run["parts"]["courses"]["state"] == "waiting"
    assert await centre.value("select count(*) from students where school_deleted_at is not null") == 0
    assert await centre.value("select first_name from students where h_id = 's20'") == "Changed"
    again = await centre.synchronise(school)
    assert again["reason"] == "change_threshold", "it asks again"
    assert (await centre.synchronise(school, RunType.TEACHERS))["status"] == "done", "others go on"
    school.put(Feed.STUDENTS, student("s1"))
    run = await centre.synchronise(school)
    assert run["status"] == "done", "five of thirty may go"
    assert run["parts"]["students"]["deleted"] == 5


async def test_deactivating_many_stops_as_well(centre: Centre) -> None:
    """Departed students and teachers count, and students who finished (D-49, D-154)."""
    school = a_school(20)
    await centre.synchronise(school)
    school.put(Feed.STUDENTS, *(student(f"s{number}", status="finished") for number in range(1, 6)))
    assert (await centre.synchronise(school))["status"] == "done"
    assert await centre.value("select count(*) from students where status_id = 2") == 5
    school.put(Feed.STUDENTS, *(student(f"s{number}", status="left") for number in range(11, 16)))
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    assert run["parts"]["students"]["updated"] == 5
    school.put(Feed.STUDENTS, *(student(f"s{number}", status="left") for number in range(1, 7)))
    assert (await centre.synchronise(school))["reason"] == "change_threshold"
    assert await centre.value("select count(*) from students where status_id = 5") == 5


async def test_a_lost_cursor_leads_to_a_full_read_that_ends_missing_records(centre: Centre) -> None:
    """410 leads to a full read; missing records end, below the threshold.

    Protocols §6.6.
    """
    school = a_school(12)
    await centre.synchronise(school)
    school.remove(Feed.STUDENTS, "s12")
    school.remove(Feed.GROUP_STUDENTS, "e-s12")
    school.put(Feed.STUDENTS, student("s1", first_name="Changed"))
    school.forget()
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    part = run["parts"]["students"]
    assert (part["updated"], part["unchanged"], part["deleted"]) == (1, 10, 1)
    gone = "select h_id from students where school_deleted_at is not null"
    assert await centre.rows(gone) == [("s12",)]
    assert await centre.value("select count(*) from sync_seen") == 0


async def test_an_interrupted_full_read_ends_nobody(centre: Centre) -> None:
    """Only a completed read knows which records are missing (M4).

    It may take several runs.
    """
    whole = a_school(12)
    await centre.synchronise(whole)
    whole.forget()
    school = FailingRegister(whole, Feed.STUDENTS, after=2)
    assert (await centre.synchronise(school))["status"] == "failed"
    assert await centre.value("select count(*) from students where school_deleted_at is not null") == 0
    school.mend()
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    assert run["parts"]["students"]["deleted"] == 0


async def test_a_school_that_always_demands_a_full_read_is_abandoned(centre: Centre) -> None:
    school = FailingRegister(a_school(), Feed.STUDENTS, after=0, problem=ResyncRequired())
    run = await centre.synchronise(school)
    assert (run["status"], run["reason"]) == ("failed", "garbage")


async def test_invalid_rows_are_rejected_and_reported(centre: Centre) -> None:
    """Rejected rows are reported with id, field and code (protocols §6.6).

    A wrong phone or birth date is left out of its row.
    """
    school = a_school()
    school.put(
        Feed.STUDENTS, student("s1", phone="12345", birth_date=date(1850, 1, 1), status="asleep", gender="robot")
    )
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s2", "s2", end_date=date(2025, 1, 1)))
    school.put(Feed.STUDENTS, student("bad\x00id"))
    run = await centre.synchronise(school)
    assert run["status"] == "done_with_messages"
    errors = {(error["field"], error["code"]) for error in run["parts"]["students"]["errors"]}
    assert errors == {
        ("phone", "phone_format"),
        ("birthDate", "birth_date_year"),
        ("status", "unknown_word"),
        ("gender", "unknown_word"),
        ("id", "bad_id"),
    }
    kept = "select phone, birth_date, status_id, school_status, gender from students where h_id = 's1'"
    assert await centre.rows(kept) == [(None, None, None, "asleep", None)]
    enrolments = run["parts"]["group-students"]
    assert enrolments["errors"] == [{"id": "e-s2", "field": "endDate", "code": "ended_before_begun"}]
    assert (enrolments["refused"], enrolments["created"]) == (1, 7)


async def test_only_the_first_hundred_errors_are_stored(centre: Centre) -> None:
    school = a_school(150)
    school.put(Feed.STUDENTS, *(student(f"s{number}", phone="1") for number in range(1, 151)))
    run = await centre.synchronise(school)
    assert len(run["parts"]["students"]["errors"]) == 100


async def test_a_student_without_a_name_and_an_early_enrolment_are_accepted(centre: Centre) -> None:
    """Real schools lack names; a period may precede its group (D-35, D-48)."""
    school = a_school()
    school.put(Feed.STUDENTS, student("s1", first_name="", last_name=" ", phone=""))
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s1", start_date=date(2025, 9, 1)))
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    assert await centre.value("select full_name from students where h_id = 's1'") == "Noma'lum"
    assert await centre.value("select started_date from enrolments where h_id = 'e-s1'") == date(2025, 9, 1)
