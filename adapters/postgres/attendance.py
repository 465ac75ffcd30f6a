"""The sheet of a lesson on PostgreSQL: two statements read it, one writes everything that a save changes.

The lesson is held first, and the class is read after that by a statement of its own: who waited for another save sees
what that one has written.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from adapters.postgres.attendance_sql import CLASS, FIND, LESSON, PUT_ASIDE, WRITE
from adapters.postgres.audit import made_by
from adapters.postgres.engine import Reads
from adapters.postgres.lines import Asked
from adapters.postgres.plain_work import PlainWork, record_of
from adapters.postgres.unit_of_work import PostgresUnitOfWork
from adapters.postgres.views.portraits import Portraits
from application.actor import Actor
from application.attendance.ports import About, LateSheet, Loaded, Pupil, Saving, Sheets, Work
from application.permits import Audience
from contracts.attendance import Push
from contracts.events import JobPromised
from domain.attendance.lesson import Lesson
from domain.attendance.marks import Cell, First, Kept, Reason, Said
from domain.attendance.sheet import CLOSE, Enrolled, Sheet
from domain.groups.enrolments import Period
from domain.shared.refusal import NotFound

PUSH_JOB = "attendance.push"
_json = msgspec.json.Encoder().encode


class PostgresSheets:
    """See ``application.attendance.ports.AttendanceSheets``."""

    def __init__(self, reads: Reads, portraits: Portraits, zone: ZoneInfo, late_after: int) -> None:
        self._reads = reads
        self._portraits = portraits
        self._zone = zone
        self._late_after = late_after

    async def read(self, asked: Sheets, *, actor: Actor, audience: Audience) -> Loaded:
        async def looked(line: Asked) -> Loaded:
            lesson_id = asked.lesson_id
            if lesson_id is None:
                lesson_id = await line.fetchval(FIND, asked.group_id, asked.day, asked.schedule_id)
            return await self._loaded(line, lesson_id or 0, actor, audience)

        return await self._reads.together(looked)

    async def take(self, lesson_id: int, *, actor: Actor, audience: Audience, uow: Work) -> Loaded:
        return await self._loaded(await line_of(uow), lesson_id, actor, audience, held=True)

    async def _loaded(
        self, line: Any, lesson_id: int, actor: Actor, audience: Audience, *, held: bool = False
    ) -> Loaded:
        offices = None if audience == "academic" or actor.all_offices else list(actor.office_ids)
        own = actor.id if audience == "academic" else None
        row = await line.fetchrow(LESSON[held], lesson_id, offices, audience == "academic", own)
        if row is None:
            raise NotFound("Lesson", lesson_id)
        lesson = lesson_of(row)
        begins = lesson.begins_at(self._zone)
        near = (begins - CLOSE, begins + CLOSE)
        rows = await line.fetch(CLASS, lesson.group_id, lesson.id, lesson.day, lesson.begin, *near)
        sheet = _sheet(lesson, Period(row["started_date"], row["ended_date"]), rows, self._late_after)
        names = _names(row, rows)
        about = About(
            row["number"],
            row["topic"],
            row["group_name"],
            row["group_h_id"],
            row["staff_name"],
            row["version"],
            row["marked_at"],
            row["marked_by"],
        )
        return Loaded(sheet, about, [self._pupil(one) for one in {row["id"]: row for row in rows}.values()], names)

    def _pupil(self, row: Mapping[str, Any]) -> Pupil:
        push = Push(row["push_state"], row["push_code"], row["push_message"], row["retryable"])
        return Pupil(
            row["id"],
            row["h_id"],
            row["full_name"],
            self._portraits.link(row["photo"]),
            row["phone"],
            _last(row),
            push if row["push_state"] else None,
        )

    async def write(self, saving: Saving, *, actor: Actor, uow: Work) -> int | None:
        line = await line_of(uow)
        lesson, tally = saving.lesson, saving.tally
        push_id: int | None = await line.fetchval(
            WRITE,
            lesson.id,
            lesson.group_id,
            lesson.no_class_reason,
            saving.now,
            actor.id,
            *_columns(saving),
            tally.attended,
            tally.late,
            tally.absent,
            [one.student_id for one in saving.changes if one.student_id in saving.pushed],
            PUSH_JOB,
            _json({"lessonId": lesson.id}).decode(),
            actor.request_id,
            JobPromised.version,
            *_record(saving, actor),
        )
        return push_id

    async def put_aside(self, late: LateSheet, *, actor: Actor, uow: Work) -> tuple[int, bool]:
        line = await line_of(uow)
        row = await line.fetchrow(
            PUT_ASIDE, late.lesson_id, actor.id, _json(list(late.entries)).decode(), late.marked_at, late.sent_at
        )
        return row["id"], row["new"]


async def line_of(uow: Work) -> Any:
    """The driver's connection of open work, within its transaction."""
    if isinstance(uow, PlainWork):
        return uow.line
    if not isinstance(uow, PostgresUnitOfWork):
        raise TypeError("sheets are written by the unit of work of PostgreSQL")
    await uow.flush()
    connection = await uow.session.connection()
    if "line" not in uow.session.info:
        # the transaction begins with its first statement
        await connection.exec_driver_sql("select 1")
        uow.session.info["line"] = (await connection.get_raw_connection()).driver_connection
    return uow.session.info["line"]


