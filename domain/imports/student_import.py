"""An import of students: read, planned for one branch, committed once (M5, H8)."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from domain.shared.errors import Refused
from domain.shared.state_machine import move


class ImportState(StrEnum):
    """Where an import is."""

    MAPPING = "mapping"
    PLANNED = "planned"
    COMMITTING = "committing"
    DONE = "done"


MOVES = {
    ImportState.MAPPING: {ImportState.PLANNED},
    # mapped otherwise: planned anew
    ImportState.PLANNED: {ImportState.PLANNED, ImportState.COMMITTING},
    # a job that failed is begun again by whoever asked for it
    ImportState.COMMITTING: {ImportState.COMMITTING, ImportState.DONE},
    ImportState.DONE: set[ImportState](),
}


@dataclass
class StudentImport:
    """``mapping``: heads, the row they stand in, and the field of each column. ``totals``: rows by what becomes of
    them, and the job that commits. ``digest``: of the file, which is not kept. ``office_id``: where new students go."""

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

    def plan(self, columns: list[str | None], office_id: int, totals: dict[str, Any]) -> None:
        """Columns and branch are chosen; what was planned before is forgotten."""
        self.state = move(MOVES, self.state, ImportState.PLANNED)
        self.mapping = self.mapping | {"columns": columns}
        self.office_id, self.totals = office_id, totals

    def begin(self, office_id: int) -> None:
        """The plan that was shown is to be committed, into the branch that was shown (M5).

        Raises Refused("imports.other_branch") for any other branch.
        """
        if office_id != self.office_id:
            raise Refused("imports.other_branch")
        self.state = move(MOVES, self.state, ImportState.COMMITTING)

    def wait_for(self, job_id: int) -> None:
        """A job commits it."""
        self.totals = self.totals | {"jobId": job_id}

    def finish(self, totals: dict[str, Any], now: datetime) -> None:
        """Everything that could be done is done."""
        self.state = move(MOVES, self.state, ImportState.DONE)
        self.totals, self.committed_at = self.totals | totals, now
