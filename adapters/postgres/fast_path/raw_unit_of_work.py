"""Work whose statements are said to the driver as they are: for the one form that hundreds save at once.

Through the unit of work, saving a class was eleven turns to the server; here it is one (docs/performance.md).
"""

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import msgspec

from adapters.postgres.core.audit_writer import CONTENT, digest, made_by
from adapters.postgres.core.pool import Connection, RawPool
from adapters.postgres.fast_path.idempotency import KeptAnswers
from application.actor import Actor
from application.ports import Clock
from application.repeats import RepeatKey, Stored

_json = msgspec.json.Encoder().encode
OF_RECORD = (*CONTENT, "digest")
JSON_OF_RECORD = ("params", "before", "after")


def places_of_record(first: int) -> str:
    """The parameters of a record's columns, of which the first has this number."""
    return ", ".join(
        f"${place}::text::jsonb" if name in JSON_OF_RECORD else f"${place}"
        for place, name in enumerate(OF_RECORD, first)
    )


def record_of(record: Mapping[str, Any]) -> list[Any]:
    """The parameters themselves: the content with its digest."""
    plain = [_json(record[name]).decode() if isinstance(record[name], dict) else record[name] for name in CONTENT]
    return [*plain, digest(record)]


RECORD = f"""
with recorded as (insert into audits ({", ".join(OF_RECORD)}) values ({places_of_record(1)}) returning id)
insert into audit_pending (audit_id) select id from recorded
"""  # noqa: S608  names of ours


class PlainWork:
    """See ``application.attendance.ports.sheets.Work`` and ``application.repeats.Repeatable``. One at a time.

    A transaction begins only where more than one statement writes (``begin``). What was written without one is
    committed, and its answer is kept afterwards: who asks again in between finds done what he asks for, so what is
    written so has to be a form that changes nothing where it comes again.
    """

    def __init__(self, writes: RawPool, answers: KeptAnswers, clock: Clock) -> None:
        self._writes = writes
        self._answers = answers
        self._clock = clock
        self._line: Connection | None = None
        self._open = False
        self._held = False
        self._records: list[list[Any]] = []

    async def line(self) -> Connection:
        """The work's connection, its own from the first use on. Raises what connecting raises."""
        if not self._open:
            raise RuntimeError("the work is used outside of its `async with`")
        if self._line is None:
            self._line = await self._writes.acquire()
        return self._line

    async def __aenter__(self) -> Self:
        self._open = True
        return self

    async def begin(self) -> None:
        """What is written from now on is committed together."""
        if not (line := await self.line()).is_in_transaction():
            await line.execute("begin")

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._held or kind is not None:
            # an answer that nobody waited for comes on the line later
            await self._end(in_doubt=kind is not None and not issubclass(kind, Exception))

    async def _end(self, *, in_doubt: bool = False) -> None:
        line, self._line, self._open, self._held = self._line, None, False, False
        self._records.clear()
        if line is None:
            return
        try:
            if line.is_in_transaction() and not in_doubt:
                await line.execute("rollback")
        except BaseException:
            in_doubt = True
            raise
        finally:
            self._writes.release(line, discard=in_doubt)

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
        **params: object,
    ) -> None:
        said = {"permission": permission, "verb": verb, "entity": entity, "entity_id": entity_id}
        changed = {"params": params, "before": before and dict(before), "after": after and dict(after)}
        self._records.append(record_of(made_by(actor, self._clock.now()) | said | changed))

    async def commit(self) -> None:
        for record in self._records:
            await (await self.line()).execute(RECORD, *record)
        self._records.clear()
        if not self._held and self._line is not None and self._line.is_in_transaction():
            await self._line.execute("commit")

    async def answered(self, key: RepeatKey) -> Stored | None:
        """See ``application.repeats.Repeatable``."""
        return await self._answers.of(key)

    def hold(self) -> None:
        """See ``application.repeats.Repeatable``."""
        self._held = True

    async def release(self, key: RepeatKey, answer: bytes, *, secret: bool) -> Stored | None:
        """See ``application.repeats.Repeatable``. In a transaction another of the key that came first is waited for."""
        line = self._line
        if line is None or not line.is_in_transaction():
            await self._end()
            stored = await self._answers.keep(key, answer, secret=secret)
            # of two bodies under one key at the same moment both are done, and neither is told that it was refused
            return stored if stored and stored.body_digest == key.body_digest else None
        try:
            stored = await self._answers.keep_with(line, key, answer, secret=secret)
            if stored is None:
                await line.execute("commit")
            return stored
        finally:
            await self._end()

    async def abandon(self) -> None:
        """See ``application.repeats.Repeatable``."""
        await self._end()
