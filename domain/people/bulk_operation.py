"""Bulk operations on people: a fixed selection and a result for each person."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from domain.people.student import Student
from domain.shared.errors import DomainError

# people per transaction, and the most that run without a job
BATCH = 100
# people selected one by one
MAX_SELECTED = 500
MAX_LINES = 500
# accounts opened by one operation, and passwords issued by one request: each costs a slow hash
MAX_ACCOUNTS = 5000
MAX_PASSWORDS = 20


class Subject(StrEnum):
    """The people of an operation: students, academics, or accounts of staff."""

    STUDENT = "student"
    TEACHER = "teacher"
    USER = "user"


class BulkKind(StrEnum):
    """The operation on each person."""

    BLOCK = "block"
    UNBLOCK = "unblock"
    ADD_TO_GROUP = "add_to_group"
    UNDO_BLOCK = "undo_block"
    CHANGE_BRANCH = "change_branch"
    UNDO_CHANGE_BRANCH = "undo_change_branch"
    OPEN_ACCOUNTS = "open_accounts"
    UNDO_OPEN_ACCOUNTS = "undo_open_accounts"


# operation → the one that undoes it
UNDONE_BY = {
    BulkKind.BLOCK: BulkKind.UNDO_BLOCK,
    BulkKind.CHANGE_BRANCH: BulkKind.UNDO_CHANGE_BRANCH,
    BulkKind.OPEN_ACCOUNTS: BulkKind.UNDO_OPEN_ACCOUNTS,
}


class Outcome(StrEnum):
    """The result for one person."""

    WAITING = "waiting"
    DONE = "done"
    REFUSED = "refused"


@dataclass
class BulkOperation:
    """A bulk operation.

    ``params``: the reason, or the group and the day, or the branches, or the pattern of logins and the roles.
    ``undoes_id``: the operation that this one undoes. ``entity``: a ``Subject``.
    """

    kind: str
    params: dict[str, Any]
    created_by: int
    undoes_id: int | None = None
    job_id: int | None = None
    created_at: datetime | None = None
    entity: str = Subject.STUDENT.value
    id: int | None = None


@dataclass
class BulkBatch:
    """At most 100 people of an operation with their results: one transaction."""

    act_id: int
    place: int
    rows: list[dict[str, Any]] = field(default_factory=list)
    done: bool = False

    def end(self, rows: list[dict[str, Any]]) -> None:
        """Stores the result of everybody."""
        self.rows, self.done = rows, True


def waiting(person_id: int, **more: Any) -> dict[str, Any]:
    """A row of a batch before the operation."""
    return {"id": person_id, "outcome": Outcome.WAITING.value, **more}


def done(row: dict[str, Any], version: int | None = None) -> dict[str, Any]:
    """A successful row; ``version`` is the person's version afterwards."""
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
