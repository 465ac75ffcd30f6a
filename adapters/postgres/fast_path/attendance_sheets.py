"""Attendance sheets with raw SQL.

One statement reads the context of saves, one writes their changes. The write names the version of the sheet it was
decided by and does nothing where that has passed, so no lock is held between the two. Where a sheet is locked, its
class is read by a later statement: a caller that waited for another save sees what that save wrote.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

import asyncpg
import msgspec

from adapters.postgres.core.audit.writer import audit_record, column_values
from adapters.postgres.core.pool import Connection, RawPool, ReadPool
from adapters.postgres.core.transaction import SqlTransaction, sql_of
from adapters.postgres.fast_path.attendance_sql import (
    CLASS,
    ENTERED,
    FIND,
    LESSON,
    LOCK,
    MARK_COLUMNS,
    NAMES,
    OWN_BETWEEN,
    SAVE_CONTEXT,
    STORE_LATE,
    WRITE,
)
from adapters.postgres.fast_path.batching import BATCH_WINDOW, statement_batcher
from adapters.postgres.files.photo_links import PhotoLinks
from application.actor import Actor
from application.attendance.ports.absences import StoredSms
from application.attendance.ports.sheets import (
    LateSubmission,
    LessonInfo,
    SaveCommand,
    SaveContext,
    SheetLookup,
    SheetStudent,
    SheetView,
    VersionConflict,
    WaitingMark,
)
from application.authorization import Audience
from application.idempotency import IdempotencyKey
from application.ports import Transaction
from contracts.attendance.attendance_sheets import Push
from contracts.events import AttendanceSaved, JobQueued, LateSheetChanged
from domain.attendance.attendance_sheet import DOOR_WINDOW, AttendanceSheet, Enrolled, Entry
from domain.attendance.lesson import Lesson
from domain.attendance.marks import CurrentMark, Mark, OriginalMark, Reason, StoredMark, mark_value
from domain.groups.enrolments import Period
from domain.shared.errors import DomainError, NotFound

PUSH_JOB = "attendance.push"
EARN_JOB = "gamification.attendance"
# the days of the six lessons before this one, the oldest first
DAYS_BEFORE = """
select date from (
    select date, begin_time from lessons
    where group_id = $1 and (date, begin_time) < ($2::date, $3::time) and no_class_reason is null
    order by date desc, begin_time desc limit 6
) six order by date, begin_time
"""
_json = msgspec.json.Encoder().encode
# a lesson, its reader as ``_seen_by`` gives it, and whether marks go to the school
_ContextKey: TypeAlias = tuple[int, tuple[int, ...] | None, bool, int | None, bool]


class PostgresAttendanceSheetStore:
    """See ``application.attendance.ports.sheets.AttendanceSheetStore``."""

    def __init__(
        self,
        pool: ReadPool,
        prepared_read_pool: ReadPool,
        batches: RawPool,
        photo_links: PhotoLinks,
        zone: ZoneInfo,
        late_after: int,
    ) -> None:
        self._pool = pool
        self._prepared_read_pool = prepared_read_pool
        self._batches = batches
        self._contexts = statement_batcher(self._read_contexts, BATCH_WINDOW)
        self._saves = statement_batcher(self._write_many, BATCH_WINDOW)
        self._photo_links = photo_links
        self._zone = zone
        self._late_after = late_after

    async def find(self, lookup: SheetLookup, *, actor: Actor, audience: Audience) -> SheetView:
        async def load(connection: Connection) -> SheetView:
            lesson_id = lookup.lesson_id
            if lesson_id is None:
                lesson_id = await connection.fetchval(FIND, lookup.group_id, lookup.day, lookup.schedule_id)
            return await self._loaded(connection, lesson_id or 0, actor, audience)

        return await self._pool.run(load)

    async def own_between(self, first: date, last: date, *, actor: Actor) -> Sequence[int]:
        return [row["id"] for row in await self._pool.fetch(OWN_BETWEEN, actor.id, first, last)]

    async def save_context(
        self, lesson_id: int, *, doors: bool, to_school: bool, actor: Actor, audience: Audience
    ) -> SaveContext:
        row = await self._contexts.run((lesson_id, *_seen_by(actor, audience), to_school))
        if row is None:
            raise NotFound("Lesson", lesson_id)
        lesson = lesson_of(row)
        entered: dict[int, datetime] = {}
        if doors and row["enrolled"]:
            begins = lesson.begins_at(self._zone)
            came = await self._pool.fetch(ENTERED, row["enrolled"], begins - DOOR_WINDOW, begins + DOOR_WINDOW)
            entered = {one["student_id"]: one["entered"] for one in came}
        group = Period(row["started_date"], row["ended_date"])
        sheet = AttendanceSheet(lesson, group, _roster(row), _marks(row), entered, self._late_after)
        return SaveContext(sheet, row["version"], row["group_name"], frozenset(row["known"] or ()))

    async def _read_contexts(self, keys: Sequence[_ContextKey]) -> dict[_ContextKey, Any]:
        lessons, offices, *more = zip(*keys, strict=True)
        seen = [None if ids is None else array_of(ids) for ids in offices]
        rows = await self._prepared_read_pool.fetch(SAVE_CONTEXT, lessons, seen, *more)
        return {keys[row["n"] - 1]: row for row in rows}

    async def load(
        self, lesson_id: int, *, actor: Actor, audience: Audience, uow: Transaction, lock: bool = True
    ) -> SheetView:
        return await self._loaded(await sql_of(uow).connection(), lesson_id, actor, audience, lock=lock)

    async def _loaded(
        self, connection: Connection, lesson_id: int, actor: Actor, audience: Audience, *, lock: bool = False
    ) -> SheetView:
        row = await connection.fetchrow(LESSON[lock], lesson_id, *_seen_by(actor, audience))
        if row is None:
            raise NotFound("Lesson", lesson_id)
        lesson = lesson_of(row)
        begins = lesson.begins_at(self._zone)
        near = (begins - DOOR_WINDOW, begins + DOOR_WINDOW)
        rows = await connection.fetch(CLASS, lesson.group_id, lesson.id, lesson.day, lesson.begin, *near)
        days = [one["date"] for one in await connection.fetch(DAYS_BEFORE, lesson.group_id, lesson.day, lesson.begin)]
        sheet = _sheet(lesson, Period(row["started_date"], row["ended_date"]), rows, self._late_after)
        names = _names(row, rows)
        about = LessonInfo(
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
        students = [self._student(one, len(days)) for one in {row["id"]: row for row in rows}.values()]
        return SheetView(sheet, about, students, names, days)

    def _student(self, row: Mapping[str, Any], before: int) -> SheetStudent:
        push = Push(row["push_state"], row["push_code"], row["push_message"], row["retryable"])
        return SheetStudent(
            row["id"],
            row["h_id"],
            row["full_name"],
            self._photo_links.link(row["photo"]),
            row["phone"],
            _last(row, before),
            push if row["push_state"] else None,
            _waiting(row),
            row["absent_before"],
            StoredSms(row["sms_status"], row["sms_provider"], row["sms_error"]) if row["sms_status"] else None,
        )

    async def names_of(self, group_id: int, student_ids: Sequence[int]) -> Mapping[int, str]:
        rows = await self._pool.fetch(NAMES, group_id, student_ids)
        return {row["id"]: row["full_name"] for row in rows}

    async def save(self, saving: SaveCommand, *, actor: Actor, uow: Transaction) -> int | None:
        transaction, row = sql_of(uow), None
        # a transaction commits the key with its response
        key = actor.idempotency_key if transaction.autocommit else None
        save = _save_row(saving, actor, key)
        if transaction.autocommit:
            with suppress(asyncpg.exceptions.TransactionRollbackError, asyncpg.ForeignKeyViolationError):
                row = await self._saves.run(save)
        if row is None:
            # the lesson was locked, its version has passed, or the key is another body's: this one waits, and then the
            # version fits or does not
            row = await _write_one(transaction, save)
        if row is None:
            if key and (stored := await uow.stored_response(key)) and stored.body_digest != key.body_digest:
                raise DomainError("shared.other_body")
            raise VersionConflict
        if key:
            transaction.claimed()
        push_id: int | None = row["push_id"]
        return push_id

    async def _write_many(self, saves: Sequence["SaveRow"]) -> dict["SaveRow", Any]:
        try:
            async with self._batches.acquire() as connection:
                rows = await connection.fetch(WRITE[False], *columns_of(saves))
        except asyncpg.LockNotAvailableError:
            # a row that one of them needs is locked for long: each save waits by itself
            return {}
        return {saves[row["n"] - 1]: row for row in rows}

    async def store_late_submission(
        self, late: LateSubmission, *, actor: Actor, uow: Transaction
    ) -> tuple[int | None, bool]:
        transaction = sql_of(uow)
        await transaction.begin()
        connection = await transaction.connection()
        if await connection.fetchrow(LOCK, late.lesson_id) is None:
            raise NotFound("Lesson", late.lesson_id)
        entries = _json(list(late.entries)).decode()
        event = LateSheetChanged(lesson_id=late.lesson_id, group_id=late.group_id)
        row: Any = await connection.fetchrow(
            STORE_LATE,
            late.lesson_id,
            actor.id,
            entries,
            late.marked_at,
            late.sent_at,
            list(late.unchanged),
            event.topic,
            event.version,
            _json(event).decode(),
        )
        return row["id"], row["new"]


async def _write_one(transaction: SqlTransaction, save: "SaveRow") -> Any:
    """Writes a save that waits for the lesson.

    None if its version or its key does not fit.
    """
    connection = await transaction.connection()
    if transaction.autocommit:
        # the topic that the lesson takes may be deleted meanwhile: the next attempt takes the topic after it (D-102)
        with suppress(asyncpg.ForeignKeyViolationError):
            return await connection.fetchrow(WRITE[True], *columns_of([save]))
    return await connection.fetchrow(WRITE[True], *columns_of([save]))


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


def _sheet(
    lesson: Lesson, group: Period, rows: Sequence[Mapping[str, Any]], late_after: int
) -> AttendanceSheet[StoredMark]:
    roster: dict[int, list[Enrolled]] = defaultdict(list)
    stored, entered = {}, {}
    for row in rows:
        if row["action_id"] is not None:
            roster[row["id"]].append(Enrolled(Period(row["started_date"], row["ended_date"]), row["action_id"]))
        if row["status"] is not None:
            stored[row["id"]] = stored_mark(row)
        if row["entered"] is not None:
            entered[row["id"]] = row["entered"]
    return AttendanceSheet(lesson, group, roster, stored, entered, late_after)


def _seen_by(actor: Actor, audience: Audience) -> tuple[tuple[int, ...] | None, bool, int | None]:
    """The reader's branches, and their id where the lesson must be their own."""
    if audience == "academic":
        return None, True, actor.id
    return (None if actor.all_offices else actor.office_ids), False, None


