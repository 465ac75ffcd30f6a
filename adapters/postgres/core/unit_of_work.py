"""The unit of work on PostgreSQL.

One transaction for a change, its audit records, events and jobs.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import BigInteger, ColumnElement, Executable, Result, bindparam, delete, func, insert, select, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm.exc import StaleDataError

from adapters.postgres.core import tables
from adapters.postgres.core.anonymise import anonymise
from adapters.postgres.core.audit.subject_keys import crypto_shred, encrypt, key_of
from adapters.postgres.core.audit.writer import INSERT_NAMED, audit_record, column_values
from adapters.postgres.core.counters.following import counters_of, note_changes
from adapters.postgres.core.derived_columns import derive
from adapters.postgres.core.live_events import changed_things, live_events
from adapters.postgres.core.mapping import MAPPED
from adapters.postgres.core.pool import Connection
from adapters.postgres.core.scopes import SCOPE_PARAMETER, seen
from adapters.postgres.core.transaction import SqlTransaction, unwrapped
from application.actor import Actor
from application.idempotency import IdempotencyKey, StoredResponse
from application.ports import Cipher, Clock, Lock
from contracts.events import Event, JobQueued
from domain.jobs.job import Job
from domain.shared.errors import DomainError, NotFound

T = TypeVar("T")

# the SQLSTATE of a broken foreign key
FOREIGN_KEY = "23503"
# unique constraint → code of the rejection
TAKEN = {
    "uq_users_login": "access.login_taken",
    "uq_students_login": "access.login_taken",
    "uq_roles_name": "access.role_name_taken",
    "uq_bulk_acts_undoes_id": "people.undone_already",
    "uq_saved_views_user_id_list_name": "access.view_name_taken",
    "uq_sync_runs_active": "sync.in_progress",
    "uq_sms_templates_name": "messaging.template_name_taken",
    "uq_holidays_date": "attendance.holiday_taken",
    "uq_holiday_offices_office_id_date": "attendance.holiday_taken",
    "uq_homeworks_lesson_id_topic_id": "homework.given_already",
    "uq_remarks_user_id_code": "homework.remark_code_taken",
    "uq_offices_head_office_id": "branches.head_office_related",
}
OUTBOX_CHANNEL = "outbox"
# where a session stores the driver's connection of its transaction
CONNECTION = "driver_connection"
# Locks for decisions leave the key free: inserting a row that references it, as a mark its student, does not wait.
KEY_SHARE = True


class PostgresUnitOfWork:
    """See ``application.ports.UnitOfWork``.

    Serves one transaction after another, never two at once.
    """

    def __init__(self, engine: AsyncEngine, clock: Clock, master: Cipher | None = None) -> None:
        self._engine = engine
        self._master = master
        self._clock = clock
        self._session: AsyncSession | None = None
        self._sends = False
        self._deferred = False

    @property
    def session(self) -> AsyncSession:
        """The open session of SQLAlchemy."""
        if self._session is None:
            raise RuntimeError("the unit of work is used outside of its `async with`")
        return self._session

    async def __aenter__(self) -> Self:
        if self._session is None:
            # pending changes are written by our ``flush``, which derives columns and maps errors, never by a query
            self._session = AsyncSession(self._engine, expire_on_commit=False, autoflush=False)
            self._sends = False
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._deferred or kind is not None:
            await self.rollback()

    def unwrap(self, kind: type[T]) -> T:
        return unwrapped(kind, {AsyncSession: self.session, SqlTransaction: self})

    @property
    def autocommit(self) -> bool:
        """See ``adapters.postgres.core.transaction.SqlTransaction``.

        The session begins a transaction by itself.
        """
        return False

    async def begin(self) -> None:
        """See ``adapters.postgres.core.transaction.SqlTransaction``."""

    def claimed(self) -> None:
        """See ``adapters.postgres.core.transaction.SqlTransaction``.

        Here ``commit_with`` claims the key.
        """
        raise RuntimeError("a session commits the key with its changes")

    async def connection(self) -> Connection:
        """See ``adapters.postgres.core.transaction.SqlTransaction``."""
        await self.flush()
        info = self.session.info
        if CONNECTION not in info:
            connection = await self.session.connection()
            # the transaction begins with its first statement
            await connection.exec_driver_sql("select 1")
            info[CONNECTION] = (await connection.get_raw_connection()).driver_connection
        found: Connection = info[CONNECTION]
        return found

    async def load(self, kind: type[T], id: int, *, seen_by: Actor | None = None, lock: Lock = False) -> T:
        table = MAPPED[kind]
        statement = select(kind).where(table.c.id == id)
        if seen_by is not None and not seen_by.all_offices:
            scope = seen(table)
            if scope is not None:
                statement = statement.where(scope).params({SCOPE_PARAMETER: list(seen_by.office_ids)})
        if lock:
            statement = statement.with_for_update(of=table, read=lock == "shared", key_share=lock != "shared")
        thing: T | None = (await self._read(statement)).scalar_one_or_none()
        if thing is None:
            raise NotFound(kind.__name__, id)
        return thing

    async def find(self, kind: type[T], /, *, lock: Lock = False, **equals: object) -> T | None:
        statement = select(kind).where(*_equal(kind, equals))
        if lock:
            statement = statement.with_for_update(read=lock == "shared", key_share=lock != "shared")
        thing: T | None = (await self._read(statement)).scalar_one_or_none()
        return thing

    async def find_all(self, kind: type[T], /, **equals: object) -> list[T]:
        statement = select(kind).where(*_equal(kind, equals)).order_by(*MAPPED[kind].primary_key.columns)
        return list((await self._read(statement)).scalars())

    async def load_many(self, kind: type[T], ids: Sequence[int]) -> list[T]:
        key = MAPPED[kind].c.id
        these = key == bindparam("ids", list(ids), type_=ARRAY(BigInteger)).any_()
        locked = select(kind).where(these).order_by(key).with_for_update(key_share=KEY_SHARE)
        return list((await self._read(locked)).scalars())

    async def count(self, kind: type[T], /, **equals: object) -> int:
        statement = select(func.count()).select_from(MAPPED[kind]).where(*_equal(kind, equals))
        return int((await self._read(statement)).scalar_one())

    async def withdraw_event(self, kind: type[Event], **fields: Any) -> int:
        outbox = tables.outbox.c
        unpublished = outbox.published_at.is_(None), outbox.topic == kind.topic, outbox.payload.contains(fields)
        return len((await self._read(delete(tables.outbox).where(*unpublished).returning(outbox.id))).all())

    async def is_unpublished(self, payload: Mapping[str, Any]) -> bool:
        outbox, job = tables.outbox.c, tables.jobs.c
        waiting = (
            select(outbox.id)
            .where(outbox.published_at.is_(None), outbox.topic == "job")
            .where(outbox.payload["jobId"].as_integer() == job.id, job.payload.contains(dict(payload)))
        )
        return bool((await self._read(select(waiting.exists()))).scalar_one())

    async def _read(self, statement: Executable) -> Result[Any]:
        await self.flush()
        return await self.session.execute(statement)

    def add(self, thing: object) -> None:
        self.session.add(thing)

    async def remove(self, thing: object) -> None:
        await self.session.delete(thing)

    async def crypto_shred(self, entity: str, entity_id: int) -> None:
        await crypto_shred(self.session, entity, entity_id, self._clock.now())

    async def anonymise(self, student_id: int, pseudonym: Callable[[str], str]) -> None:
        await anonymise(self.session, student_id, pseudonym, self._clock.now())

    async def flush(self) -> None:
        derive([*self.session.new, *self.session.dirty])
        changed = changed_things(self.session)
        given = await note_changes(self.session)
        try:
            await self.session.flush()
        except IntegrityError as error:
            raise _taken(error) from error
        except StaleDataError as error:
            raise DomainError("shared.stale") from error
        if given:
            counters_of(self.session).added(int(one.id or 0) for one in given)
        for event in live_events(changed):
            self.emit(event)

    def audit(
        self,
        verb: str,
        entity: str,
        entity_id: int | None,
        *,
        actor: Actor,
        permission: str = "",
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
        personal: bool = False,
        **params: object,
    ) -> None:
        change = {"params": params, "before": before, "after": after}
        record = audit_record(
            verb, entity, entity_id, actor=actor, now=self._clock.now(), permission=permission, **change
        )
        self._pending.append(lambda: self._write_audit(record, personal=personal))

    async def _write_audit(self, record: dict[str, Any], *, personal: bool) -> None:
        if personal and self._master is not None:
            cipher = await key_of(self.session, record["entity"], record["entity_id"], self._master)
            record |= {name: encrypt(record[name], cipher) for name in ("before", "after")}
        await self.session.execute(text(INSERT_NAMED), column_values(record))

    def emit(self, event: Event, *, request_id: str = "", after: timedelta = timedelta(0)) -> None:
        # the relay finds the others by itself within a quarter of a second; NOTIFY serialises commits
        self._sends = self._sends or event.lasting
        row = {
            "topic": event.topic,
            "payload": event.payload(),
            "version": event.version,
            "request_id": request_id,
            "available_at": func.now() + after,
        }
        self._pending.append(lambda: self.session.execute(insert(tables.outbox).values(**row)))

    async def enqueue(self, kind: str, payload: Mapping[str, Any], *, actor: Actor) -> int:
        job = Job(kind, dict(payload), created_by=actor.id, request_id=actor.request_id)
        self.add(job)
        await self.flush()
        job_id = int(job.id or 0)
        self.emit(JobQueued(job_id=job_id, kind=kind), request_id=actor.request_id)
        return job_id

    async def commit(self) -> None:
        await self.flush()
        for write in self._pending:
            await write()
        self._pending.clear()
        await counters_of(self.session).write()
        if not self._deferred:
            await self._commit()

    def independent(self) -> "PostgresUnitOfWork":
        return PostgresUnitOfWork(self._engine, self._clock, self._master)

    async def _commit(self) -> None:
        if self._sends:
            await self.session.execute(text(f"notify {OUTBOX_CHANNEL}"))
        try:
            await self.session.commit()
        except IntegrityError as error:
            raise _taken(error) from error
        # the session returns its connection with the commit
        self.session.info.pop(CONNECTION, None)

    async def stored_response(self, key: IdempotencyKey) -> StoredResponse | None:
        async with AsyncSession(self._engine) as session:
            return await _stored(session, key)

    def defer(self) -> None:
        self._deferred = True

    async def commit_with(self, key: IdempotencyKey, response: bytes, *, secret: bool) -> StoredResponse | None:
        """See ``application.idempotency``. Waits for a concurrent request of the same key."""
        async with self:
            try:
                row = {"user_id": key.user_id, "route": key.route, "key": key.key, "body_digest": key.body_digest}
                insertion = upsert(tables.idempotency_keys).values(**row, answer=response, secret=secret)
                done = await self.session.execute(
                    insertion.on_conflict_do_nothing().returning(tables.idempotency_keys.c.key)
                )
                if done.first() is not None:
                    await self._commit()
                    return None
                return await _stored(self.session, key)
            finally:
                await self.rollback()

    async def rollback(self) -> None:
        session, self._session, self._deferred = self._session, None, False
        if session is not None:
            await session.close()

    @property
    def _pending(self) -> list[Any]:
        pending: list[Any] = self.session.info.setdefault("pending", [])
        return pending


async def _stored(session: AsyncSession, key: IdempotencyKey) -> StoredResponse | None:
    columns = tables.idempotency_keys.c
    same = (columns.user_id == key.user_id, columns.route == key.route, columns.key == key.key)
    row = (await session.execute(select(columns.body_digest, columns.answer, columns.secret).where(*same))).first()
    return StoredResponse(row.body_digest, row.answer, row.secret) if row else None


def _equal(kind: type, equals: Mapping[str, object]) -> list[ColumnElement[bool]]:
    table = MAPPED[kind]
    return [
        func.lower(table.c[name]) == str(value).lower() if name == "login" else table.c[name] == value
        for name, value in equals.items()
    ]


def _taken(error: IntegrityError) -> DomainError:
    if getattr(error.orig, "sqlstate", None) == FOREIGN_KEY:
        # what it refers to was deleted meanwhile
        return DomainError("shared.stale")
    message = str(error.orig)
    return next((DomainError(code) for key, code in TAKEN.items() if key in message), DomainError("shared.conflict"))
