"""Request batching of small statements: most of their cost is the round trip."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

import asyncpg

from application.request_batcher import RequestBatcher

K = TypeVar("K")
V = TypeVar("V")

# All callers of a batch wait on one connection: a silent one is abandoned sooner than a call ends.
BATCH_TIMEOUT = 5.0
# A batch must not wait for one caller's row: the server gives up a lock, and a statement before BATCH_TIMEOUT.
LOCK_TIMEOUTS = {"lock_timeout": "1s", "statement_timeout": "4s"}
# Seconds that callers wait for more callers where hundreds come at once (docs/performance.md).
BATCH_WINDOW = 0.005
# The server, or the driver, rejects a whole statement for one of its items: a value no column holds, a row deleted
# meanwhile, a row locked for long, or a deadlock with our own batch.
PER_ITEM_ERRORS = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.exceptions.TransactionRollbackError,
    asyncpg.LockNotAvailableError,
)


def statement_batcher(
    batch: Callable[[Sequence[K]], Awaitable[Mapping[K, V]]], window: float = 0.0, timeout: float = BATCH_TIMEOUT
) -> RequestBatcher[K, V]:
    """Batches the keys of one statement; see ``RequestBatcher``."""
    return RequestBatcher(batch, window=window, timeout=timeout, per_item_errors=PER_ITEM_ERRORS)