def _roster(row: Mapping[str, Any]) -> dict[int, list[Enrolled]]:
    """The students who belong to the class on the day; most joined on the same day."""
    roster: dict[int, list[Enrolled]] = {}
    known: dict[tuple[Any, ...], Enrolled] = {}
    columns = (row[name] or () for name in ("enrolled", "starts", "ends", "actions"))
    for student_id, *period in zip(*columns, strict=True):
        started, ended, action = key = tuple(period)
        enrolled = known.get(key) or known.setdefault(key, Enrolled(Period(started, ended), action))
        roster.setdefault(student_id, []).append(enrolled)
    return roster


def _marks(row: Mapping[str, Any]) -> dict[int, CurrentMark]:
    """The current mark of each student."""
    columns = (row[name] or () for name in MARK_COLUMNS)
    return {
        student_id: CurrentMark(mark_value(status, reason, is_default), by_office, counted)
        for student_id, status, reason, is_default, by_office, counted in zip(*columns, strict=True)
    }


def _last(row: Mapping[str, Any], before: int) -> list[int | None]:
    """A student's status in so many earlier lessons, newest last; None unmarked."""
    last: list[int | None] = [None] * before
    for back, status in zip(row["backs"] or (), row["statuses"] or (), strict=True):
        if back <= before:
            last[-back] = status
    return last


