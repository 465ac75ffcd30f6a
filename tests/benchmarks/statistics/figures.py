"""Homework figures computed in Python from the stored work (D-106).

The measure of the counters: written from the rules, without the SQL or the digests of the console.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from statistics import median
from typing import Any
from zoneinfo import ZoneInfo

WAITING, REJECTED, ACCEPTED, CHECKING, UNCOMPLETED, NOT_GIVEN = range(1, 7)
BY_STATUS = {WAITING: "waiting", REJECTED: "rejected", ACCEPTED: "accepted", UNCOMPLETED: "uncompleted"}
# $1: groups
_OF_GROUPS = "join homeworks h on h.id = s.homework_id where h.group_id = any ($1::bigint[])"
READ = {
    "lessons": """select id, group_id, teacher_id, date, marked_at, no_class_reason from lessons
        where group_id = any ($1::bigint[])""",
    "homeworks": "select id, lesson_id, group_id from homeworks where group_id = any ($1::bigint[])",
    "submissions": f"""select s.id, s.homework_id, s.status, s.status_before, s.score, s.is_carried_over
        from submissions s {_OF_GROUPS}""",
    "attempts": f"""select a.id, a.submission_id, a.number, a.handed_in_at, a.teacher_id
        from submissions s join attempts a on a.submission_id = s.id {_OF_GROUPS}""",
    "checks": f"""select c.id, c.attempt_id, c.score, c.status, c.checked_at
        from submissions s join checks c on c.submission_id = s.id {_OF_GROUPS}
        and c.attempt_id is not null and c.withdrawn_at is null order by c.id""",
    "homework_reminders": f"""select s.homework_id, s.day from homework_reminders s {_OF_GROUPS}""",
}
# day, group, teacher
Key = tuple[date, int, int]


@dataclass
class Cell:
    """The figures of a teacher in a group on a day.

    ``times``: from hand-in to first check, in seconds.
    """

    counts: Counter[str] = field(default_factory=Counter)
    times: list[int] = field(default_factory=list)

    def __add__(self, other: "Cell") -> "Cell":
        return Cell(self.counts + other.counts, self.times + other.times)


async def read_work(connection: Any, groups: Sequence[int]) -> dict[str, list[Mapping[str, Any]]]:
    """The stored rows of these groups, table by table."""
    return {name: await connection.fetch(statement, list(groups)) for name, statement in READ.items()}


def cells_of(rows: Mapping[str, Sequence[Mapping[str, Any]]], zone: ZoneInfo) -> dict[Key, Cell]:
    """Every day's figures of each teacher in each group."""
    cells: dict[Key, Cell] = defaultdict(Cell)
    lessons = {one["id"]: one for one in rows["lessons"]}
    homework = {one["id"]: one for one in rows["homeworks"]}
    with_homework = {one["lesson_id"] for one in rows["homeworks"]}
    for lesson in lessons.values():
        if lesson["marked_at"] is not None and lesson["no_class_reason"] is None:
            counts = cells[lesson["date"], lesson["group_id"], lesson["teacher_id"]].counts
            counts["lessons"] += 1
            counts["lessons_with_homework"] += lesson["id"] in with_homework

    def of(homework_id: int, day: date | None = None, teacher: int | None = None) -> Cell:
        given = homework[homework_id]
        lesson = lessons[given["lesson_id"]]
        return cells[day or lesson["date"], given["group_id"], teacher or lesson["teacher_id"]]

    for homework_id in homework:
        of(homework_id).counts["homework"] += 1
    for reminder in rows["homework_reminders"]:
        of(reminder["homework_id"], reminder["day"]).counts["reminders"] += 1
    works = {one["id"]: one for one in rows["submissions"]}
    for work in works.values():
        _add_work(of(work["homework_id"]).counts, work)
    _add_hand_ins(rows, works, of, zone)
    return {key: cell for key, cell in cells.items() if +cell.counts}


def _add_work(counts: Counter[str], work: Mapping[str, Any]) -> None:
    status = (work["status_before"] or WAITING) if work["status"] == CHECKING else work["status"]
    counts[BY_STATUS.get(status, "not_given")] += 1
    if work["score"] is not None:
        counts["scored"] += 1
        counts["score_sum"] += work["score"]


def _add_hand_ins(
    rows: Mapping[str, Sequence[Mapping[str, Any]]], works: Mapping[int, Mapping[str, Any]], of: Any, zone: ZoneInfo
) -> None:
    checks: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for check in rows["checks"]:
        checks[check["attempt_id"]].append(check)
    newest: dict[int, int] = {}
    for attempt in rows["attempts"]:
        newest[attempt["submission_id"]] = max(attempt["number"], newest.get(attempt["submission_id"], 0))
    for attempt in rows["attempts"]:
        work, scored = works[attempt["submission_id"]], checks[attempt["id"]]
        waits = work["status"] in (WAITING, CHECKING) and attempt["number"] == newest[work["id"]]
        if work["is_carried_over"] or not (scored or waits):
            continue
        came: datetime = attempt["handed_in_at"]
        cell = of(work["homework_id"], came.astimezone(zone).date(), attempt["teacher_id"])
        cell.counts["hand_ins"] += 1
        if scored:
            first, last = scored[0], scored[-1]
            cell.counts["checked"] += 1
            cell.counts["checks_rejected"] += last["status"] == REJECTED
            cell.counts["checks_score_sum"] += last["score"] or 0
            cell.times.append(max(0, int((first["checked_at"] - came).total_seconds() // 1)))
            then = first["checked_at"].astimezone(zone).date()
            of(work["homework_id"], then, attempt["teacher_id"]).counts["checks"] += 1


def together(cells: Iterable[Cell]) -> Cell:
    """The figures of several cells."""
    whole = Cell()
    for cell in cells:
        whole.counts.update(cell.counts)
        whole.times += cell.times
    return whole


def exact_median(times: Sequence[int]) -> float | None:
    """The median of the times themselves."""
    return median(times) if times else None


def by_teacher(cells: Mapping[Key, Cell], first: date, last: date) -> dict[int, Cell]:
    """The figures of each teacher in a period, both days included."""
    found: dict[int, list[Cell]] = defaultdict(list)
    for (day, _, teacher), cell in cells.items():
        if first <= day <= last:
            found[teacher].append(cell)
    return {teacher: together(those) for teacher, those in found.items()}


def by_group(cells: Mapping[Key, Cell], first: date, last: date) -> dict[int, Cell]:
    """The figures of each group in a period, both days included."""
    found: dict[int, list[Cell]] = defaultdict(list)
    for (day, group, _), cell in cells.items():
        if first <= day <= last:
            found[group].append(cell)
    return {group: together(those) for group, those in found.items()}
