"""The answers kept under repeat keys (D-8), looked up and kept for all who ask at the same moment."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.postgres.core.pool import Connection, RawPool, ReadPool
from adapters.postgres.fast_path.request_batcher import GATHER_SECONDS, Batched
from application.repeats import RepeatKey, Stored

FOUND = """
select user_id, route, key, k.body_digest, k.answer, k.secret
from unnest($1::bigint[], $2::text[], $3::text[]) asked (user_id, route, key)
join idempotency_keys k using (user_id, route, key)
"""
# in one order: two who keep the same keys wait for each other, never both; of twins the one that is said first is kept
KEEP = """
insert into idempotency_keys (user_id, route, key, body_digest, answer, secret)
select user_id, route, key, body_digest, answer, secret
from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::boolean[])
    with ordinality kept (user_id, route, key, body_digest, answer, secret, n) order by user_id, route, key, n
on conflict do nothing returning user_id, route, key
"""
# of a key: its user, its route, itself
_Name = tuple[int, str, str]


@dataclass(frozen=True, eq=False)
class _Answer:
    """Two twins that have the same to keep are two."""

    key: RepeatKey
    answer: bytes
    secret: bool


class KeptAnswers:
    """What repeat keys were answered with."""

    def __init__(self, reads: ReadPool, writes: RawPool) -> None:
        """``writes``: lines for what is said for many at once."""
        self._reads = reads
        self._writes = writes
        self._looking: Batched[_Name, Any] = Batched(self._found, GATHER_SECONDS)
        self._keeping: Batched[_Answer, bool] = Batched(self._kept, GATHER_SECONDS)

    async def of(self, key: RepeatKey) -> Stored | None:
        """What this key was answered with before, if it was."""
        return _stored(await self._looking.ask(_name(key)))

    async def keep(self, key: RepeatKey, answer: bytes, *, secret: bool) -> Stored | None:
        """Keeps the answer in a commit of its own; gives the one that another request of this key had kept before."""
        if await self._keeping.ask(_Answer(key, answer, secret)):
            return None
        return await self.of(key)

    async def keep_with(self, line: Connection, key: RepeatKey, answer: bytes, *, secret: bool) -> Stored | None:
        """The same in the line's open transaction. Whoever came first with the key is waited for."""
        if await line.fetch(KEEP, *_columns([_Answer(key, answer, secret)])):
            return None
        return _stored(await line.fetchrow(FOUND, *zip(_name(key), strict=True)))

    async def _found(self, names: Sequence[_Name]) -> dict[_Name, Any]:
        return {_name_of(row): row for row in await self._reads.fetch(FOUND, *zip(*names, strict=True))}

    async def _kept(self, answers: Sequence[_Answer]) -> dict[_Answer, bool]:
        async with self._writes.acquire() as line:
            rows = await line.fetch(KEEP, *_columns(answers))
        new = {_name_of(row) for row in rows}
        kept: dict[_Answer, bool] = {}
        for one in answers:
            if (name := _name(one.key)) in new:
                kept[one] = True
                new.remove(name)
        return kept


def _stored(row: Any) -> Stored | None:
    return Stored(row["body_digest"], row["answer"], row["secret"]) if row else None


def _name(key: RepeatKey) -> _Name:
    return key.user_id, key.route, key.key


def _name_of(row: Any) -> _Name:
    return row["user_id"], row["route"], row["key"]


def _columns(answers: Iterable[_Answer]) -> Iterator[tuple[Any, ...]]:
    return zip(*((*_name(one.key), one.key.body_digest, one.answer, one.secret) for one in answers), strict=True)
