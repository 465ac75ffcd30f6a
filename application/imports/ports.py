"""Ports of imports: the spreadsheet reader, and the store of rows."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.imports.rows import Known, PlannedRow, Row
from application.ports import UnitOfWork
from domain.imports.spreadsheet_values import SpreadsheetValue

# no class list is longer; ten megabytes hold more rows than these
FILE_MAX = 10 * 1024 * 1024
ROWS_MAX = 20_000


@runtime_checkable
class SpreadsheetReader(Protocol):
    """Reads untrusted spreadsheets."""

    async def read(self, content: bytes) -> list[list[SpreadsheetValue]]:
        """Returns the cells of an .xlsx or .csv row by row; days as ``YYYY-MM-DD``.

        Raises DomainError("imports.not_a_sheet"), also for what is hostile (ASVS-31, ASVS-49), and
        DomainError("imports.too_many_rows").
        """
        ...


@runtime_checkable
class ImportRows(Protocol):
    """Stores the encrypted rows of imports with their outcome in the open transaction."""

    async def replace(self, import_id: int, rows: Sequence[PlannedRow], uow: UnitOfWork) -> None:
        """Replaces the rows of the import."""
        ...

    async def fetch_all(self, import_id: int, uow: UnitOfWork) -> list[PlannedRow]:
        """Returns all rows in the order of the spreadsheet."""
        ...

    async def fetch_page(
        self, import_id: int, verb: str | None, offset: int, limit: int, uow: UnitOfWork
    ) -> tuple[list[PlannedRow], int]:
        """Returns a page of the rows with this verb, and their number in all."""
        ...

    async def find_candidates(self, rows: Sequence[Row], actor: Actor, uow: UnitOfWork) -> dict[int, list[Known]]:
        """Finds the students who may be the person of each row, by the row's number.

        They are found in all branches by documents, by phone, by name and birth date.
        """
        ...

    async def lock_commits(self, uow: UnitOfWork) -> None:
        """Locks the commits of imports: one runs after another."""
        ...

    async def insert_students(
        self, rows: Sequence[PlannedRow], office_id: int, status_id: int, actor: Actor, uow: UnitOfWork
    ) -> dict[int, int]:
        """Inserts the students of these rows into the branch; returns ids by row number."""
        ...

    async def update_students(self, rows: Sequence[PlannedRow], actor: Actor, uow: UnitOfWork) -> None:
        """Updates the students of these rows as planned.

        Changed fields of the school stick (D-49).
        """
        ...
