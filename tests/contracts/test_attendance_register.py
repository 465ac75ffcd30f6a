"""The contract of the attendance register (D-26, R1-433).

Runs against the in-memory implementation, and hh v1 over HTTP to its simulator with its faults.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Protocol

import aiohttp
import jsonschema
import msgspec
import pytest
import yaml

from adapters.memory.attendance import AttendanceInMemory
from adapters.school.hh_attendance import HhAttendance, request_body
from application.attendance.ports.pushes import (
    AttendanceBatch,
    AttendanceRegister,
    AttendanceUnsupported,
    KeyReused,
    OutgoingMark,
    PushResult,
)
from application.ports import SchoolUnavailable
from contracts.sync.school_records import Feed, GroupStudentRecord
from domain.attendance.marks import AttendanceStatus, MarkValue, Reason
from entrypoints.school import takes_attendance
from entrypoints.settings import read_settings
from entrypoints.simulators.school.folder.files import FILES
from entrypoints.simulators.school.folder.folder import FolderSchool
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.responses import Served
from entrypoints.simulators.school.server import serve, serving
from tests.contracts.harnesses import HASTY, TOKEN, WrittenSchool
from tests.contracts.test_school_register import NEVER, student

CONTRACT = yaml.safe_load((Path(__file__).parents[2] / "contracts/external/hh-v1.yaml").read_text(encoding="utf-8"))
AT = datetime(2026, 11, 20, 9, 5, tzinfo=UTC)
HERE, LATE = MarkValue(AttendanceStatus.ATTENDED), MarkValue(AttendanceStatus.LATE, Reason.ON_THE_ROAD)
AWAY = MarkValue(AttendanceStatus.ABSENT, Reason.WITHOUT_REASON)
# so that an immediate retry does not repair a truncated answer
ONCE = replace(HASTY, tries=1, answer=1.5)
EVERYONE = frozenset({"s1", "s2", "s3"})


class Harness(Protocol):
    """A school with three students in g1 and one beside, changeable by a test."""

    @property
    def register(self) -> AttendanceRegister: ...

    def fail(self, how: str) -> None:
        """Sets a fault: down, slow, half-body, expiry, partial; '' for none."""
        ...

    def held(self) -> dict[str, tuple[str, int]]:
        """The stored marks of lesson 7: word and version by student."""
        ...

    def batches(self) -> int: ...


WORDS = {AttendanceStatus.ATTENDED: "attended", AttendanceStatus.LATE: "late", AttendanceStatus.ABSENT: "absent"}


class InMemory:
    """The in-memory implementation."""

    def __init__(self) -> None:
        self.register = AttendanceInMemory()
        self.register.students = {"s1", "s2", "s3", "s4"}
        self.register.members = {("g1", one) for one in EVERYONE}

    def fail(self, how: str) -> None:
        reasons = {"down": "failing", "expiry": "unauthorised", "half-body": "cut", "slow": "slow"}
        trouble = SchoolUnavailable(reasons[how], "as told") if how in reasons else None
        torn = how in ("half-body", "slow")
        self.register.unavailable, self.register.torn = (None, trouble) if torn else (trouble, None)
        self.register.partial = how == "partial"

    def held(self) -> dict[str, tuple[str, int]]:
        return {one: (WORDS[row.value.status], row.version) for (_, one), row in self.register.marks.items()}

    def batches(self) -> int:
        return self.register.batches


class OverHttp:
    """The adapter and the simulator it calls."""

    def __init__(self, url: str, served: Served) -> None:
        self.url = url
        self.register = HhAttendance(url, TOKEN, ONCE)
        self.served = served

    def fail(self, how: str) -> None:
        self.served.faults.set([f"{how}:attendance"] if how else [])

    def held(self) -> dict[str, tuple[str, int]]:
        return {one: (row.status, row.version) for (_, one), row in self.served.attendance.marks.items()}

    def batches(self) -> int:
        return sum(self.served.attendance.taken.values())


@asynccontextmanager
async def over_http() -> AsyncIterator[OverHttp]:
    """The simulator running, with the adapter connected."""
    school = WrittenSchool()
    school.put(Feed.STUDENTS, *(student(number) for number in range(1, 5)))
    periods = [
        GroupStudentRecord(id=f"m{one}", version=0, changed_at=NEVER, group_id="g1", student_id=one) for one in EVERYONE
    ]
    school.put(Feed.GROUP_STUDENTS, *periods)
    served = Served(school, TOKEN)
    async with serving(served) as url:
        harness = OverHttp(url, served)
        try:
            yield harness
        finally:
            await harness.register.close()


@pytest.fixture(params=["memory", "http"])
async def harness(request: pytest.FixtureRequest) -> AsyncIterator[Harness]:
    if request.param == "memory":
        yield InMemory()
        return
    async with over_http() as harness:
        yield harness


def marks(version: int = 1, **values: MarkValue) -> AttendanceBatch:
    """Marks of lesson 7 of g1."""
    rows = [OutgoingMark(one, what, AT, version) for one, what in values.items()]
    return AttendanceBatch(7, "g1", date(2026, 11, 20), rows)


A_CLASS = marks(s1=HERE, s2=LATE, s3=AWAY)


async def test_the_marks_of_a_class_are_accepted(harness: Harness) -> None:
    """Attended, late and absent, with the version of each mark."""
    assert await harness.register.push(A_CLASS, "1-a") == PushResult(EVERYONE, [])
    assert harness.held() == {"s1": ("attended", 1), "s2": ("late", 1), "s3": ("absent", 1)}


async def test_rejected_students_are_named_and_the_others_saved(harness: Harness) -> None:
    """Each with the school's code and message, and if a retry may help (R1-433, A1)."""
    taken = await harness.register.push(marks(s1=HERE, s4=HERE, nobody=AWAY), "1-a")
    assert taken.saved == {"s1"}
    assert [(one.student, one.code, one.retryable) for one in taken.refused] == [
        ("s4", "not_in_group", False),
        ("nobody", "unknown_student", False),
    ]
    assert all(one.message for one in taken.refused)
    assert list(harness.held()) == ["s1"]


