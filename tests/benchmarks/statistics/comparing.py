"""Compares the answers of the statistics with the figures of the work itself."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.benchmarks.statistics.figures import Cell, exact_median, together

# of medians from digests; times of under a minute share a place
TOLERANCE, SECONDS = 0.05, 30
OF_TEACHERS = {
    "lessons": "lessons", "lessonsWithHomework": "lessons_with_homework", "homeworkGiven": "homework",
    "handIns": "hand_ins", "checked": "checked", "rejected": "checks_rejected", "reminders": "reminders",
}  # fmt: skip
OF_GROUPS = {
    "waiting": "waiting", "rejected": "rejected", "accepted": "accepted", "notGiven": "not_given",
}  # fmt: skip


@dataclass
class Figures:
    """The expected figures of a period, by teacher and by group."""

    teachers: dict[int, list[Cell]] = field(default_factory=lambda: defaultdict(list))
    groups: dict[int, Cell] = field(default_factory=dict)

    def add(self, teachers: Mapping[int, Cell], groups: Mapping[int, Cell]) -> None:
        """Adds those of further groups."""
        for teacher, cell in teachers.items():
            self.teachers[teacher].append(cell)
        self.groups.update(groups)


def differences(teachers: Sequence[Any], groups: Sequence[Any], expected: Figures) -> list[str]:
    """The differences between the answers and the expected figures, in words."""
    found: list[str] = []
    rows = {row["id"]: row["figures"] for row in teachers}
    for teacher, cells in expected.teachers.items():
        cell = together(cells)
        if teacher not in rows:
            found.append(f"teacher {teacher} is missing")
            continue
        found += [f"teacher {teacher}: {one}" for one in _of_teacher(rows[teacher], cell)]
    counted = {row["id"]: row for row in groups}
    for group, cell in expected.groups.items():
        given = sum(cell.counts[name] for name in (*OF_GROUPS.values(), "uncompleted"))
        if not given and group not in counted:
            continue
        if group not in counted:
            found.append(f"group {group} is missing")
            continue
        found += [f"group {group}: {one}" for one in _of_group(counted[group], cell)]
    return found


def _of_teacher(row: Any, cell: Cell) -> list[str]:
    found = [name for name, count in OF_TEACHERS.items() if row[name] != cell.counts[count]]
    if row["worstSeconds"] != max(cell.times, default=None):
        found.append("worstSeconds")
    exact, median = exact_median(cell.times), row["medianSeconds"]
    if (exact is None) != (median is None):
        found.append("medianSeconds")
    elif exact is not None and abs(median - exact) > TOLERANCE * exact + SECONDS:
        found.append(f"medianSeconds {median} of {exact}")
    if row["averageScore"] != _mean(cell.counts["checks_score_sum"], cell.counts["checked"]):
        found.append("averageScore")
    return found


def _of_group(row: Any, cell: Cell) -> list[str]:
    counts = row["figures"]["counts"]
    found = [name for name, count in OF_GROUPS.items() if counts[name] != cell.counts[count]]
    # a deadline that passes moves work from one to the other without a change
    if counts["uncompleted"] + counts["notDue"] != cell.counts["uncompleted"]:
        found.append("uncompleted")
    if row["homework"] != cell.counts["homework"]:
        found.append("homework")
    if row["figures"]["averageScore"] != _mean(cell.counts["score_sum"], cell.counts["scored"]):
        found.append("averageScore")
    return found


def _mean(total: int, number: int) -> float | None:
    """With one decimal, rounded half up."""
    return (20 * total + number) // (2 * number) / 10 if number else None
