"""The simulated doors: a day's entries, the faults, the reports to a console.

T4.
"""

from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import aiohttp
import asyncpg
import pytest

from adapters.postgres.core.engine import asyncpg_arguments
from adapters.school.hh import HhSchool
from contracts.sync.school_records import GroupRecord, GroupStudentRecord
from entrypoints.settings import read_settings
from entrypoints.simulators.doors.command import main
from entrypoints.simulators.doors.devices import FAULTS, batches, to_event
from entrypoints.simulators.doors.entries import Entry, entries_of
from entrypoints.simulators.doors.play import Doors, NotTaken, people_of, play
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.server import serve
from tests.contracts.harnesses import TOKEN
from tests.support.served import api_process

ZONE = ZoneInfo("Asia/Tashkent")
DAY = date(2026, 11, 20)


async def a_day(day: date = DAY, students: int = 200) -> list[Entry]:
    """The entries of a day of a generated school."""
    groups, periods = await people(students)
    return entries_of(day, groups, periods, ZONE)


async def people(students: int = 200) -> tuple[list[GroupRecord], list[GroupStudentRecord]]:
    """Its groups and their members."""
    async with serve(GeneratedSchool(students, today=DAY), TOKEN) as url:
        school = HhSchool(url, TOKEN)
        try:
            return await people_of(school)
        finally:
            await school.close()


async def test_the_students_and_teachers_of_the_day_come() -> None:
    """Each near the start of a lesson of theirs; most come, some late, some never."""
    groups, periods = await people()
    entries = entries_of(DAY, groups, periods, ZONE)
    meets = {group.id: line for group in groups for line in group.schedules if DAY.isoweekday() in line.days_of_week}
    begins: dict[str, list[datetime]] = {}
    for period in periods:
        if line := meets.get(period.group_id):
            at = datetime.combine(DAY, line.begin_time or datetime.min.time(), ZONE)
            begins.setdefault(period.student_id, []).append(at)
    students = [entry for entry in entries if entry.person.startswith("student-")]
    assert students
    for entry in students:
        assert any(abs(entry.at - at) <= timedelta(minutes=26) for at in begins[entry.person])
    assert any(entry.person.startswith("teacher-") for entry in entries)
    assert len({(entry.device, entry.serial) for entry in entries}) == len(entries)
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries)
    assert entries == entries_of(DAY, groups, periods, ZONE)
    assert entries != entries_of(DAY, groups, periods, ZONE, seed=2)


async def test_each_fault_appears_in_the_reports() -> None:
    """T4: repeats, a clock two and a half hours ahead, the year 2000, unknown numbers."""
    entries = await a_day()
    plain = [to_event(entry, ()) for entry in entries]
    assert sum(len(part) for part in batches(plain, ["repeats"], size=10)) > len(plain)
    clock = [to_event(entry, ["clock"]) for entry in entries]
    ahead = {datetime.fromisoformat(it["at"]) - entry.at for it, entry in zip(clock, entries, strict=True)}
    assert ahead == {timedelta(0), timedelta(hours=2, minutes=30)}
    assert any(it["at"].startswith("2000-") for it in (to_event(entry, ["year-2000"]) for entry in entries))
    assert any(it["person"].startswith("begona-") for it in (to_event(entry, ["strangers"]) for entry in entries))


async def test_a_day_reported_twice_with_every_fault_is_stored_once(database_url: str, tmp_path: Path) -> None:
    """Doubtful reports are counted; a wrong token is reported."""
    entries = await a_day(students=60)
    evening = datetime.combine(DAY, datetime.max.time(), ZONE)
    async with api_process(database_url, tmp_path) as served, aiohttp.ClientSession() as http:
        token = (tmp_path / "secrets" / "devices_token").read_text().strip()
        address = f"http://127.0.0.1:{served.port}"
        counts = []
        for _ in range(2):
            doors = Doors(http, address, token, lambda _: None, set(FAULTS))
            await play(doors, entries, lambda: evening, once=True)
            counts.append(doors.counts)
        with pytest.raises(NotTaken, match="401"):
            await Doors(http, address, "somebody's", lambda _: None).report([to_event(entries[0], ())])
    assert (counts[0]["taken"], counts[1]["taken"]) == (len(entries), 0)
    assert counts[0]["doubtful"] == len(entries), "nobody of the made-up school is in this centre"
    connection = await asyncpg.connect(**asyncpg_arguments(database_url))
    try:
        doubts = {row[0] for row in await connection.fetch("select distinct doubt from door_events")}
    finally:
        await connection.close()
    assert doubts == {"person"}


def test_a_missing_school_is_reported_with_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One clear line."""
    monkeypatch.setenv("CONSOLE_HOME", str(tmp_path))
    monkeypatch.setenv("CONSOLE_SCHOOL_URL", "http://127.0.0.1:1")
    assert main(["--once"]) == 1
    assert "is the console running" in capsys.readouterr().err


def test_the_devices_have_a_token_of_their_own(tmp_path: Path) -> None:
    """Generated and stored apart from the school's, or given."""
    first, second = (read_settings({"CONSOLE_HOME": str(tmp_path)}) for _ in range(2))
    assert first.devices_token == second.devices_token != first.school_token
    assert len(first.devices_token) >= 32
    given = read_settings({"CONSOLE_HOME": str(tmp_path), "CONSOLE_DEVICES_TOKEN": "sixteen-signs-here"})
    assert given.devices_token == "sixteen-signs-here"
