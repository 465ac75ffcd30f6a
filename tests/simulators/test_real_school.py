"""A real school's folder of records agrees with counts from its own files.

R1-009; Shown by 3.
"""

from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from adapters.school.hh import HhSchool
from contracts.sync.school_records import Feed, GroupRecord, GroupStudentRecord, OfficeRecord, Record, StudentRecord
from entrypoints.simulators.school import FolderSchool, serve
from tests.support.records.oulad import HEAD_OFFICE, school_records, write_folder
from tests.support.records.oulad_counts import count

RECORDS = school_records()
pytestmark = pytest.mark.skipif(RECORDS is None, reason="no real records: set MARKAZ_SCHOOL_RECORDS to their folder")


async def test_everything_arrives_over_http(tmp_path: Path) -> None:
    assert RECORDS
    write_folder(RECORDS, tmp_path)
    expected = count(RECORDS)
    got: dict[Feed, list[Record]] = {}
    async with serve(FolderSchool(tmp_path), "t") as url:
        school = HhSchool(url, "t")
        for feed in Feed:
            got[feed] = [record async for page in school.read(feed, None) for record in page.items]
        await school.close()
    offices = {one.id: one.name for one in got[Feed.OFFICES] if isinstance(one, OfficeRecord)}
    students = [one for one in got[Feed.STUDENTS] if isinstance(one, StudentRecord)]
    groups = {one.id: one.name for one in got[Feed.GROUPS] if isinstance(one, GroupRecord)}
    periods = [one for one in got[Feed.GROUP_STUDENTS] if isinstance(one, GroupStudentRecord)]
    assert offices.pop(HEAD_OFFICE[0]) == HEAD_OFFICE[1]
    assert len(offices) == expected["regions"]
    assert len(students) == expected["students"]
    assert len(got[Feed.COURSES]) == expected["courses"]
    assert len(groups) == expected["groups"]
    assert Counter(offices[id] for one in students for id in one.office_ids) == expected["students_per_region"]
    assert Counter(groups[one.group_id] for one in periods) == expected["members_per_group"]
    assert len(periods) == expected["memberships"]
    begins = [one.start_date for one in periods if one.start_date]
    ends = [one.end_date for one in periods if one.end_date]
    assert len(periods) - len(begins) == expected["memberships_without_beginning"]
    assert len(ends) == expected["memberships_ended"]
    assert _span(begins) == (expected["first_begin"], expected["last_begin"])
    assert _span(ends) == (expected["first_end"], expected["last_end"])


def _span(days: list[date]) -> tuple[str | None, str | None]:
    return (min(days).isoformat(), max(days).isoformat()) if days else (None, None)
