"""The SQL transaction that adapters write in, independent of the unit of work."""

from collections.abc import Mapping
from typing import Protocol, TypeVar, cast

from adapters.postgres.core.pool import Connection
from application.ports import Transaction

T = TypeVar("T")


class SqlTransaction(Protocol):
    """An open transaction as the driver sees it."""

    @property
    def autocommit(self) -> bool:
        """True while no transaction has begun and statements commit by themselves.

        They may run on this connection or another.
        """
        ...

    async def begin(self) -> None:
        """Statements from now on commit together."""
        ...

    def claimed(self) -> None:
        """Notes that the writing statement has claimed the idempotency key (D-8).

        Only a statement that commits by itself claims it.
        """
        ...

    async def connection(self) -> Connection:
        """The driver's connection, after every pending change was written to it."""
        ...


def sql_of(transaction: Transaction) -> SqlTransaction:
    """The transaction in terms of SQL.

    Raises TypeError where it is of another technology.
    """
    return transaction.unwrap(SqlTransaction)  # type: ignore[type-abstract]  # a protocol serves as the key


def unwrapped(kind: type[T], kinds: Mapping[type, object]) -> T:
    """The member of ``kinds`` of type ``kind``. Raises TypeError where there is none."""
    if kind not in kinds:
        raise TypeError(f"a transaction of PostgreSQL is no {kind.__name__}")
    return cast("T", kinds[kind])
