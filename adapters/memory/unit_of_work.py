"""The unit of work in memory, for tests of use cases that need no SQL.

It keeps the promises that PostgreSQL makes about one transaction.
"""

import asyncio
import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from types import TracebackType
from typing import Any, Self, TypeVar

from adapters.memory.database import (
    REFERENCES,
    SCOPED,
    UNIQUE,
    MemoryDatabase,
    Row,
    fits,
    key_of,
    row_of,
    values_of,
)
from application.actor import Actor
from application.idempotency import IdempotencyKey, StoredResponse
from application.ports import Clock, Lock
from contracts.events import Event, JobQueued
from domain.jobs.job import Job
from domain.people.student import Student
from domain.shared.errors import DomainError, NotFound

T = TypeVar("T")
# the remainder of personal values after their key was destroyed
ERASED = {"erased": True}


class MemoryUnitOfWork:
    """See ``application.ports.UnitOfWork``.

    Like PostgreSQL it returns copies and compares versions on writing. A dictionary or list inside an object is
    replaced, never edited in place, as with a JSON column.
    """

    def __init__(self, database: MemoryDatabase, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._open = self._deferred = False
        self._clear()

    def _clear(self) -> None:
        # by kind and key: the object in use, and its fields as they were read
        self._held: dict[tuple[type, Any], tuple[Any, Row]] = {}
        self._new: list[Any] = []
        self._written: dict[tuple[type, Any], tuple[Row | None, int | None]] = {}
        self._audits: list[Row] = []
        self._forgotten: list[tuple[str, int]] = []
        self._outbox: list[Row] = []
        self._withdrawn: list[Row] = []
        self._locks: list[asyncio.Lock] = []

    async def __aenter__(self) -> Self:
        if not self._open:
            self._clear()
        self._open = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._deferred or kind is not None:
            await self.rollback()

    def unwrap(self, kind: type[T]) -> T:
        raise TypeError(f"a transaction in memory is no {kind.__name__}")

    async def rollback(self) -> None:
        self._unlock()
        self._clear()
        self._open = self._deferred = False

    def _unlock(self) -> None:
        for lock in self._locks:
            lock.release()
        self._locks = []

    async def stored_response(self, key: IdempotencyKey) -> StoredResponse | None:
        return self._database.responses.get((key.user_id, key.route, key.key))

    def defer(self) -> None:
        self._deferred = True

    async def commit_with(self, key: IdempotencyKey, response: bytes, *, secret: bool) -> StoredResponse | None:
        earlier = await self.stored_response(key)
        if earlier is None:
            self._commit()
            stored = StoredResponse(key.body_digest, response, secret)
            self._database.responses[key.user_id, key.route, key.key] = stored
        await self.rollback()
        return earlier

    async def load(self, kind: type[T], id: int, *, seen_by: Actor | None = None, lock: Lock = False) -> T:
        entities = [
            thing for thing in await self._found(kind, {"id": id}, lock=bool(lock)) if self._seen(thing, seen_by)
        ]
        if not entities:
            raise NotFound(kind.__name__, id)
        return entities[0]

    def _seen(self, thing: Any, actor: Actor | None) -> bool:
        if actor is None or actor.all_offices or type(thing) not in SCOPED:
            return True
        return bool(set(actor.office_ids) & set(self._database.offices.get((type(thing), thing.id), ())))

    async def find(self, kind: type[T], /, *, lock: Lock = False, **equals: object) -> T | None:
        entities = await self._found(kind, equals, lock=bool(lock))
        if len(entities) > 1:
            raise LookupError(f"several of {kind.__name__} have {equals}")
        return entities[0] if entities else None

    async def find_all(self, kind: type[T], /, **equals: object) -> list[T]:
        return await self._found(kind, equals)

    async def load_many(self, kind: type[T], ids: Sequence[int]) -> list[T]:
        return [thing for id in sorted(set(ids)) for thing in await self._found(kind, {"id": id}, lock=True)]

    async def count(self, kind: type[T], /, **equals: object) -> int:
        return len(await self._found(kind, equals))

    async def _found(self, kind: type[T], equals: Mapping[str, object], *, lock: bool = False) -> list[T]:
        await self.flush()
        keys = [key for key, row in self._rows(kind) if fits(row, equals)]
        if lock:
            for key in keys:
                await self._lock(kind, key)
            # another transaction may have changed them before its lock was released
            keys = [key for key, row in self._rows(kind) if fits(row, equals)]
        return [self._hold(kind, key, fresh=lock) for key in sorted(keys)]

    async def _lock(self, kind: type, key: object) -> None:
        lock = self._database.lock(kind, key)
        if lock not in self._locks:
            await lock.acquire()
            self._locks.append(lock)

    def _rows(self, kind: type) -> Iterator[tuple[Any, Row]]:
        """The rows as this transaction sees them."""
        for key, row in self._database.tables[kind].items():
            if (kind, key) not in self._written:
                yield key, row
        for (written, key), (mine, _) in self._written.items():
            if written is kind and mine is not None:
                yield key, mine

    def _hold(self, kind: type[T], key: object, *, fresh: bool) -> T:
        held = self._held.get((kind, key))
        if held and not (fresh and (kind, key) not in self._written):
            stored: T = held[0]
            return stored
        row = copy.deepcopy(dict(self._rows(kind))[key])
        thing: T = held[0] if held else kind(**row)
        for name, value in row.items():
            setattr(thing, name, value)
        self._held[kind, key] = (thing, values_of(thing))
        return thing

    def add(self, thing: object) -> None:
        self._new.append(thing)

    async def remove(self, thing: Any) -> None:
        await self.flush()
        self._write(type(thing), key_of(thing), None)
        self._held.pop((type(thing), key_of(thing)))

    async def crypto_shred(self, entity: str, entity_id: int) -> None:
        self._forgotten.append((entity, entity_id))

    async def anonymise(self, student_id: int, pseudonym: Callable[[str], str]) -> None:
        student = await self.load(Student, student_id)
        student.h_id = pseudonym(student.h_id or str(student_id))
        student.first_name = student.last_name = student.middle_name = ""
        await self.crypto_shred("student", student_id)

    async def flush(self) -> None:
        for thing in self._new:
            if hasattr(thing, "id"):
                thing.id = thing.id or self._database.next_id(type(thing))
            self._write(type(thing), key_of(thing), row_of(thing), inserted=True)
            self._held[type(thing), key_of(thing)] = (thing, values_of(thing))
        self._new = []
        for (kind, key), (thing, read) in list(self._held.items()):
            if any(value is not read[name] and value != read[name] for name, value in values_of(thing).items()):
                row = row_of(thing)
                self._write(kind, key, row)
                if "version" in row:
                    thing.version = row["version"]
                self._held[kind, key] = (thing, values_of(thing))

    def _write(self, kind: type, key: object, row: Row | None, *, inserted: bool = False) -> None:
        """Stages a row for the commit, with the version that it requires then."""
        based_on = None if inserted else dict(self._rows(kind))[key].get("version")
        if (kind, key) in self._held and not inserted and (kind, key) not in self._written:
            based_on = self._held[kind, key][1].get("version")
        if (kind, key) in self._written:
            based_on = self._written[kind, key][1]
        if row is not None and not inserted and "version" in row:
            row["version"] += 1
        if row is not None:
            self._check(kind, key, row, inserted=inserted)
        self._check_version(kind, key, based_on)
        self._written[kind, key] = (row, based_on)

    def _check(self, kind: type, key: object, row: Row, *, inserted: bool) -> None:
        for code, of in UNIQUE.get(kind, ()):
            others = ((other, of(mine)) for other, mine in self._rows(kind) if inserted or other != key)
            if of(row) is not None and any(taken == of(row) for _, taken in others):
                raise DomainError(code)
        for name, target in REFERENCES.get(kind, {}).items():
            if (row[name],) not in dict(self._rows(target)):
                raise DomainError("shared.stale")

    def _check_version(self, kind: type, key: object, based_on: int | None) -> None:
        if based_on is not None and self._database.tables[kind].get(key, {}).get("version") != based_on:
            raise DomainError("shared.stale")

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
        who = {"actor_id": actor.id, "actor_name": actor.name, "address": actor.address}
        what = {"verb": verb, "entity": entity, "entity_id": entity_id, "permission": permission}
        content: Row = {"params": params, "before": before, "after": after, "request_id": actor.request_id}
        content |= {"personal": personal}
        self._audits.append({"at": self._clock.now(), **who, **what, **copy.deepcopy(content)})

    def emit(self, event: Event, *, request_id: str = "", after: timedelta = timedelta(0)) -> None:
        available = {"available_at": self._clock.now() + after, "published_at": None}
        sent = {"topic": event.topic, "payload": event.payload(), "version": event.version, "request_id": request_id}
        self._outbox.append(sent | available)

    async def enqueue(self, kind: str, payload: Mapping[str, Any], *, actor: Actor) -> int:
        job = Job(kind, dict(payload), created_by=actor.id, request_id=actor.request_id)
        self.add(job)
        await self.flush()
        job_id = int(job.id or 0)
        self.emit(JobQueued(job_id=job_id, kind=kind), request_id=actor.request_id)
        return job_id

    async def withdraw_event(self, kind: type[Event], **fields: Any) -> int:
        withdrawn = [
            row
            for row in self._database.outbox
            if row["topic"] == kind.topic and row["published_at"] is None and _contains(row["payload"], fields)
        ]
        self._withdrawn += withdrawn
        return len(withdrawn)

    async def is_unpublished(self, payload: Mapping[str, Any]) -> bool:
        await self.flush()
        promised = self._database.outbox
        ids = {row["payload"]["jobId"] for row in promised if row["topic"] == "job" and row["published_at"] is None}
        return any(row["id"] in ids and payload.items() <= row["payload"].items() for _, row in self._rows(Job))

    async def commit(self) -> None:
        await self.flush()
        if not self._deferred:
            self._commit()

    def independent(self) -> "MemoryUnitOfWork":
        return MemoryUnitOfWork(self._database, self._clock)

    def _commit(self) -> None:
        for (kind, key), (row, based_on) in self._written.items():
            self._check_version(kind, key, based_on)
            if row is not None:
                self._check(kind, key, row, inserted=False)
        for (kind, key), (row, _) in self._written.items():
            if row is None:
                self._database.tables[kind].pop(key, None)
            else:
                self._database.tables[kind][key] = copy.deepcopy(row)
        for record in self._database.audits:
            if record["personal"] and (record["entity"], record["entity_id"]) in self._forgotten:
                record["before"] = record["after"] = ERASED
        self._forgotten = []
        self._database.audits += self._audits
        self._database.outbox[:] = [row for row in self._database.outbox if row not in self._withdrawn]
        self._database.outbox += self._outbox
        self._database.notified += bool(self._outbox)
        self._written, self._audits, self._outbox, self._withdrawn = {}, [], [], []
        self._unlock()


def _contains(whole: Any, part: Any) -> bool:
    """Containment of JSON values, as PostgreSQL's ``@>``."""
    if isinstance(part, Mapping):
        return isinstance(whole, Mapping) and all(k in whole and _contains(whole[k], v) for k, v in part.items())
    if isinstance(part, list):
        return isinstance(whole, list) and all(any(_contains(one, v) for one in whole) for v in part)
    return bool(whole == part)
