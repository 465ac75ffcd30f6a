"""A real school's records agree with counts from its own files (Shown by 3)."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

import pytest

from adapters.school.hh import HhSchool
from entrypoints.simulators.school import FolderSchool, serve
from tests.support.records.oulad import HEAD_OFFICE, school_records, write_folder
from tests.support.records.oulad_counts import count
from tests.sync.centre import Centre

RECORDS = school_records()
pytestmark = pytest.mark.skipif(RECORDS is None, reason="no real records: set MARKAZ_SCHOOL_RECORDS to their folder")


async def test_all_records_arrive_and_a_second_run_changes_nothing(centre: Centre, tmp_path: Path) -> None:
    """Branches, students, groups, enrolments and dates (R1-009, D-48).

    Nameless students are accepted.
    """
    assert RECORDS
    write_folder(RECORDS, tmp_path)
    expected = count(RECORDS)
    async with serve(FolderSchool(tmp_path), "token") as url:
        school = HhSchool(url, "token")
        run = await centre.synchronise(school)
        again = await centre.synchronise(school)
        await school.close()
    assert run["status"] == again["status"] == "done", run
    assert all(part["read"] == 0 for part in again["parts"].values())

    branches = dict(
        await centre.rows(
            """select o.name, (select count(*) from student_offices l where l.office_id = o.id)
            from offices o where o.name <> $1""",
            HEAD_OFFICE[1],
        )
    )
    assert branches == expected["students_per_region"]
    assert len(branches) == expected["regions"]
    groups = "select g.name, (select count(*) from enrolments e where e.group_id = g.id) from groups g"
    members = dict(await centre.rows(groups))
    assert len(members) == expected["groups"]
    assert {name: size for name, size in members.items() if size} == expected["members_per_group"]
    for table, number in (("students", "students"), ("courses", "courses"), ("enrolments", "memberships")):
        assert await centre.value(f"select count(*) from {table}") == expected[number]  # type: ignore[literal-required]

    days = await centre.rows("select started_date, ended_date from enrolments")
    begins, ends = [begin for begin, _ in days if begin], [end for _, end in days if end]
    assert len(days) - len(begins) == expected["memberships_without_beginning"]
    assert len(ends) == expected["memberships_ended"]
    assert _span(begins) == (expected["first_begin"], expected["last_begin"])
    assert _span(ends) == (expected["first_end"], expected["last_end"])


def _span(days: Iterable[date]) -> tuple[str, str]:
    days = list(days)
    return min(days).isoformat(), max(days).isoformat()
