"""Imports of students on the wire."""

from datetime import datetime
from typing import Annotated, Literal

from contracts.shared import Form, Limit, ListQuery, Named, Query, Wire

ImportVerb = Literal["add", "change", "same", "refuse", "skip"]
ImportDecision = Literal["skip", "merge", "create", "change"]
State = Literal["mapping", "planned", "committing", "done", "reverting", "reverted"]


class ImportColumn(Wire):
    """A column of the spreadsheet.

    ``field``: the mapped field; ``samples``: the first cells.
    """

    head: str
    field: str | None
    samples: list[str]


class ImportBranchName(Wire):
    """A name in a column of branches.

    ``rows``: that have it; ``office``: its branch, null if the name is unknown; ``chosen``: mapped by a choice.
    """

    name: str
    rows: int
    office: Named | None
    chosen: bool


class ImportBranchNames(Wire):
    """The names in a column of branches, the most frequent first."""

    names: list[ImportBranchName]


class ImportBranchNamesQuery(Query, kw_only=True):
    """A query of the names in a column, counted from 0."""

    column: Annotated[int, Limit(ge=0)] = 0


class ImportBranch(Wire):
    """A branch of an import. ``add``: the number of its new students."""

    office: Named
    add: int


class ImportTotals(Wire):
    """The number of rows by outcome."""

    add: int = 0
    change: int = 0
    same: int = 0
    refuse: int = 0


class ImportWarnings(Wire):
    """The number of rows with a warning, in all and by decision."""

    rows: int = 0
    skip: int = 0
    merge: int = 0
    create: int = 0
    change: int = 0


class ImportReverted(Wire):
    """The revert of an import: students removed and restored, rows left."""

    at: datetime
    removed: int
    restored: int
    left: int


class ImportCard(Wire):
    """An import of students.

    ``fields``: the fields of columns. ``required``: sets of fields, one of which has to be mapped. ``rows``: of the
    spreadsheet. ``office``: of the rows without a branch; ``branches``: of all new students. ``totals``: as planned,
    after the commit as committed. ``progress``: in percent while a job works.
    """

    id: int
    state: State
    version: int
    file_name: str
    office: Named | None
    branches: list[ImportBranch]
    columns: list[ImportColumn]
    fields: list[str]
    required: list[list[str]]
    rows: int
    totals: ImportTotals
    warnings: ImportWarnings
    job_id: int | None
    progress: int | None
    failed: bool
    created_at: datetime | None
    committed_at: datetime | None
    reverted: ImportReverted | None


class ImportAnswer(Wire):
    """An import under its name."""

    # the word of the path is a keyword of Python
    student_import: ImportCard


class BranchChoice(Form):
    """The branch that a name in the spreadsheet stands for."""

    name: Annotated[str, Limit(max_length=200)]
    office_id: int


class MapImport(Form):
    """The field of each column, null for none, and the branch of new students (M5).

    ``officeId``: of the rows without a branch; null if a column has the branch of each. ``branches``: of names that are
    no branch's own (D-155).
    """

    columns: tuple[str | None, ...]
    version: int
    office_id: int | None = None
    branches: tuple[BranchChoice, ...] = ()


class CommitImport(Form):
    """The branch again, and the version of the plan that was shown (M5, H8).

    No other plan is committed.
    """

    version: int
    office_id: int | None = None


class RevertImport(Form):
    """The version of the import that was shown."""

    version: int


class DecideImportRows(Form):
    """The decision on rows with a warning, null for all of them (D-155).

    ``studentId``: the similar person to merge into, the first if it is null.
    """

    decision: ImportDecision
    version: int
    rows: Annotated[tuple[int, ...], Limit(max_items=20_000)] | None = None
    student_id: int | None = None


class ImportRowsQuery(ListQuery):
    """A query of the rows of an import.

    ``warned``: those with a warning; ``left``: those that a revert left.
    """

    verb: ImportVerb | None = None
    warned: bool = False
    left: bool = False


class ImportReason(Wire):
    """The reason of a rejection or a warning. ``field``: empty for the whole row."""

    field: str
    words: str


class ImportChange(Wire):
    """A change of a known student, before and after; documents are masked."""

    field: str
    before: str | None
    after: str | None


class ImportValue(Wire):
    """A value to be stored beside the cell that it was read from.

    ``cell``: as read; ``value``: normalised, documents masked.
    """

    field: str
    cell: str
    value: str


class ImportRow(Wire):
    """A row.

    ``number``: in the spreadsheet. ``cells``: as read. ``values``: as they will be stored. ``studentId``: the matched
    student. ``options``: the decisions on a warned row, ``decision``: the one in force; ``similar``: who may be the
    same person. ``reverted``: no longer in force; ``left``: why a revert left it.
    """

    number: int
    verb: ImportVerb
    name: str
    cells: list[str]
    reasons: list[ImportReason]
    notes: list[str]
    values: list[ImportValue]
    changes: list[ImportChange]
    student_id: int | None
    options: list[ImportDecision]
    decision: ImportDecision | None
    similar: list[Named]
    reverted: bool
    left: str | None


class ImportRowPage(Wire):
    """A page of rows and their total number."""

    rows: list[ImportRow]
    total: int
