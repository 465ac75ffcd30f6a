"""Converts the scored work of OULAD to files of ``markaz load`` (docs/load.md).

``python -m tests.support.records.oulad_work SRC DEST``. TMA and CMA are homework; there are no exams, so the last TMA
of a presentation is its exam, announced on its last day. A day is noon, a deadline the last second of its day; work is
scored two weeks after it was handed in. Banked results are carried over.
"""

import csv
import sys
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path

from tests.support.records.oulad import BEGINS, write_folder

TUTOR = "tutor"
TO_SCORE = timedelta(days=14)

Rows = Iterable[dict[str, str]]


def write_work(source: Path, folder: Path) -> None:
    """Writes homework, exams, hand_ins and scores below ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    assessments = list(_read(source, "assessments"))
    lengths = {_presentation(row): int(row["module_presentation_length"]) for row in _read(source, "courses")}
    exams = last_tutor_marked(assessments)
    starts = {row["id_assessment"]: _start(row["code_presentation"]) for row in assessments}
    with _file(
        folder, "homework", "id,group,lesson_date,lesson_begin,lesson_end,teacher,given_at,deadline,text"
    ) as add:
        for row in assessments:
            if row["id_assessment"] not in exams:
                add.row(*_homework(row, starts[row["id_assessment"]]))
    with _file(folder, "exams", "id,group,begins_at,deadline,announced_at,text") as add:
        for row in assessments:
            if row["id_assessment"] in exams:
                add.row(*_exam(row, starts[row["id_assessment"]], lengths[_presentation(row)]))
    with (
        _file(folder, "hand_ins", "work,student,handed_in_at,text") as hand_ins,
        _file(folder, "scores", "work,student,scored_at,score,carried_over") as scores,
    ):
        for row in _read(source, "studentAssessment"):
            day = starts[row["id_assessment"]] + timedelta(days=int(row["date_submitted"]))
            hand_ins.row(row["id_assessment"], row["id_student"], f"{day}T12:00:00", "")
            if row["score"]:
                scored = f"{day + TO_SCORE}T12:00:00"
                scores.row(row["id_assessment"], row["id_student"], scored, row["score"], row["is_banked"])


def write_school(source: Path, folder: Path) -> None:
    """Writes the school folder with what the work needs and OULAD does not name.

    That is a tutor of the lessons, and the last day of a presentation as the end of its students who stayed: a period
    that is over and has no end is in no class of the past.
    """
    write_folder(source, folder)
    ends = {
        _group(row): _start(row["code_presentation"]) + timedelta(days=int(row["module_presentation_length"]))
        for row in _read(source, "courses")
    }
    members = list(_read(folder, "group_students"))
    with _file(folder, "group_students", "group_id,student_id,start_date,end_date,status") as add:
        for row in members:
            stayed = row["status"] == "finished" and not row["end_date"]
            end = ends[row["group_id"]] if stayed else row["end_date"]
            add.row(row["group_id"], row["student_id"], row["start_date"], end, row["status"])
    with _file(folder, "teachers", "id,first_name,last_name,office_ids") as add:
        add.row(TUTOR, "Open", "Tutor", "open-university")


def write_module(source: Path, folder: Path, module: str) -> Path:
    """Copies the rows of one module, so that a test takes seconds; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    ids = {row["id_assessment"] for row in _read(source, "assessments") if row["code_module"] == module}
    for name in ("courses", "studentInfo", "studentRegistration", "assessments", "studentAssessment"):
        rows = list(_read(source, name))
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(row for row in rows if row.get("code_module") == module or row.get("id_assessment") in ids)
    return folder


def last_tutor_marked(assessments: Rows) -> set[str]:
    """The last TMA of each presentation."""
    last: dict[tuple[str, str], dict[str, str]] = {}
    for row in assessments:
        before = last.get(_presentation(row))
        if row["assessment_type"] == "TMA" and (before is None or int(row["date"]) > int(before["date"])):
            last[_presentation(row)] = row
    return {row["id_assessment"] for row in last.values()}


class _Rows:
    def __init__(self, path: Path, heading: str) -> None:
        self._file = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file)
        self._writer.writerow(heading.split(","))

    def row(self, *cells: object) -> None:
        self._writer.writerow(cells)

    def __enter__(self) -> "_Rows":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _file(folder: Path, name: str, heading: str) -> _Rows:
    return _Rows(folder / f"{name}.csv", heading)


def _homework(row: dict[str, str], start: date) -> tuple[object, ...]:
    day, kind = start + timedelta(days=int(row["date"])), row["assessment_type"]
    # two assessments of one day are of two lessons
    begin = "09:00" if kind == "TMA" else "11:00"
    end = "10:00" if kind == "TMA" else "12:00"
    given = f"{start}T00:00:00"
    text = f"{kind} {row['id_assessment']}"
    return row["id_assessment"], _group(row), day, begin, end, TUTOR, given, f"{day}T23:59:59", text


def _exam(row: dict[str, str], start: date, length: int) -> tuple[object, ...]:
    deadline = f"{start + timedelta(days=int(row['date']))}T23:59:59"
    announced = f"{start + timedelta(days=length)}T18:00:00"
    return row["id_assessment"], _group(row), f"{start}T00:00:00", deadline, announced, f"TMA {row['id_assessment']}"


def _group(row: dict[str, str]) -> str:
    return "-".join(_presentation(row))


def _presentation(row: dict[str, str]) -> tuple[str, str]:
    return row["code_module"], row["code_presentation"]


def _start(presentation: str) -> date:
    return date(int(presentation[:4]), *BEGINS[presentation[4:]])


def _read(source: Path, name: str) -> Rows:
    with (source / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("Usage: python -m tests.support.records.oulad_work SRC DEST")
    write_work(Path(sys.argv[1]), Path(sys.argv[2]))
