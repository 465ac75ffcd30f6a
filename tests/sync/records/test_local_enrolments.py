"""An enrolment changed here stays as changed against the school (D-49)."""

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from application.groups.enrolments import change_enrolment_status, stop_in_group
from contracts.groups.enrolments import ChangeEnrolmentStatus, StopInGroup
from contracts.sync.school_records import Feed
from tests.sync.centre import ACTOR, Centre
from tests.sync.school_records import a_school, enrolment

PERIOD = "select action_id, started_date, ended_date from enrolments where h_id = 'e-s1'"
MARKS = "select field, school_value from sticky_fields where entity = 'enrolment' order by field"
BOTH = """select e.h_id, action_id, started_date, ended_date from enrolments e join students s on s.id = student_id
where s.h_id = 's1' order by e.id"""
BEGUN = date(2026, 1, 10)


def _around(centre: Centre) -> dict[str, Any]:
    return {
        "actor": ACTOR,
        "uow": centre.uow,
        "enrolments": None,
        "clock": centre.clock,
        "zone": ZoneInfo("Asia/Tashkent"),
    }


async def _known(centre: Centre) -> dict[str, int]:
    ((id, version),) = await centre.rows("select id, version from enrolments where h_id = 'e-s1'")
    return {"student_group_id": id, "version": version}


async def test_a_stopped_period_stays_stopped(centre: Centre) -> None:
    """Also after a full read; the school's value is stored beside ours (D-48, D-49).

    The same value from the school clears the sticky mark.
    """
    school = a_school()
    await centre.synchronise(school)
    await stop_in_group(StopInGroup(**await _known(centre)), **_around(centre))
    ((action, started, ended),) = await centre.rows(PERIOD)
    assert (action, started) == (2, BEGUN)
    assert ended is not None
    assert await centre.rows(MARKS) == [("action_id", 1), ("ended_date", None)]
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s1", status="active"))
    await centre.synchronise(school, full=True)
    assert await centre.rows(PERIOD) == [(2, BEGUN, ended)]
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s1", status="finished", end_date=ended))
    await centre.synchronise(school)
    assert await centre.rows(PERIOD) == [(2, BEGUN, ended)]
    assert await centre.rows(MARKS) == []


async def test_a_second_period_created_here_is_not_the_schools(centre: Centre) -> None:
    """The school's row ends before ours begins; a full read changes neither (D-48)."""
    school = a_school()
    await centre.synchronise(school)
    start = date(2026, 2, 1)
    form = ChangeEnrolmentStatus(control_action_id=6, start_date=start, **await _known(centre))
    await change_enrolment_status(form, **_around(centre))
    expected = [("e-s1", 1, BEGUN, date(2026, 1, 31)), (None, 6, start, None)]
    assert await centre.rows(BOTH) == expected
    await centre.synchronise(school, full=True)
    assert await centre.rows(BOTH) == expected
    assert await centre.rows(MARKS) == [("ended_date", None)]
