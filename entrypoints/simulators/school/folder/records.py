"""Converts the rows of the files to a school's records."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from contracts.sync.school_records import (
    CourseRecord,
    Documents,
    Feed,
    GamificationConnectionRecord,
    GamificationStudentRecord,
    GroupRecord,
    GroupStudentRecord,
    OfficeRecord,
    Record,
    ScheduleRecord,
    StudentRecord,
    StudyMonth,
    TeacherRecord,
)
from entrypoints.simulators.school.folder import files
from entrypoints.simulators.school.folder.errors import FolderUnreadable, Mistake
from entrypoints.simulators.school.folder.tables import Row, Table, read_table

# Version and time are not in the files: the stored state of earlier readings supplies them.
_UNDATED: dict[str, Any] = {"version": 0, "changed_at": datetime(1970, 1, 1, tzinfo=UTC)}


@dataclass
class FolderContent:
    """The contents of a folder: records by feed, its files, and ignored parts."""

    records: dict[Feed, list[Record]] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)
    notices: list[Mistake] = field(default_factory=list)


def read_folder(folder: Path) -> FolderContent:
    """Reads the whole folder.

    Raises FolderUnreadable with all errors of all files.
    """
    if not folder.is_dir():
        raise FolderUnreadable([Mistake(str(folder), 0, "", "is not a folder")])
    tables = {shape.name: read_table(folder, shape) for shape in files.FILES}
    records: dict[Feed, list[Record]] = {}
    if not any(table.mistakes for table in tables.values()):
        records = _records(tables)
    mistakes = [mistake for table in tables.values() for mistake in table.mistakes]
    if mistakes:
        raise FolderUnreadable(mistakes)
    present = {name for name, table in tables.items() if table.present}
    return FolderContent(records, present, [notice for table in tables.values() for notice in table.notices])


def _records(tables: dict[str, Table]) -> dict[Feed, list[Record]]:
    of = {shape: tables[shape.name] for shape in files.FILES}
    months = _months(of[files.COURSE_TOPICS])
    schedules = _schedules(of[files.SCHEDULES])
    return {
        Feed.OFFICES: _each(of[files.OFFICES], lambda cells: OfficeRecord(**_UNDATED, **cells)),
        Feed.TEACHERS: _each(of[files.TEACHERS], lambda cells: TeacherRecord(**_UNDATED, **cells)),
        Feed.STUDENTS: _each(of[files.STUDENTS], _student),
        Feed.COURSES: _each(
            of[files.COURSES], lambda cells: CourseRecord(**_UNDATED, **cells, months=months.get(cells["id"], []))
        ),
        Feed.GROUPS: _each(
            of[files.GROUPS], lambda cells: GroupRecord(**_UNDATED, **cells, schedules=schedules.get(cells["id"], []))
        ),
        Feed.GROUP_STUDENTS: _each(_numbered(of[files.GROUP_STUDENTS]), _membership),
        Feed.GAMIFICATION_STUDENTS: _each(
            of[files.GAMIFICATION_STUDENTS], lambda cells: GamificationStudentRecord(**_UNDATED, **cells)
        ),
        Feed.GAMIFICATION_CONNECTIONS: _each(
            of[files.GAMIFICATION_CONNECTIONS], lambda cells: GamificationConnectionRecord(**_UNDATED, **cells)
        ),
    }


def _each(table: Table, make: Callable[[dict[str, Any]], Record]) -> list[Record]:
    """Converts each row to a record; a duplicate identifier is an error."""
    seen: dict[str, int] = {}
    made: list[Record] = []
    for row in table.rows:
        id = row.cells["id"]
        if id in seen:
            table.wrong(row.line, "id", f"{id!r} is also in line {seen[id]}; each row needs its own")
        seen[id] = row.line
        made.append(make(row.cells))
    return made


def _student(cells: dict[str, Any]) -> StudentRecord:
    papers = {name: cells[name] for name in Documents.__struct_fields__ if name in cells}
    rest = {name: cell for name, cell in cells.items() if name not in papers}
    return StudentRecord(**_UNDATED, **rest, documents=Documents(**papers) if papers else None)


def _membership(cells: dict[str, Any]) -> GroupStudentRecord:
    return GroupStudentRecord(**_UNDATED, **cells)


def _numbered(table: Table) -> Table:
    """Assigns identifiers to rows without one.

    They are group/student, and group/student/2 for the second period, by start.
    """
    nameless: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in table.rows:
        if "id" not in row.cells:
            nameless[row.cells["group_id"], row.cells["student_id"]].append(row)
    for (group, student), rows in nameless.items():
        for number, row in enumerate(sorted(rows, key=lambda row: row.cells.get("start_date") or date.min), 1):
            row.cells["id"] = f"{group}/{student}" + (f"/{number}" if number > 1 else "")
    return table


def _months(table: Table) -> dict[str, list[StudyMonth]]:
    """Topics in the order of the file, by course and month."""
    found: dict[str, dict[int, StudyMonth]] = defaultdict(dict)
    for row in table.rows:
        number = row.cells["month"]
        month = found[row.cells["course_id"]].setdefault(number, StudyMonth(number=number, name="", topics=[]))
        month.name = month.name or row.cells.get("month_name", "")
        month.topics.append(row.cells["topic"])
    for months in found.values():
        for month in months.values():
            month.name = month.name or str(month.number)
    return {course: [months[number] for number in sorted(months)] for course, months in found.items()}


def _schedules(table: Table) -> dict[str, list[ScheduleRecord]]:
    found: dict[str, list[ScheduleRecord]] = defaultdict(list)
    for row in table.rows:
        cells = dict(row.cells)
        group = cells.pop("group_id")
        cells.setdefault("id", f"{group}/{len(found[group]) + 1}")
        found[group].append(ScheduleRecord(**cells))
    _refuse_twins(table, (schedule for of_group in found.values() for schedule in of_group))
    return found


def _refuse_twins(table: Table, schedules: Iterable[ScheduleRecord]) -> None:
    seen: set[str] = set()
    for schedule in schedules:
        if schedule.id in seen:
            table.wrong(0, "id", f"{schedule.id!r} comes twice; each row needs its own")
        seen.add(schedule.id)
