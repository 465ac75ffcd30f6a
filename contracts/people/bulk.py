"""API types of bulk operations on people, and of pasted columns."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from contracts.people.student_forms import MAX_REASON_LENGTH
from contracts.shared import Form, Limit, ListQuery, Named, Wire

Kind = Literal[
    "block",
    "unblock",
    "add_to_group",
    "undo_block",
    "change_branch",
    "undo_change_branch",
    "open_accounts",
    "undo_open_accounts",
]
Entity = Literal["student", "teacher", "user"]
Outcome = Literal["waiting", "done", "refused"]


class Selection(Form):
    """The selected people.

    ``ids``, at most 500; or ``all`` that the query matches, of whom ``total`` were shown.
    """

    ids: list[int] = msgspec.field(default_factory=list)
    all: bool = False
    total: int | None = None


class BlockStudents(Selection, kw_only=True):
    """Blocks every selected student, for one reason."""

    reason: Annotated[str, Limit(min_length=1, max_length=MAX_REASON_LENGTH)]


class UnblockStudents(Selection):
    """Unblocks every selected student."""


class AddStudentsToGroup(Selection, kw_only=True):
    """Adds every selected student to a group from a day on.

    Without a day: today, or the group's beginning if later.
    """

    group_id: int
    start_date: date | None = None


class ChangeBranches(Selection, kw_only=True):
    """Changes the branches of all selected people to these.

    With ``keep`` these are added to the present ones. A branch beyond the caller's own is neither given nor taken.
    """

    office_ids: list[int]
    keep: bool = False


class BulkResult(Wire):
    """The result of one person.

    ``message``: the error as text. ``student``: null if the caller may no longer see the person, who is an academic or
    a member of staff in an operation on these; ``studentId``: the id of the person. ``login``: of an account that the
    operation opened.
    """

    student_id: int
    student: Named | None
    outcome: Outcome
    message: str | None
    login: str | None = None


class BulkStarted(Wire):
    """A started bulk operation.

    Up to a hundred people are processed at once; more by a job, whose page has the ``results``.
    """

    id: int
    job_id: int | None
    total: int
    done: int
    refused: int
    results: list[BulkResult]


class BulkCard(Wire):
    """A bulk operation of the caller.

    ``undoable``: what it did can be undone; ``undoneBy``: the operation that did so. ``entity``: the people that it
    was about; ``offices``: the branches that it gave.
    """

    id: int
    kind: Kind
    entity: Entity
    reason: str
    group: Named | None
    offices: list[Named]
    created_at: datetime
    state: Literal["waiting", "running", "done", "failed"]
    total: int
    done: int
    refused: int
    undoable: bool
    undone_by: int | None


class BulkCardAnswer(Wire):
    """A bulk operation."""

    act: BulkCard


class BulkResultsQuery(ListQuery):
    """Query of a bulk operation's results."""

    outcome: Outcome | None = None


class BulkResults(Wire):
    """A page of results, in the order of the list they were selected from."""

    results: list[BulkResult]
    total: int


class MatchStudents(Form):
    """Lines of a pasted column: names, phones or ids, at most 500.

    ``ids``: students selected where a line matched several.
    """

    lines: list[str]
    ids: list[int] = msgspec.field(default_factory=list)


class MatchedStudent(Wire):
    """A student that a line may mean."""

    id: int
    h_id: str | None
    full_name: str
    phone_number: str | None


class MatchedLine(Wire):
    """The matches of a line.

    ``number``: of the line, from 1; ``students``: at most five.
    """

    number: int
    line: str
    outcome: Literal["found", "several", "none"]
    students: list[MatchedStudent]


class StudentsMatched(Wire):
    """The matches of a pasted column.

    ``key``: for the list's ``picked``, shows exactly the matched students; null without any.
    """

    key: str | None
    found: int
    lines: list[MatchedLine]
