"""What an export needs: a list read whole, and a spreadsheet written as it is read."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import date
from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.exports import OwnJobRow
from contracts.shared import ListQuery

# what a cell of a spreadsheet can hold: a text stays a text whatever it begins with; a date is a date; a number can be
# counted with
Cell = str | date | float | None


@runtime_checkable
class WholeList(Protocol):
    """A list as it is at one moment."""

    @property
    def total(self) -> int:
        """How many rows there are."""
        ...

    def batches(self) -> AsyncIterator[Sequence[Sequence[Cell]]]:
        """Its rows a few hundred at a time, the cells in the order of the columns asked for."""
        ...


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
    ) -> AbstractAsyncContextManager[WholeList]:
        """All that the screen counts for the same question, whatever page it shows."""
        ...


@runtime_checkable
class SpreadsheetWriter(Protocol):
    """Writes spreadsheets in constant memory, off the event loop."""

    def write(self, heads: Sequence[str], batches: AsyncIterator[Sequence[Sequence[Cell]]]) -> AsyncIterator[bytes]:
        """The bytes of an .xlsx with one head row; equal heads are told apart by a number."""
        ...


@runtime_checkable
class OwnJobs(Protocol):
    """What a person has asked for and waits for, and how far it is."""

    async def mine(self, actor: Actor) -> list[OwnJobRow]:
        """Of the last day, the newest first."""
        ...

    async def progress(self, job_id: int, percent: int) -> None:
        """Says how far a running job is; outside of any change."""
        ...


@runtime_checkable
class People(Protocol):
    """For whom a job works."""

    async def acting(self, user_id: int) -> Actor | None:
        """The account's present rights and branches; None where it is blocked or gone."""
        ...
