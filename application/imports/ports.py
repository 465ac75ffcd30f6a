"""Ports of imports: the spreadsheet reader, and the store of rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.imports.rows import Before, Known, PlannedRow, Row
from application.ports import UnitOfWork
from domain.imports.revert import ImportedStudent
from domain.imports.spreadsheet_values import SpreadsheetValue

# no class list is longer; ten megabytes hold more rows than these
MAX_FILE_BYTES = 10 * 1024 * 1024
MAX_ROWS = 20_000


@runtime_checkable
class SpreadsheetReader(Protocol):
    """Reads untrusted spreadsheets."""

    async def read(self, content: bytes) -> list[list[SpreadsheetValue]]:
        """Returns the cells of an .xlsx or .csv row by row; days as ``YYYY-MM-DD``.

        Raises DomainError("imports.not_a_sheet"), also for what is hostile (ASVS-31, ASVS-49), and
        DomainError("imports.too_many_rows").
        """
        ...


@dataclass(frozen=True)
class RowsWanted:
    """The rows to read: of a verb, with a warning, left by a revert."""

    verb: str | None = None
    warned: bool = False
    left: bool = False


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
        self, import_id: int, which: RowsWanted, offset: int, limit: int, uow: UnitOfWork
    ) -> tuple[list[PlannedRow], int]:
        """Returns a page of these rows, and their number in all."""
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
        self, rows: Sequence[PlannedRow], status_id: int, actor: Actor, uow: UnitOfWork
    ) -> dict[int, int]:
        """Inserts the students into their branches; returns ids by row number."""
        ...

    async def update_students(self, rows: Sequence[PlannedRow], actor: Actor, uow: UnitOfWork) -> dict[int, Before]:
        """Updates the students of these rows as planned; returns what was before, by row.

        Changed fields of the school stick (D-49).
        """
        ...


@runtime_checkable
class ImportedStudents(Protocol):
    """Students as an import left them, and their revert, in the open transaction."""

    async def fetch(self, student_ids: Sequence[int], actor: Actor, uow: UnitOfWork) -> dict[int, ImportedStudent]:
        """Locks these students and returns those who are still listed, by id."""
        ...

    async def remove(self, student_ids: Sequence[int], uow: UnitOfWork) -> None:
        """Ends these students: they are listed nowhere."""
        ...

    async def restore(self, rows: Sequence[PlannedRow], uow: UnitOfWork) -> None:
        """Restores the former values; one that is the school's sticks no longer."""
        ...
