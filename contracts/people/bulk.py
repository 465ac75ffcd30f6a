"""Acts on many students at once, and pasted columns, on the wire."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from contracts.people.student_forms import REASON_MAX
from contracts.shared import Form, Limit, ListQuery, Named, Wire

Kind = Literal["block", "unblock", "add_to_group", "undo_block"]
Outcome = Literal["waiting", "done", "refused"]


class Selection(Form):
    """For whom: ``ids``, at most 500; or ``all`` that the query finds, of whom ``total`` were shown."""

    ids: list[int] = msgspec.field(default_factory=list)
    all: bool = False
    total: int | None = None


class BlockMany(Selection, kw_only=True):
    """Blocks everybody chosen, for one reason."""

    reason: Annotated[str, Limit(min_length=1, max_length=REASON_MAX)]


class UnblockMany(Selection):
    """Unblocks everybody chosen."""


class AddMany(Selection, kw_only=True):
    """Adds everybody chosen to a group, from a day on (none: today, or the group's beginning if later)."""

    group_id: int
    start_date: date | None = None


class BulkResult(Wire):
    """What came of one student. ``message``: why not, in words. ``student``: none for who is not seen any more."""

    student_id: int
    student: Named | None
    outcome: Outcome
    message: str | None


class BulkStarted(Wire):
    """Up to a hundred are done at once; more by a job, ``results`` of which come with its page."""

    id: int
    job_id: int | None
    total: int
    done: int
    refused: int
    results: list[BulkResult]


class BulkCard(Wire):
    """An act of one's own. ``undoable``: what it blocked can be unblocked; ``undoneBy``: the act that did."""

    id: int
    kind: Kind
    reason: str
    group: Named | None
    created_at: datetime
    state: Literal["waiting", "running", "done", "failed"]
    total: int
    done: int
    refused: int
    undoable: bool
    undone_by: int | None


class BulkCardAnswer(Wire):
    """An act under its name."""

    act: BulkCard


class BulkResultsQuery(ListQuery):
    """Which results of an act."""

    outcome: Outcome | None = None


class BulkResults(Wire):
    """A page of results, in the order of the list that was chosen from."""

    results: list[BulkResult]
    total: int


class MatchStudents(Form):
    """Lines of a pasted column: names, phones or ids, at most 500; ``ids``: who was chosen where several were found."""

    lines: list[str]
    ids: list[int] = msgspec.field(default_factory=list)


class MatchedStudent(Wire):
    """Who a line may mean."""

    id: int
    h_id: str | None
    full_name: str
    phone_number: str | None


class MatchedLine(Wire):
    """What a line has found. ``number``: of the line, from 1; ``students``: at most five."""

    number: int
    line: str
    outcome: Literal["found", "several", "none"]
    students: list[MatchedStudent]


class StudentsMatched(Wire):
    """``key``: of exactly those found, for the list's ``picked``; none where nobody was."""

    key: str | None
    found: int
    lines: list[MatchedLine]
