"""The sheet of a lesson on PostgreSQL: one statement reads what saves are decided by, one writes what one changes.

The one that writes names the version of the sheet by which it was decided, and does nothing where that has passed: so
nobody is held up between the two. Where a sheet is held, its class is read after that by a statement of its own: who
waited for another save sees what that one has written.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

import asyncpg
import msgspec

from adapters.postgres.core.audit_writer import made_by
from adapters.postgres.core.pool import Connection, RawPool, ReadPool
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from adapters.postgres.fast_path.attendance_sql import (
    CAME,
    CLASS,
    FIND,
    GROUNDS,
    HOLD,
    LESSON,
    NAMES,
    OF_MARK,
    PUT_ASIDE,
    WRITE,
)
from adapters.postgres.fast_path.raw_unit_of_work import PlainWork, record_of
from adapters.postgres.fast_path.request_batcher import GATHER_SECONDS, Batched
from adapters.postgres.files.photo_links import Portraits
from application.actor import Actor
from application.attendance.ports.sheets import (
    About,
    Grounds,
    LateSheet,
    Loaded,
    Overtaken,
    Pupil,
    Saving,
    Sheets,
    Work,
)
from application.authorization import Audience
from contracts.attendance.attendance_sheets import Push
from contracts.events import JobPromised
from domain.attendance.attendance_sheet import CLOSE, Enrolled, Sheet
from domain.attendance.lesson import Lesson
from domain.attendance.marks import First, Kept, Standing, said
from domain.groups.enrolments import Period
from domain.shared.errors import NotFound

PUSH_JOB = "attendance.push"
# the days of the six lessons before that what a class had lately is of, the oldest first
DAYS_BEFORE = """
select date from (
    select date, begin_time from lessons
    where group_id = $1 and (date, begin_time) < ($2::date, $3::time) and no_class_reason is null
    order by date desc, begin_time desc limit 6
) six order by date, begin_time
"""
_json = msgspec.json.Encoder().encode
# a lesson; by whom it is asked for, as ``_seen_by`` says it; whether marks go to the school
_Question: TypeAlias = tuple[int, tuple[int, ...] | None, bool, int | None, bool]


class PostgresSheets:
    """See ``application.attendance.ports.sheets.AttendanceSheets``."""

    def __init__(
        self,
        reads: ReadPool,
        prepared_read_pool: ReadPool,
        writes: RawPool,
        portraits: Portraits,
        zone: ZoneInfo,
        late_after: int,
    ) -> None:
        self._reads = reads
        self._prepared_read_pool = prepared_read_pool
        self._writes = writes
        self._grounds: Batched[_Question, Any] = Batched(self._grounds_of, GATHER_SECONDS)
        self._saving: Batched[Told, Any] = Batched(self._written, GATHER_SECONDS)
        self._portraits = portraits
        self._zone = zone
        self._late_after = late_after

    async def read(self, asked: Sheets, *, actor: Actor, audience: Audience) -> Loaded:
        async def looked(line: Connection) -> Loaded:
            lesson_id = asked.lesson_id
            if lesson_id is None:
                lesson_id = await line.fetchval(FIND, asked.group_id, asked.day, asked.schedule_id)
            return await self._loaded(line, lesson_id or 0, actor, audience)

        return await self._reads.run(looked)

    async def grounds(
        self, lesson_id: int, *, doors: bool, to_school: bool, actor: Actor, audience: Audience
    ) -> Grounds:
        row = await self._grounds.ask((lesson_id, *_seen_by(actor, audience), to_school))
        if row is None:
            raise NotFound("Lesson", lesson_id)
        lesson = lesson_of(row)
        entered: dict[int, datetime] = {}
        if doors and row["enrolled"]:
            begins = lesson.begins_at(self._zone)
            came = await self._reads.fetch(CAME, row["enrolled"], begins - CLOSE, begins + CLOSE)
            entered = {one["student_id"]: one["entered"] for one in came}
        group = Period(row["started_date"], row["ended_date"])
        sheet = Sheet(lesson, group, _roster(row), _marks(row), entered, self._late_after)
        return Grounds(sheet, row["version"], row["group_name"], frozenset(row["known"] or ()))

    async def _grounds_of(self, asked: Sequence[_Question]) -> dict[_Question, Any]:
        lessons, offices, *more = zip(*asked, strict=True)
        seen = [None if ids is None else array_of(ids) for ids in offices]
        rows = await self._prepared_read_pool.fetch(GROUNDS, lessons, seen, *more)
        return {asked[row["n"] - 1]: row for row in rows}

    async def take(self, lesson_id: int, *, actor: Actor, audience: Audience, uow: Work, held: bool = True) -> Loaded:
        return await self._loaded(await line_of(uow), lesson_id, actor, audience, held=held)

    async def _loaded(
        self, line: Any, lesson_id: int, actor: Actor, audience: Audience, *, held: bool = False
    ) -> Loaded:
        row = await line.fetchrow(LESSON[held], lesson_id, *_seen_by(actor, audience))
        if row is None:
            raise NotFound("Lesson", lesson_id)
        lesson = lesson_of(row)
        begins = lesson.begins_at(self._zone)
        near = (begins - CLOSE, begins + CLOSE)
        rows = await line.fetch(CLASS, lesson.group_id, lesson.id, lesson.day, lesson.begin, *near)
        days = [one["date"] for one in await line.fetch(DAYS_BEFORE, lesson.group_id, lesson.day, lesson.begin)]
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
            row["late_sent_at"],
        )
        pupils = [self._pupil(one, len(days)) for one in {row["id"]: row for row in rows}.values()]
        return Loaded(sheet, about, pupils, names, days)

    def _pupil(self, row: Mapping[str, Any], before: int) -> Pupil:
        push = Push(row["push_state"], row["push_code"], row["push_message"], row["retryable"])
        return Pupil(
            row["id"],
            row["h_id"],
            row["full_name"],
            self._portraits.link(row["photo"]),
            row["phone"],
            _last(row, before),
            push if row["push_state"] else None,
        )

    async def names_of(self, group_id: int, student_ids: Sequence[int]) -> Mapping[int, str]:
        rows = await self._reads.fetch(NAMES, group_id, student_ids)
        return {row["id"]: row["full_name"] for row in rows}

    async def write(self, saving: Saving, *, actor: Actor, uow: Work) -> int | None:
        told, row = _told(saving, actor), None
        if isinstance(uow, PlainWork):
            with suppress(asyncpg.exceptions.TransactionRollbackError):
                row = await self._saving.ask(told)
        if row is None:
            # others had it in their hands, or have had: now it is waited for, and is of this version or is not
            row = await _row(uow, WRITE[True], *by_column([told]))
        if row is None:
            raise Overtaken
        push_id: int | None = row["push_id"]
        return push_id

    async def _written(self, saves: Sequence["Told"]) -> dict["Told", Any]:
        try:
            async with self._writes.acquire() as line:
                rows = await line.fetch(WRITE[False], *by_column(saves))
        except asyncpg.LockNotAvailableError:
            # somebody has a row for long that one of them needs: each waits for his own, by himself
            return {}
        return {saves[row["n"] - 1]: row for row in rows}

    async def put_aside(self, late: LateSheet, *, actor: Actor, uow: Work) -> tuple[int, bool]:
        if isinstance(uow, PlainWork):
            await uow.begin()
        if await _row(uow, HOLD, late.lesson_id) is None:
            raise NotFound("Lesson", late.lesson_id)
        row = await _row(
            uow, PUT_ASIDE, late.lesson_id, actor.id, _json(list(late.entries)).decode(), late.marked_at, late.sent_at
        )
        return row["id"], row["new"]


async def _row(uow: Work, sql: str, *told: object) -> Any:
    return await (await line_of(uow)).fetchrow(sql, *told)


async def line_of(uow: Work) -> Any:
    """The driver's connection of open work."""
    if isinstance(uow, PlainWork):
        return await uow.line()
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