async def test_an_older_mark_does_not_replace_a_later_one(harness: Harness) -> None:
    """An overtaken push is a conflict, and the later mark stands (D-26)."""
    await harness.register.push(marks(2, s1=LATE), "2-a")
    taken = await harness.register.push(marks(1, s1=HERE), "1-a")
    assert [(one.student, one.code, one.retryable) for one in taken.refused] == [("s1", "conflict", False)]
    assert harness.held() == {"s1": ("late", 2)}


async def test_a_deferred_mark_is_accepted_under_a_new_key(harness: Harness) -> None:
    """The same key gives the same answer for ever; a new one is a new request."""
    harness.fail("partial")
    taken = await harness.register.push(A_CLASS, "1-a")
    (put_off,) = taken.refused
    assert (put_off.student, put_off.code, put_off.retryable) == ("s1", "lesson_closed", True)
    assert taken.saved == {"s2", "s3"}
    assert await harness.register.push(A_CLASS, "1-a") == taken
    assert (await harness.register.push(marks(s1=HERE), "2-a")).saved == {"s1"}


async def test_a_repeated_key_counts_once(harness: Harness) -> None:
    first = await harness.register.push(A_CLASS, "1-a")
    assert await harness.register.push(A_CLASS, "1-a") == first
    assert harness.batches() == 1


async def test_a_key_belongs_to_one_class(harness: Harness) -> None:
    """Other marks under a used key are rejected with 409."""
    await harness.register.push(A_CLASS, "1-a")
    with pytest.raises(KeyReused):
        await harness.register.push(marks(s1=AWAY), "1-a")
    assert harness.held()["s1"] == ("attended", 1)


@pytest.mark.parametrize(("how", "reason"), [("down", "failing"), ("expiry", "unauthorised")])
async def test_a_school_that_accepts_nothing_reports_it(harness: Harness, how: str, reason: str) -> None:
    harness.fail(how)
    with pytest.raises(SchoolUnavailable) as refusal:
        await harness.register.push(A_CLASS, "1-a")
    assert refusal.value.reason == reason
    assert TOKEN not in str(refusal.value)
    assert harness.held() == {}
    harness.fail("")
    assert (await harness.register.push(A_CLASS, "1-a")).saved == EVERYONE


