"""Imports of students on the wire."""

from datetime import datetime
from typing import Literal

from contracts.shared import Form, ListQuery, Named, Wire

ImportVerb = Literal["add", "change", "same", "refuse"]
State = Literal["mapping", "planned", "committing", "done"]


class ImportColumn(Wire):
    """A column of the spreadsheet. ``field``: what it is taken for; ``samples``: its first cells."""

    head: str
    field: str | None
    samples: list[str]


class ImportTotals(Wire):
    """How many rows become what."""

    add: int = 0
    change: int = 0
    same: int = 0
    refuse: int = 0


class ImportCard(Wire):
    """An import. ``fields``: what a column can be; ``rows``: of the spreadsheet; ``totals``: as planned, and after the
    commit as done. ``progress`` in percent while a job commits it."""

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

    # the word of the path is a word of Python
    student_import: ImportCard


class MapImport(Form):
    """Which field each column is, null for none, and the branch that new students go to (M5)."""

    columns: tuple[str | None, ...]
    office_id: int
    version: int


class CommitImport(Form):
    """The branch once more, and the version of the plan that was shown: no other is committed (M5, H8)."""

    office_id: int
    version: int


class ImportRowsQuery(ListQuery):
    """What the rows of an import can be asked."""

    verb: ImportVerb | None = None


class ImportReason(Wire):
    """Why a row is refused, or what is worth a second look. ``field``: empty for the whole row."""

    field: str
    words: str


class ImportChange(Wire):
    """A field of somebody known, before and after; papers are masked."""

    field: str
    before: str | None
    after: str | None


class ImportRow(Wire):
    """A row. ``number``: as the spreadsheet counts; ``cells``: as they were read; ``studentId``: whose row it is."""

    number: int
    verb: ImportVerb
    name: str
    cells: list[str]
    reasons: list[ImportReason]
    notes: list[str]
    changes: list[ImportChange]
    student_id: int | None


class ImportRowPage(Wire):
    """A page of rows and how many there are in all."""

    rows: list[ImportRow]
    total: int
