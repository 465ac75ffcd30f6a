"""Bulk operations on students: a fixed selection and a result for each student."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from domain.people.student import Student
from domain.shared.errors import DomainError

# students per transaction, and the most that run without a job
BATCH = 100
# students selected one by one
PICKED_MAX = 500
LINES_MAX = 500


class BulkKind(StrEnum):
    """The operation on each student."""

    BLOCK = "block"
    UNBLOCK = "unblock"
    ADD_TO_GROUP = "add_to_group"
    UNDO_BLOCK = "undo_block"


class Outcome(StrEnum):
    """The result for one student."""

    WAITING = "waiting"
    DONE = "done"
    REFUSED = "refused"


@dataclass
class BulkOperation:
    """A bulk operation.

    ``params``: the reason, or the group and the day. ``undoes_id``: the operation that this one undoes.
    """

    kind: str
    params: dict[str, Any]
    created_by: int
    undoes_id: int | None = None
    job_id: int | None = None
    created_at: datetime | None = None
    id: int | None = None


@dataclass
class BulkBatch:
    """At most 100 students of an operation with their results: one transaction."""

    act_id: int
    place: int
    rows: list[dict[str, Any]] = field(default_factory=list)
    done: bool = False

    def end(self, rows: list[dict[str, Any]]) -> None:
        """Stores the result of every student."""
        self.rows, self.done = rows, True


def waiting(student_id: int, **more: Any) -> dict[str, Any]:
    """A row of a batch before the operation."""
    return {"id": student_id, "outcome": Outcome.WAITING.value, **more}


def done(row: dict[str, Any], version: int | None = None) -> dict[str, Any]:
    """A successful row; ``version`` is the student's version afterwards."""
    return row | {"outcome": Outcome.DONE.value, "version": version}


def refused(row: dict[str, Any], refusal: DomainError) -> dict[str, Any]:
    """A rejected row with the code and parameters of the error."""
    plain = {name: value for name, value in refusal.params.items() if isinstance(value, str | int)}
    return row | {"outcome": Outcome.REFUSED.value, "code": refusal.code, "params": plain}


def undo_block(student: Student, left_at: int | None) -> None:
    """Unblocks a student if unchanged since the operation that blocked them.

    Raises DomainError.
    """
    if student.version != left_at:
        raise DomainError("people.changed_since")
    student.unblock()
