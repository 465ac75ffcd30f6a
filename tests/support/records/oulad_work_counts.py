"""Figures of the scored work of OULAD, computed from its files alone.

Nothing here is shared with the product or with the conversion.
``python -m tests.support.records.oulad_work_counts SRC`` prints the figures.
"""

import csv
import pathlib
import sys
from collections import defaultdict
from typing import TypedDict

# the decisions as they are written: D-21 (60 accepts), D-22 (bands), D-32 (XP and silver)
ON_TIME = ((95, 300), (86, 255), (71, 210), (60, 150), (1, 30), (0, 0))
LATE = ((95, 200), (86, 170), (71, 140), (60, 100), (1, 20), (0, 0))
EXAM = ((86, 400), (71, 280), (60, 200), (1, 40), (0, 0))


class WorkCounts(TypedDict):
    """Figures that a load must match.

    ``bands``: on time or late and the lower bound of the score's band → awards of homework. ``kpi``: group → percent.
    ``xp``, ``silver``: student → total.
    """

    homework: int
    exams: int
    announced: int
    hand_ins: int
    before_the_start: int
    late: int
    carried_over: int
    accepted: int
    rejected: int
    waiting: int
    uncompleted: int
    results: dict[int, int]
    bands: dict[tuple[bool, int], int]
    kpi: dict[str, float]
    xp: dict[str, int]
    silver: dict[str, int]


def table(source: pathlib.Path, name: str) -> list[list[str]]:
    """The rows of a file without its heading."""
    with open(source / (name + ".csv"), newline="") as f:
        return list(csv.reader(f))[1:]


def bound(bands: tuple[tuple[int, int], ...], score: int) -> tuple[int, int]:
    """The lower bound of the score's band, and its XP."""
    for lower, points in bands:
        if score >= lower:
            return lower, points
    raise ValueError(score)


def count(source: pathlib.Path) -> WorkCounts:
    """The figures of the files below ``source``."""
    found: WorkCounts = {
        "homework": 0, "exams": 0, "announced": 0, "hand_ins": 0, "before_the_start": 0, "late": 0,
        "carried_over": 0, "accepted": 0, "rejected": 0, "waiting": 0, "uncompleted": 0,
        "results": {}, "bands": {}, "kpi": {}, "xp": {}, "silver": {},
    }  # fmt: skip
    exams = last_tutor_marked(source)
    works: dict[str, list[list[str]]] = defaultdict(list)
    for row in table(source, "studentAssessment"):
        works[row[0]].append(row)
    shares: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for module, presentation, id, _kind, day, _weight in table(source, "assessments"):
        rows = works[id]
        present = members(source, module, presentation, 0 if id in exams else int(day))
        absent = len(present - {row[1] for row in rows})
        found["uncompleted"] += absent
        for row in rows:
            hand_in(found, row, int(day))
        if id in exams:
            exam(found, rows, absent)
        else:
            share = shares[module + " " + presentation]
            share[0] += homework(found, rows, int(day))
            share[1] += absent + len(rows)
    found["kpi"] = {group: (accepted * 2000 + of) // (2 * of) / 10 for group, (accepted, of) in shares.items() if of}
    return found


def last_tutor_marked(source: pathlib.Path) -> set[str]:
    """The last TMA of each presentation, which stands for its exam."""
    last: dict[str, tuple[int, str]] = {}
    for module, presentation, id, kind, day, _weight in table(source, "assessments"):
        if kind == "TMA":
            last[module + presentation] = max(last.get(module + presentation, (-9999, "")), (int(day), id))
    return {id for _, id in last.values()}


def hand_in(found: WorkCounts, row: list[str], day: int) -> None:
    """Counts a hand-in and its score."""
    _id, _student, submitted, banked, mark = row
    found["hand_ins"] += 1
    found["before_the_start"] += int(submitted) < 0
    found["late"] += int(submitted) > day
    if mark == "":
        found["waiting"] += 1
        return
    found["carried_over"] += banked == "1"
    found["accepted" if int(mark) >= 60 else "rejected"] += 1


def homework(found: WorkCounts, rows: list[list[str]], day: int) -> int:
    """Counts what homework earns; returns the number of accepted works."""
    found["homework"] += 1
    for _id, student, submitted, banked, mark in rows:
        if mark and banked != "1":
            late = int(submitted) > day
            lower, points = bound(LATE if late else ON_TIME, int(mark))
            if points:
                found["bands"][late, lower] = found["bands"].get((late, lower), 0) + 1
            give(found, student, points)
    return sum(int(row[4]) >= 60 for row in rows if row[4])


def exam(found: WorkCounts, rows: list[list[str]], absent: int) -> None:
    """Counts the results of an exam and what they earn.

    Nothing counts while a hand-in has no score.
    """
    found["exams"] += 1
    if not all(row[4] for row in rows):
        return
    found["announced"] += 1
    results = [2 if int(row[4]) >= 60 else 1 for row in rows] + [3] * absent
    for result in results:
        found["results"][result] = found["results"].get(result, 0) + 1
    for _id, student, _submitted, banked, mark in rows:
        if banked != "1":
            give(found, student, bound(EXAM, int(mark))[1])


def give(found: WorkCounts, student: str, points: int) -> None:
    """Adds XP, and a tenth of it as silver."""
    if points:
        found["xp"][student] = found["xp"].get(student, 0) + points
        found["silver"][student] = found["silver"].get(student, 0) + points // 10


def members(source: pathlib.Path, module: str, presentation: str, day: int) -> set[str]:
    """Students of a presentation's class on a day.

    Who stayed is in it until its last day; who withdrew on an unknown day is in none. An end before its beginning is a
    period of one day.
    """
    length = next(int(row[2]) for row in table(source, "courses") if row[:2] == [module, presentation])
    withdrawn = {tuple(row[:3]) for row in table(source, "studentInfo") if row[-1] == "Withdrawn"}
    found = set()
    for its_module, its_presentation, student, begin, end in table(source, "studentRegistration"):
        if (its_module, its_presentation) != (module, presentation):
            continue
        if end == "" and (module, presentation, student) in withdrawn:
            continue
        last = int(end) if end else length
        first = min(int(begin), last) if begin else -9999
        if first <= day <= last:
            found.add(student)
    return found


if __name__ == "__main__":
    for key, value in count(pathlib.Path(sys.argv[1])).items():
        print(key, value)