@pytest.mark.parametrize(("how", "reason"), [("half-body", "cut"), ("slow", "slow")])
async def test_a_lost_answer_is_recovered_by_a_retry(harness: Harness, how: str, reason: str) -> None:
    """Half a body or a timeout: the same key returns the answer of the first call."""
    harness.fail(how)
    with pytest.raises(SchoolUnavailable) as refusal:
        await harness.register.push(A_CLASS, "1-a")
    assert refusal.value.reason == reason
    assert len(harness.held()) == 3
    harness.fail("")
    assert await harness.register.push(A_CLASS, "1-a") == PushResult(EVERYONE, [])
    assert harness.batches() == 1


async def test_a_transient_fault_is_retried() -> None:
    """After one 500 the call is retried at once under the same key."""
    async with over_http() as harness:
        harness.fail("errors")
        patient = HhAttendance(harness.url, TOKEN, HASTY)
        assert (await patient.push(A_CLASS, "1-a")).saved == EVERYONE
        await patient.close()


async def test_the_request_follows_the_contract() -> None:
    """Only late and absent carry a reason; an unintelligible mark is invalid."""
    schema = CONTRACT["components"]["schemas"]["AttendanceBatch"] | {"components": CONTRACT["components"]}
    sent = msgspec.json.decode(request_body(A_CLASS))
    jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker()).validate(sent)
    assert [row.get("reason") for row in sent["rows"]] == [None, "on_the_road", "without_reason"]
    async with over_http() as harness:
        body = {**sent, "rows": [{"student_id": "s1", "status": "present"}, {"student_id": "s2", "status": "late"}]}
        headers = {"Authorization": f"Bearer {TOKEN}", "Idempotency-Key": "k"}
        async with (
            aiohttp.ClientSession(harness.url, headers=headers) as http,
            http.post("/v1/attendance-batches", json=body) as answer,
        ):
            outcome = await answer.json(content_type=None)
    assert [one["code"] for one in outcome["failed"]] == ["invalid", "invalid"]
    schema = CONTRACT["components"]["schemas"]["AttendanceOutcome"] | {"components": CONTRACT["components"]}
    jsonschema.Draft202012Validator(schema).validate(outcome)


async def test_a_folder_accepts_no_marks(tmp_path: Path) -> None:
    """Its files are read-only: marks stay here, and the school reports it."""
    for file in FILES:
        (tmp_path / file.name).write_text(",".join(column.name for column in file.columns) + "\n", encoding="utf-8")
    async with serve(FolderSchool(tmp_path), TOKEN) as url:
        register = HhAttendance(url, TOKEN, ONCE)
        with pytest.raises(AttendanceUnsupported):
            await register.push(A_CLASS, "1-a")
        await register.close()


async def test_the_demo_school_always_rejects_one_student() -> None:
    """The demo has a rejected push for its screen; the others are accepted (ui.md)."""
    school = GeneratedSchool(60, seed=4)
    (unwelcome,) = school.unwelcome
    members = [
        period
        for row in school.feeds[Feed.GROUP_STUDENTS].rows.values()
        if (period := msgspec.json.decode(row, type=GroupStudentRecord)).group_id == "group-1"
    ]
    given = AttendanceBatch(
        1, "group-1", date(2026, 11, 20), [OutgoingMark(one.student_id, HERE, AT, 1) for one in members]
    )
    async with serve(school, TOKEN) as url:
        register = HhAttendance(url, TOKEN, ONCE)
        for key in ("1-a", "2-a"):
            taken = await register.push(given, key)
            assert [(one.student, one.retryable) for one in taken.refused] == [(unwelcome, True)]
        await register.close()


@pytest.mark.parametrize(
    ("settings", "takes"),
    [
        ({"CONSOLE_SCHOOL_URL": "http://school.example"}, True),
        ({"CONSOLE_SCHOOL_URL": "http://school.example", "CONSOLE_SCHOOL_FORM": "oneroster"}, False),
        ({"CONSOLE_DEMO": "off"}, False),
    ],
)
def test_only_a_school_that_accepts_attendance_gets_it(
    tmp_path: Path, settings: dict[str, str], *, takes: bool
) -> None:
    """OneRoster has no call for it; without a school there is no receiver.

    Protocols §6.6.
    """
    given = {"CONSOLE_HOME": str(tmp_path), "CONSOLE_SCHOOL_TOKEN": TOKEN}
    assert takes_attendance(read_settings(given | settings)) is takes


def test_all_implementations_are_registers() -> None:
    assert isinstance(AttendanceInMemory(), AttendanceRegister)
    assert isinstance(HhAttendance("http://school.example", TOKEN), AttendanceRegister)
