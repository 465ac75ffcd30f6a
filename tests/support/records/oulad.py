"""Converts real records (OULAD) to a school folder.

``python -m tests.support.records.oulad SRC DEST``. The records are anonymous: students have a number, a sex and a
region, and no names. Missing values are left empty.
"""

import csv
import os
import re
import sys
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

# A presentation belongs to no region, and a group needs a branch: all belong to one of their own.
HEAD_OFFICE = ("open-university", "The Open University")
# The month in which a presentation with this letter begins.
BEGINS = {"J": (10, 1), "B": (2, 1)}
GENDERS = {"M": "male", "F": "female"}

Key = tuple[str, str]


class Presentation(NamedTuple):
    """A module as taught from ``start`` on."""

    module: str
    id: str
    start: date
    end: date


class Conversion(NamedTuple):
    """Result of a conversion.

    ``straightened``: periods whose end preceded their beginning, stored with an empty length.
    """

    straightened: int


def school_records() -> Path | None:
    """The folder of the real records (MARKAZ_SCHOOL_RECORDS), or None."""
    default = Path(__file__).parents[4] / "shared" / "data" / "oulad"
    place = Path(os.environ.get("MARKAZ_SCHOOL_RECORDS") or default)
    return place if (place / "studentInfo.csv").is_file() else None


def write_folder(source: Path, folder: Path) -> Conversion:
    """Writes offices, courses, groups, students and group_students.

    Below ``folder``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    presentations = {
        (row["code_module"], row["code_presentation"]): _presentation(row) for row in _read(source, "courses")
    }
    info = list(_read(source, "studentInfo"))
    memberships, straightened = _memberships(source, presentations, info)
    regions = sorted({row["region"] for row in info})
    offices = [HEAD_OFFICE, *((office_id(region), region) for region in regions)]
    _write(folder / "offices.csv", "id,name", offices)
    modules = sorted({presentation.module for presentation in presentations.values()})
    _write(folder / "courses.csv", "id,name", ((module, module) for module in modules))
    _write(
        folder / "groups.csv",
        "id,name,office_id,course_id,status,start_date,end_date",
        (
            (p.id, p.id.replace("-", " "), HEAD_OFFICE[0], p.module, "ended", p.start, p.end)
            for p in presentations.values()
        ),
    )
    _write(folder / "students.csv", "id,gender,status,office_ids", _students(info, memberships))
    _write(folder / "group_students.csv", "group_id,student_id,start_date,end_date,status", memberships)
    return Conversion(straightened)


def office_id(region: str) -> str:
    """Identifier of a region's branch."""
    return re.sub(r"\W+", "-", region.lower())


Membership = tuple[str, str, date | None, date | None, str]


def _presentation(row: dict[str, str]) -> Presentation:
    code = row["code_presentation"]
    start = date(int(code[:4]), *BEGINS[code[4:]])
    end = start + timedelta(days=int(row["module_presentation_length"]))
    return Presentation(row["code_module"], f"{row['code_module']}-{code}", start, end)


def _memberships(
    source: Path, presentations: dict[Key, Presentation], info: list[dict[str, str]]
) -> tuple[list[Membership], int]:
    """A period for each registration.

    It may begin before its group; an empty beginning stays empty. A student who unregistered or withdrew has left; one
    with any result has finished, and the period has no end of its own.
    """
    results = {(row["code_module"], row["code_presentation"], row["id_student"]): row["final_result"] for row in info}
    found: list[Membership] = []
    straightened = 0
    for row in _read(source, "studentRegistration"):
        key = (row["code_module"], row["code_presentation"])
        presentation = presentations[key]
        start = _day(presentation.start, row["date_registration"])
        end = _day(presentation.start, row["date_unregistration"])
        if start and end and end < start:
            start, straightened = end, straightened + 1
        gone = end is not None or results.get((*key, row["id_student"])) == "Withdrawn"
        found.append((presentation.id, row["id_student"], start, end, "left" if gone else "finished"))
    return found, straightened


def _students(info: list[dict[str, str]], memberships: list[Membership]) -> Iterable[tuple[str, str, str, str]]:
    """Each student once, with all regions.

    A student has left if they left all their groups.
    """
    stayed = {student for _, student, _, _, status in memberships if status == "finished"}
    genders: dict[str, str] = {}
    offices: dict[str, dict[str, None]] = {}
    for row in info:
        genders[row["id_student"]] = GENDERS.get(row["gender"], "")
        offices.setdefault(row["id_student"], {})[office_id(row["region"])] = None
    for student, gender in genders.items():
        yield student, gender, "finished" if student in stayed else "left", "|".join(offices[student])


def _day(start: date, days: str) -> date | None:
    return start + timedelta(days=int(days)) if days else None


def _read(source: Path, name: str) -> Iterable[dict[str, str]]:
    with (source / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def _write(path: Path, heading: str, rows: Iterable[tuple[object, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(heading.split(","))
        writer.writerows(rows)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("Usage: python -m tests.support.records.oulad SRC DEST")
    written = write_folder(Path(sys.argv[1]), Path(sys.argv[2]))
    print(f"{written.straightened} periods ended before they began: their beginning was set to their end")
