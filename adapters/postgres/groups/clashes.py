"""Clashes of a group's schedule: a teacher or a room in two places at once."""

from collections.abc import Iterable
from datetime import time
from typing import Any

import msgspec

from adapters.postgres.groups.own_groups import taught_by
from contracts.groups.groups import Clash, GroupRow, ScheduleItem, ScheduleLine
from contracts.shared import Named
from domain.attendance.lesson import Slot, clash
from domain.groups.enrolments import GroupStatus, Period

# $1: the group, $2: its teachers, $3: its rooms, $4: its branch: a room belongs to its branch; $5: the centre's day;
# $6, $7: the branches and the own groups that the caller sees
CLASHING = f"""
select s.id, s.group_id, s.teacher_id, s.days_of_week, s.begin_time, s.end_time,
    greatest(s.start_date, g.started_date) as started, least(s.end_date, g.ended_date) as ended,
    s.classroom_name, g.office_id, g.name,
    ($6::bigint[] is null or g.office_id = any ($6) or {taught_by("g.id", "$7")}) as seen
from schedules s join groups g on g.id = s.group_id
where g.id <> $1 and g.school_deleted_at is null and g.status <> {int(GroupStatus.ENDED)}
    and coalesce(least(s.end_date, g.ended_date) >= $5, true)
    and (s.teacher_id = any ($2::bigint[]) or (s.classroom_name = any ($3::text[]) and g.office_id = $4))
order by g.sort_key, s.id
"""  # noqa: S608  the number of a status


def clashes_of(group: GroupRow, near: Iterable[Any]) -> list[ScheduleItem]:
    """The group's schedule lines, each with the nearby lines that it clashes with."""
    others = [(_near(row), row) for row in near]
    return [
        ScheduleItem(**msgspec.structs.asdict(line), clashes=_clashes(_slot(line, group), group, others))
        for line in group.schedules
    ]


def _clashes(own: Slot, group: GroupRow, others: list[tuple[Slot, Any]]) -> list[Clash]:
    found = []
    for other, row in others:
        if not clash(own, other):
            continue
        same_room = own.classroom_name and own.classroom_name == other.classroom_name
        if own.teacher_id == other.teacher_id:
            found.append(_clash("teacher", own, other, row))
        elif same_room and row["office_id"] == group.office.id:
            found.append(_clash("room", own, other, row))
    return found


def _clash(what: Any, own: Slot, other: Slot, row: Any) -> Clash:
    return Clash(
        group=Named(id=other.group_id, name=row["name"]) if row["seen"] else None,
        what=what,
        days_of_week=sorted(set(own.days_of_week) & set(other.days_of_week)),
        begin_time=f"{other.begin:%H:%M}",
        end_time=f"{other.end:%H:%M}",
    )


def _slot(line: ScheduleLine, group: GroupRow) -> Slot:
    of_group = Period(group.started_date, group.ended_date)
    # a line outside of its group's dates generates no lesson, so it clashes with nothing
    period = Period(line.start_date, line.end_date).overlap(of_group)
    return Slot(
        line.id, group.id, line.staff.id, line.days_of_week if period else (), _time(line.begin_time),
        _time(line.end_time), period or of_group, line.classroom_name,
    )  # fmt: skip


def _near(row: Any) -> Slot:
    return Slot(
        row["id"], row["group_id"], row["teacher_id"], row["days_of_week"], row["begin_time"], row["end_time"],
        Period(row["started"], row["ended"]), row["classroom_name"],
    )  # fmt: skip


def _time(written: str | None) -> time | None:
    return time.fromisoformat(written) if written else None