def lesson_of(row: Mapping[str, Any]) -> Lesson:
    """The lesson of a row of ``lessons``."""
    return Lesson(
        row["group_id"],
        row["teacher_id"],
        row["date"],
        row["begin_time"],
        row["end_time"],
        row["schedule_id"],
        row["classroom_name"],
        row["no_class_reason"],
        row["id"],
    )


def _sheet(lesson: Lesson, group: Period, rows: Sequence[Mapping[str, Any]], late_after: int) -> Sheet:
    roster: dict[int, list[Enrolled]] = defaultdict(list)
    kept, entered = {}, {}
    for row in rows:
        if row["action_id"] is not None:
            roster[row["id"]].append(Enrolled(Period(row["started_date"], row["ended_date"]), row["action_id"]))
        if row["status"] is not None:
            kept[row["id"]] = kept_of(row)
        if row["entered"] is not None:
            entered[row["id"]] = row["entered"]
    return Sheet(lesson, group, roster, kept, entered, late_after)


def _last(row: Mapping[str, Any]) -> list[int | None]:
    """His cells of the lessons before, the newest last; None where he was not marked."""
    last: list[int | None] = [None] * row["lessons_before"]
    for back, status in zip(row["backs"] or (), row["statuses"] or (), strict=True):
        last[-back] = status
    return last


def kept_of(row: Mapping[str, Any]) -> Kept:
    """The mark of a row of ``attendances``."""
    first = None
    if row["first_status"] is not None:
        first = First(_said(row["first_status"], row["first_reason"]), row["first_by"], row["first_at"])
    return Kept(
        _said(row["status"], row["reason"]),
        row["marked_by"],
        row["marked_at"],
        row["by_office"],
        row["counted"],
        row["version"],
        first,
    )


def _said(status: int, reason: int | None) -> Said:
    return Said(Cell(status), Reason(reason) if reason is not None else None)


def _names(lesson: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    said = [(lesson["marked_by"], lesson["marked_by_name"])]
    said += [(row[f"{who}_by"], row[f"{who}_by_name"]) for row in rows for who in ("marked", "first")]
    return {id: name for id, name in said if id is not None}


def _columns(saving: Saving) -> list[list[Any]]:
    rows = []
    for one in saving.changes:
        kept, first = one.kept, one.kept.first
        was = (first.said.status, first.said.reason, first.marked_by, first.marked_at) if first else (None,) * 4
        rows.append(
            (one.student_id, kept.said.status, kept.said.reason, kept.counted, kept.by_office, kept.version, *was)
        )
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(10)]


def _record(saving: Saving, actor: Actor) -> list[Any]:
    said = {"permission": saving.permission, "verb": saving.verb, "entity": "lesson", "entity_id": saving.lesson.id}
    changed = {"params": dict(saving.params), "before": dict(saving.before), "after": dict(saving.after)}
    record = made_by(actor, saving.now) | said | changed
    return record_of(record)
