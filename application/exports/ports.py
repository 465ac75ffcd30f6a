"""Ports of exports: the lists that can be exported."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.files.spreadsheets import RowStream
from contracts.shared import ListQuery


@runtime_checkable
class ExportedLists(Protocol):
    """The lists that can be had as spreadsheets, of the actor's branches only (D-12)."""

    def columns(self, name: str) -> tuple[str, ...]:
        """The columns that the list has; those that its reader may read (P5)."""
        ...

    def query(self, name: str) -> type[ListQuery]:
        """What the list can be asked."""
        ...

    def whole(
        self, name: str, asked: ListQuery, columns: Sequence[str], actor: Actor
    ) -> AbstractAsyncContextManager[RowStream]:
        """All that the screen counts for the same question, whatever page it shows."""
        ...
