"""A unit of work of raw SQL, for the form that hundreds of teachers save at once.

Through SQLAlchemy's session, saving a class takes eleven round trips; here it takes one (docs/performance.md).
"""

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

from adapters.postgres.core.audit.writer import INSERT, audit_record, column_values
from adapters.postgres.core.pool import Connection, RawPool
from adapters.postgres.core.transaction import SqlTransaction, unwrapped
from adapters.postgres.fast_path.idempotency import IdempotencyStore
from application.actor import Actor
from application.idempotency import IdempotencyKey, StoredResponse
from application.ports import Clock

T = TypeVar("T")


class RawUnitOfWork:
    """See ``application.ports.Transaction``.

    Serves one transaction after another, never two at once. A transaction begins only where more than one statement
    writes (``begin``). A change written without one commits by itself; the statement claims the idempotency key of the
    request (``claimed``), and the response is stored afterwards. A repetition in between finds the change done, so such
    a change must have no effect when it is repeated.
    """

    def __init__(self, pool: RawPool, responses: IdempotencyStore, clock: Clock) -> None:
        self._pool = pool
        self._responses = responses
        self._clock = clock
        self._connection: Connection | None = None
        self._open = False
        self._deferred = False
        self._claimed = False
        self._records: list[list[Any]] = []

    def unwrap(self, kind: type[T]) -> T:
        return unwrapped(kind, {SqlTransaction: self})

    @property
    def autocommit(self) -> bool:
        """See ``adapters.postgres.core.transaction.SqlTransaction``."""
        return self._connection is None or not self._connection.is_in_transaction()

    async def connection(self) -> Connection:
        """The connection of this unit of work, acquired at its first use.

        Raises what connecting raises.
        """
        if not self._open:
            raise RuntimeError("the unit of work is used outside of its `async with`")
        if self._connection is None:
            self._connection = await self._pool.acquire()
        return self._connection

    def claimed(self) -> None:
        """See ``adapters.postgres.core.transaction.SqlTransaction``."""
        self._claimed = True

    async def begin(self) -> None:
        """See ``adapters.postgres.core.transaction.SqlTransaction``."""
        if not (connection := await self.connection()).is_in_transaction():
            await connection.execute("begin")

    async def __aenter__(self) -> Self:
        self._open = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._deferred or kind is not None:
            # the answer to an abandoned statement still arrives on the connection
            await self._end(discard=kind is not None and not issubclass(kind, Exception))

    async def _end(self, *, discard: bool = False) -> None:
        connection, self._connection, self._open, self._deferred = self._connection, None, False, False
        self._claimed = False
        self._records.clear()
        if connection is None:
            return
        try:
            if connection.is_in_transaction() and not discard:
                await connection.execute("rollback")
        except BaseException:
            discard = True
            raise
        finally:
            await self._pool.release(connection, discard=discard)

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
        change = {"params": params, "before": before, "after": after}
        record = audit_record(
            verb, entity, entity_id, actor=actor, now=self._clock.now(), permission=permission, **change
        )
        self._records.append([*column_values(record).values()])

    async def commit(self) -> None:
        for record in self._records:
            await (await self.connection()).execute(INSERT, *record)
        self._records.clear()
        if not self._deferred and self._connection is not None and self._connection.is_in_transaction():
            await self._connection.execute("commit")

    async def stored_response(self, key: IdempotencyKey) -> StoredResponse | None:
        return await self._responses.find(key)

    def defer(self) -> None:
        self._deferred = True

    async def commit_with(self, key: IdempotencyKey, response: bytes, *, secret: bool) -> StoredResponse | None:
        """See ``application.idempotency``.

        In a transaction it waits for a concurrent request of the same key.
        """
        connection, claimed, self._claimed = self._connection, self._claimed, False
        if connection is None or not connection.is_in_transaction():
            await self._end()
            if claimed:
                await self._responses.answer(key, response, secret=secret)
                return None
            return await self._responses.store(key, response, secret=secret)
        try:
            stored = await self._responses.store_in(connection, key, response, secret=secret)
            if stored is None:
                await connection.execute("commit")
            return stored
        finally:
            await self._end()

    async def rollback(self) -> None:
        await self._end()
