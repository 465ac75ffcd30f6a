"""Absences in a row of a student in a group (D-158)."""

from collections.abc import Iterable

from domain.attendance.marks import AttendanceStatus

# from this one on the row is shown: the third absence
SHOWN_FROM = 3
# days after its last absence in which a row is listed
LISTED_DAYS = 14


def absences_in_a_row(lessons: Iterable[tuple[bool, AttendanceStatus | None]]) -> int:
    """Counts the absences at the end of the lessons, which come newest first.

    Each lesson is whether it took place, and the student's stored mark in it. A lesson that did not take place and one
    in which the student is not marked are no absence, and end no row; a late student was there. SQL computes the same
    (``adapters/postgres/fast_path/attendance_sql.py``), held equal by a test.
    """
    count = 0
    for took_place, status in lessons:
        if not took_place or status is None:
            continue
        if status is not AttendanceStatus.ABSENT:
            break
        count += 1
    return count