def _waiting(row: Mapping[str, Any]) -> WaitingMark | None:
    """The student's mark in a late submission that waits for the office."""
    if row["waiting_mark"] is None:
        return None
    reason = row["waiting_reason"]
    entry = Entry(row["id"], Mark(row["waiting_mark"]), Reason(reason) if reason else None, row["waiting_default"])
    return WaitingMark(entry, row["waiting_since"])


def stored_mark(row: Mapping[str, Any]) -> StoredMark:
    """The mark of a row of ``attendances``."""
    first = None
    if row["first_status"] is not None:
        first = OriginalMark(mark_value(row["first_status"], row["first_reason"]), row["first_by"], row["first_at"])
    return StoredMark(
        mark_value(row["status"], row["reason"], row["reason_is_default"]),
        row["marked_by"],
        row["marked_at"],
        row["by_office"],
        row["counted"],
        row["version"],
        first,
    )


def _names(lesson: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    mark_value = [(lesson["marked_by"], lesson["marked_by_name"])]
    mark_value += [(row[f"{who}_by"], row[f"{who}_by_name"]) for row in rows for who in ("marked", "first")]
    return {id: name for id, name in mark_value if id is not None}


@dataclass(frozen=True, eq=False)
class SaveRow:
    """A save as a row of ``WRITE``, in the order of ``SAVE_COLUMNS``.

    Two equal rows are two saves.
    """

    columns: Sequence[Any]


def _save_row(saving: SaveCommand, actor: Actor, key: IdempotencyKey | None) -> SaveRow:
    lesson, tally = saving.lesson, saving.tally
    record = audit_record(
        saving.verb,
        "lesson",
        lesson.id,
        actor=actor,
        now=saving.now,
        permission=saving.permission,
        params=saving.params,
        before=saving.before,
        after=saving.after,
    )
    students = [one.student_id for one in saving.changes]
    stored = [one.after for one in saving.changes]
    marks = (
        array_of(students),
        array_of(one.value.status for one in stored),
        array_of("null" if (reason := one.value.reason) is None else reason for one in stored),
        array_of(one.value.reason_is_default for one in stored),
        array_of(one.counted for one in stored),
        array_of(id for id in students if id in saving.pushed),
    )
    event = AttendanceSaved(
        lesson_id=lesson.id,
        group_id=lesson.group_id,
        sheet_version=saving.version + 1,
        students=students,
    )
    decided = (saving.version, lesson.no_class_reason, saving.unmarked, saving.by_office, _json(event).decode())
    claim = (key.user_id, key.route, key.key, key.body_digest) if key else (None,) * 4
    return SaveRow(
        (*column_values(record).values(), *decided, *marks, tally.attended, tally.late, tally.absent, *claim)
    )


def array_of(values: Iterable[object]) -> str:
    """An array literal of PostgreSQL: of numbers, booleans and nulls."""
    return f"{{{','.join(map(str, values))}}}"


def columns_of(saves: Iterable[SaveRow]) -> Iterator[Any]:
    """The parameters of ``WRITE``."""
    yield PUSH_JOB
    yield JobQueued.version
    yield EARN_JOB
    yield AttendanceSaved.topic
    yield AttendanceSaved.version
    yield from zip(*(one.columns for one in saves), strict=True)
