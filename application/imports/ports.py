"""What an import needs: a spreadsheet read, a place for its rows, who is known already, and one commit of many rows."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.imports.rows import Known, PlannedRow, Row
from application.ports import UnitOfWork
from domain.imports.spreadsheet_values import Cell

# more fits into no class list; ten megabytes hold more than so many rows
FILE_MAX = 10 * 1024 * 1024
ROWS_MAX = 20_000


@runtime_checkable
class SpreadsheetReader(Protocol):
    """Reads spreadsheets that nobody vouches for."""

    async def read(self, content: bytes) -> list[list[Cell]]:
        """The cells of an .xlsx or .csv, row by row from the first one; days as ``YYYY-MM-DD``.

        Raises Refused("imports.not_a_sheet"), also for what is hostile (ASVS-31, ASVS-49), and
        Refused("imports.too_many_rows").
        """
        ...


@runtime_checkable
class ImportRows(Protocol):
    """The rows of imports, sealed, and what they are planned to become; inside the open transaction."""

    async def keep(self, import_id: int, rows: Sequence[PlannedRow], uow: UnitOfWork) -> None:
        """These are the rows of the import, and no others."""
        ...

    async def all(self, import_id: int, uow: UnitOfWork) -> list[PlannedRow]:
        """Every row, in the order of the spreadsheet."""
        ...

    async def some(
        self, import_id: int, verb: str | None, offset: int, limit: int, uow: UnitOfWork
    ) -> tuple[list[PlannedRow], int]:
        """A page of the rows with this verb, and how many those are."""
        ...

    async def alike(self, rows: Sequence[Row], actor: Actor, uow: UnitOfWork) -> dict[int, list[Known]]:
        """Who may be the person of a row, by the row's number: by papers, by phone, by name and birth date, over all
        branches."""
        ...

    async def take_turn(self, uow: UnitOfWork) -> None:
        """One import is committed after another."""
        ...

    async def enrol(
        self, rows: Sequence[PlannedRow], office_id: int, status_id: int, actor: Actor, uow: UnitOfWork
    ) -> dict[int, int]:
        """Makes the students of these rows, in this branch; their ids by the row's number."""
        ...

    async def mend(self, rows: Sequence[PlannedRow], actor: Actor, uow: UnitOfWork) -> None:
        """Changes the students of these rows as planned; what is the school's sticks (D-49)."""
        ...
