"""Acts on many students at once: whom they were for is fixed as they are asked for, and each tells what came of it."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from domain.people.student import Student
from domain.shared.errors import DomainError

# in one transaction, and so many at once without a job
BATCH = 100
# picked one by one, by ticks
PICKED_MAX = 500
LINES_MAX = 500


class BulkKind(StrEnum):
    """What is done to each."""

    BLOCK = "block"
    UNBLOCK = "unblock"
    ADD_TO_GROUP = "add_to_group"
    UNDO_BLOCK = "undo_block"


class Outcome(StrEnum):
    """What came of one."""

    WAITING = "waiting"
    DONE = "done"
    REFUSED = "refused"


@dataclass
class BulkAct:
    """``params``: the reason, or the group and the day. ``undoes_id``: the act that this one takes back."""

    kind: str
    params: dict[str, Any]
    created_by: int
    undoes_id: int | None = None
    job_id: int | None = None
    created_at: datetime | None = None
    id: int | None = None


@dataclass
class BulkBatch:
    """At most a hundred students of an act, each with what came of it; done in one transaction or not at all."""

    act_id: int
    place: int
    rows: list[dict[str, Any]] = field(default_factory=list)
    done: bool = False

    def end(self, rows: list[dict[str, Any]]) -> None:
        """Every one has an outcome now."""
        self.rows, self.done = rows, True


def waiting(student_id: int, **more: Any) -> dict[str, Any]:
    """A row of a batch before anything was done."""
    return {"id": student_id, "outcome": Outcome.WAITING.value, **more}


def done(row: dict[str, Any], version: int | None = None) -> dict[str, Any]:
    """It went well; ``version``: of the student, after."""
    return row | {"outcome": Outcome.DONE.value, "version": version}


def refused(row: dict[str, Any], refusal: DomainError) -> dict[str, Any]:
    """It did not, and why."""
    plain = {name: value for name, value in refusal.params.items() if isinstance(value, str | int)}
    return row | {"outcome": Outcome.REFUSED.value, "code": refusal.code, "params": plain}


def take_back_block(student: Student, left_at: int | None) -> None:
    """Unblocks him as long as nobody has changed him since the act that blocked him. Raises DomainError."""
    if student.version != left_at:
        raise DomainError("people.changed_since")
    student.unblock()
