"""Ports of exports: the lists that can be exported."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.files.spreadsheets import RowStream
from contracts.shared import ListQuery


@runtime_checkable
class ExportedLists(Protocol):
    """The lists that can be exported, restricted to the actor's branches (D-12)."""

    def columns(self, name: str) -> tuple[str, ...]:
        """Returns the columns of the list, which everyone who reads it may export (P5)."""
        ...

    def query(self, name: str) -> type[ListQuery]:
        """Returns the query type of the list."""
        ...

    def whole(
        self, name: str, query: ListQuery, columns: Sequence[str], actor: Actor
    ) -> AbstractAsyncContextManager[RowStream]:
        """Opens all rows of a query, whatever its page."""
        ...
