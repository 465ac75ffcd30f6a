"""Imports of students on the wire."""

from datetime import datetime
from typing import Literal

from contracts.shared import Form, ListQuery, Named, Wire

ImportVerb = Literal["add", "change", "same", "refuse"]
State = Literal["mapping", "planned", "committing", "done"]


class ImportColumn(Wire):
    """A column of the spreadsheet.

    ``field``: the mapped field; ``samples``: the first cells.
    """

    head: str
    field: str | None
    samples: list[str]


class ImportTotals(Wire):
    """The number of rows by outcome."""

    add: int = 0
    change: int = 0
    same: int = 0
    refuse: int = 0


class ImportCard(Wire):
    """An import of students.

    ``fields``: the fields of columns. ``rows``: of the spreadsheet. ``totals``: as planned, after the commit as
    committed. ``progress``: in percent while a job commits.
    """

    id: int
    state: State
    version: int
    file_name: str
    office: Named | None
    columns: list[ImportColumn]
    fields: list[str]
    rows: int
    totals: ImportTotals
    job_id: int | None
    progress: int | None
    failed: bool
    created_at: datetime | None
    committed_at: datetime | None


class ImportAnswer(Wire):
    """An import under its name."""

    # the word of the path is a keyword of Python
    student_import: ImportCard


class MapImport(Form):
    """The field of each column, null for none, and the branch of new students (M5)."""

    columns: tuple[str | None, ...]
    office_id: int
    version: int


class CommitImport(Form):
    """The branch again, and the version of the plan that was shown (M5, H8).

    No other plan is committed.
    """

    office_id: int
    version: int


class ImportRowsQuery(ListQuery):
    """A query of the rows of an import."""

    verb: ImportVerb | None = None


class ImportReason(Wire):
    """The reason of a rejection or a warning. ``field``: empty for the whole row."""

    field: str
    words: str


class ImportChange(Wire):
    """A change of a known student, before and after; documents are masked."""

    field: str
    before: str | None
    after: str | None


class ImportRow(Wire):
    """A row.

    ``number``: in the spreadsheet. ``cells``: as read. ``studentId``: the matched student.
    """

    number: int
    verb: ImportVerb
    name: str
    cells: list[str]
    reasons: list[ImportReason]
    notes: list[str]
    changes: list[ImportChange]
    student_id: int | None


class ImportRowPage(Wire):
    """A page of rows and their total number."""

    rows: list[ImportRow]
    total: int
