"""Absences in a row (D-158)."""

import pytest

from domain.attendance.absences_in_a_row import absences_in_a_row
from domain.attendance.marks import AttendanceStatus
from tests.support.lessons import ABSENCE_CASES as CASES

MARKS = {
    "p": (True, AttendanceStatus.ATTENDED),
    "l": (True, AttendanceStatus.LATE),
    "a": (True, AttendanceStatus.ABSENT),
    "-": (True, None),
    "x": (False, AttendanceStatus.ABSENT),
}


@pytest.mark.parametrize(("lessons", "count"), CASES.items())
def test_only_marked_lessons_that_took_place_count(lessons: str, count: int) -> None:
    """D-158: a cancelled lesson and one without a mark are no absence, and end no row."""
    assert absences_in_a_row(MARKS[one] for one in reversed(lessons)) == count