def _sheet(lesson: Lesson, group: Period, rows: Sequence[Mapping[str, Any]], late_after: int) -> Sheet[Kept]:
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


def _seen_by(actor: Actor, audience: Audience) -> tuple[tuple[int, ...] | None, bool, int | None]:
    """By whom a lesson is asked for: the branches, whether it has to be his own, and who he is."""
    if audience == "academic":
        return None, True, actor.id
    return (None if actor.all_offices else actor.office_ids), False, None


def _roster(row: Mapping[str, Any]) -> dict[int, list[Enrolled]]:
    """Who belongs to the class on the day; most do so since the same day."""
    roster: dict[int, list[Enrolled]] = {}
    known: dict[tuple[Any, ...], Enrolled] = {}
    columns = (row[name] or () for name in ("enrolled", "starts", "ends", "actions"))
    for student_id, *period in zip(*columns, strict=True):
        started, ended, action = key = tuple(period)
        enrolled = known.get(key) or known.setdefault(key, Enrolled(Period(started, ended), action))
        roster.setdefault(student_id, []).append(enrolled)
    return roster


def _marks(row: Mapping[str, Any]) -> dict[int, Standing]:
    """What is marked of each."""
    columns = (row[name] or () for name in OF_MARK)
    return {
        student_id: Standing(said(status, reason), by_office, counted)
        for student_id, status, reason, by_office, counted in zip(*columns, strict=True)
    }


