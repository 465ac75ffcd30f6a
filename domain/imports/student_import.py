"""Imports of students: uploaded, planned for a branch, committed once (M5, H8)."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from domain.shared.errors import DomainError
from domain.shared.state_machine import move


class ImportState(StrEnum):
    """The state of an import."""

    MAPPING = "mapping"
    PLANNED = "planned"
    COMMITTING = "committing"
    DONE = "done"
    REVERTING = "reverting"
    REVERTED = "reverted"


MOVES = {
    ImportState.MAPPING: {ImportState.PLANNED},
    # another mapping gives another plan
    ImportState.PLANNED: {ImportState.PLANNED, ImportState.COMMITTING},
    # the owner can restart a job that failed
    ImportState.COMMITTING: {ImportState.COMMITTING, ImportState.DONE},
    ImportState.DONE: {ImportState.REVERTING},
    ImportState.REVERTING: {ImportState.REVERTING, ImportState.REVERTED},
    # a row that stayed may be free by now
    ImportState.REVERTED: {ImportState.REVERTING},
}


@dataclass
class StudentImport:
    """An uploaded spreadsheet of students on its way into a branch.

    ``mapping``: headers, their row number, the field of each column, the branch of each unknown name. ``totals``: rows
    by verb, the working job, and the outcome of a revert. ``digest``: of the file, which is not stored. ``office_id``:
    of rows without one.
    """

    file_name: str
    digest: str
    created_by: int | None
    mapping: dict[str, Any] = field(default_factory=dict)
    totals: dict[str, Any] = field(default_factory=dict)
    state: ImportState = ImportState.MAPPING
    office_id: int | None = None
    created_at: datetime | None = None
    committed_at: datetime | None = None
    id: int | None = None
    version: int = 1

    def plan(self, mapping: dict[str, Any], office_id: int | None, totals: dict[str, Any]) -> None:
        """Sets columns and branches, and replaces the previous plan."""
        self.state = move(MOVES, self.state, ImportState.PLANNED)
        self.mapping = self.mapping | mapping
        self.office_id, self.totals = office_id, totals

    def replan(self, totals: dict[str, Any]) -> None:
        """Replaces the plan after a decision about its rows."""
        self.state = move(MOVES, self.state, ImportState.PLANNED)
        self.totals = totals

    def start_commit(self, office_id: int | None) -> None:
        """Starts the commit of the plan that was shown, into the branch shown (M5).

        Raises DomainError("imports.other_branch") for any other branch.
        """
        if office_id != self.office_id:
            raise DomainError("imports.other_branch")
        self.state = move(MOVES, self.state, ImportState.COMMITTING)

    def assign_job(self, job_id: int) -> None:
        """Records the job that commits the plan."""
        self.totals = self.totals | {"jobId": job_id}

    def finish(self, totals: dict[str, Any], now: datetime) -> None:
        """Completes the import with its final totals."""
        self.state = move(MOVES, self.state, ImportState.DONE)
        self.totals, self.committed_at = self.totals | totals, now

    def start_revert(self) -> None:
        """Starts to revert a committed import."""
        self.state = move(MOVES, self.state, ImportState.REVERTING)

    def finish_revert(self, counts: dict[str, int], now: datetime) -> None:
        """Completes the revert; ``counts``: rows removed, restored and left."""
        self.state = move(MOVES, self.state, ImportState.REVERTED)
        self.totals = self.totals | {"reverted": counts | {"at": now.isoformat()}}
