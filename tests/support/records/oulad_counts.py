"""Counts the real records (OULAD) independently of their import.

``python -m tests.support.records.oulad_counts SRC`` prints the counts.
"""

import csv
import datetime
import pathlib
import sys
from typing import TypedDict


class Counts(TypedDict):
    """The counts that an import must match.

    Dates are ISO; the head office, which has the groups, is no region.
    """

    regions: int
    students: int
    courses: int
    groups: int
    memberships: int
    memberships_ended: int
    memberships_without_beginning: int
    first_begin: str
    last_begin: str
    first_end: str | None
    last_end: str | None
    students_per_region: dict[str, int]
    members_per_group: dict[str, int]


def count(source: pathlib.Path) -> Counts:
    """The counts of the files below ``source``."""
    with open(source / "studentInfo.csv", newline="") as f:
        lines = list(csv.reader(f))
    col = {name: i for i, name in enumerate(lines[0])}
    who_where = {(line[col["id_student"]], line[col["region"]]) for line in lines[1:]}
    per_region: dict[str, int] = {}
    for _, region in who_where:
        per_region[region] = per_region.get(region, 0) + 1

    with open(source / "courses.csv", newline="") as f:
        taught = [(line[0], line[1]) for line in list(csv.reader(f))[1:]]

    begins: list[datetime.date] = []
    ends: list[datetime.date] = []
    per_group: dict[str, int] = {}
    unknown_begin = total = 0
    with open(source / "studentRegistration.csv", newline="") as f:
        rows = csv.reader(f)
        next(rows)
        for module, presentation, _student, begin, end in rows:
            total += 1
            name = module + " " + presentation
            per_group[name] = per_group.get(name, 0) + 1
            month = 10 if presentation.endswith("J") else 2
            zero = datetime.date(int(presentation[0:4]), month, 1).toordinal()
            if begin == "":
                unknown_begin += 1
            else:
                begins.append(datetime.date.fromordinal(zero + int(begin)))
            if end != "":
                ends.append(datetime.date.fromordinal(zero + int(end)))

    return {
        "regions": len(per_region),
        "students": len({who for who, _ in who_where}),
        "courses": len({module for module, _ in taught}),
        "groups": len(taught),
        "memberships": total,
        "memberships_ended": len(ends),
        "memberships_without_beginning": unknown_begin,
        "first_begin": min(begins).isoformat(),
        "last_begin": max(begins).isoformat(),
        "first_end": min(ends).isoformat() if ends else None,
        "last_end": max(ends).isoformat() if ends else None,
        "students_per_region": per_region,
        "members_per_group": per_group,
    }


if __name__ == "__main__":
    for key, value in count(pathlib.Path(sys.argv[1])).items():
        print(key, value)
