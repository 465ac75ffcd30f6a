"""Stored responses by idempotency key (D-8), read and stored in batches."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.postgres.core.pool import Connection, RawPool, ReadPool
from adapters.postgres.fast_path.batching import BATCH_WINDOW, statement_batcher
from application.idempotency import IdempotencyKey, StoredResponse

FIND = """
select user_id, route, key, k.body_digest, k.answer, k.secret
from unnest($1::bigint[], $2::text[], $3::text[]) requested (user_id, route, key)
join idempotency_keys k using (user_id, route, key)
"""
# in one order, so that two batches of the same keys cannot deadlock; of equal keys the first in the batch is stored
STORE = """
insert into idempotency_keys (user_id, route, key, body_digest, answer, secret)
select user_id, route, key, body_digest, answer, secret
from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::boolean[])
    with ordinality given (user_id, route, key, body_digest, answer, secret, n) order by user_id, route, key, n
on conflict do nothing returning user_id, route, key
"""
# of keys that a statement claimed with its change
ANSWER = """
update idempotency_keys k set answer = given.answer, secret = given.secret
from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::boolean[])
    given (user_id, route, key, body_digest, answer, secret)
where (k.user_id, k.route, k.key, k.body_digest) = (given.user_id, given.route, given.key, given.body_digest)
"""
# primary key: user, route, key
_Id = tuple[int, str, str]


@dataclass(frozen=True, eq=False)
class _Response:
    """A response to store; equal responses of two requests are two."""

    key: IdempotencyKey
    response: bytes
    secret: bool


class IdempotencyStore:
    """The responses that were given under idempotency keys."""

    def __init__(self, pool: ReadPool, batches: RawPool) -> None:
        self._pool = pool
        self._batches = batches
        self._lookups = statement_batcher(self._find_many, BATCH_WINDOW)
        self._inserts = statement_batcher(self._store_many, BATCH_WINDOW)
        self._answers = statement_batcher(self._answer_many, BATCH_WINDOW)

    async def find(self, key: IdempotencyKey) -> StoredResponse | None:
        """The response stored under this key, or None."""
        return _stored(await self._lookups.run(_id_of(key)))

    async def store(self, key: IdempotencyKey, response: bytes, *, secret: bool) -> StoredResponse | None:
        """Stores the response in its own commit; returns an earlier stored response."""
        if await self._inserts.run(_Response(key, response, secret)):
            return None
        return await self.find(key)

    async def answer(self, key: IdempotencyKey, response: bytes, *, secret: bool) -> None:
        """Stores the response of a key that the statement of its change claimed."""
        await self._answers.run(_Response(key, response, secret))

    async def store_in(
        self, connection: Connection, key: IdempotencyKey, response: bytes, *, secret: bool
    ) -> StoredResponse | None:
        """The same in the connection's open transaction.

        Waits for a concurrent request of the same key.
        """
        if await connection.fetch(STORE, *_columns([_Response(key, response, secret)])):
            return None
        return _stored(await connection.fetchrow(FIND, *zip(_id_of(key), strict=True)))

    async def _find_many(self, ids: Sequence[_Id]) -> dict[_Id, Any]:
        return {_id_in(row): row for row in await self._pool.fetch(FIND, *zip(*ids, strict=True))}

    async def _store_many(self, responses: Sequence[_Response]) -> dict[_Response, bool]:
        async with self._batches.acquire() as connection:
            rows = await connection.fetch(STORE, *_columns(responses))
        new = {_id_in(row) for row in rows}
        stored: dict[_Response, bool] = {}
        for one in responses:
            if (id := _id_of(one.key)) in new:
                stored[one] = True
                new.remove(id)
        return stored

    async def _answer_many(self, responses: Sequence[_Response]) -> dict[_Response, None]:
        async with self._batches.acquire() as connection:
            await connection.execute(ANSWER, *_columns(responses))
        return dict.fromkeys(responses)


def _stored(row: Any) -> StoredResponse | None:
    return StoredResponse(row["body_digest"], row["answer"], row["secret"]) if row else None


def _id_of(key: IdempotencyKey) -> _Id:
    return key.user_id, key.route, key.key


def _id_in(row: Any) -> _Id:
    return row["user_id"], row["route"], row["key"]


def _columns(responses: Iterable[_Response]) -> Iterator[tuple[Any, ...]]:
    rows = ((*_id_of(one.key), one.key.body_digest, one.response, one.secret) for one in responses)
    return zip(*rows, strict=True)