def _last(row: Mapping[str, Any], before: int) -> list[int | None]:
    """His cells of so many lessons before, the newest last; None where he was not marked."""
    last: list[int | None] = [None] * before
    for back, status in zip(row["backs"] or (), row["statuses"] or (), strict=True):
        if back <= before:
            last[-back] = status
    return last


def kept_of(row: Mapping[str, Any]) -> Kept:
    """The mark of a row of ``attendances``."""
    first = None
    if row["first_status"] is not None:
        first = First(said(row["first_status"], row["first_reason"]), row["first_by"], row["first_at"])
    return Kept(
        said(row["status"], row["reason"]),
        row["marked_by"],
        row["marked_at"],
        row["by_office"],
        row["counted"],
        row["version"],
        first,
    )


def _names(lesson: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    said = [(lesson["marked_by"], lesson["marked_by_name"])]
    said += [(row[f"{who}_by"], row[f"{who}_by_name"]) for row in rows for who in ("marked", "first")]
    return {id: name for id, name in said if id is not None}


@dataclass(frozen=True, eq=False)
class Told:
    """A save as ``WRITE`` is told of it: the columns of ``OF_SAVE``. Two of the same words are two saves."""

    columns: Sequence[Any]


def _told(saving: Saving, actor: Actor) -> Told:
    lesson, tally = saving.lesson, saving.tally
    said = {"permission": saving.permission, "verb": saving.verb, "entity": "lesson", "entity_id": lesson.id}
    changed = {"params": dict(saving.params), "before": dict(saving.before), "after": dict(saving.after)}
    record = record_of(made_by(actor, saving.now) | said | changed)
    students = [one.student_id for one in saving.changes]
    kept = [one.kept for one in saving.changes]
    marks = (
        array_of(students),
        array_of(one.said.status for one in kept),
        array_of("null" if (reason := one.said.reason) is None else reason for one in kept),
        array_of(one.counted for one in kept),
        array_of(id for id in students if id in saving.pushed),
    )
    decided = (saving.version, lesson.no_class_reason, saving.by_office)
    return Told((*record, *decided, *marks, tally.attended, tally.late, tally.absent))


def array_of(values: Iterable[object]) -> str:
    """An array in words, as PostgreSQL reads it: of numbers, booleans and nulls."""
    return f"{{{','.join(map(str, values))}}}"


def by_column(saves: Iterable[Told]) -> Iterator[Any]:
    """The parameters of ``WRITE``."""
    yield PUSH_JOB
    yield JobPromised.version
    yield from zip(*(one.columns for one in saves), strict=True)
