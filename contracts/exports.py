"""Exports on the wire, and the caller's own jobs."""

from datetime import datetime
from typing import Annotated

from contracts.jobs import State
from contracts.shared import Form, Limit, Wire

COLUMNS_MAX = 40


class ExportList(Form):
    """The columns to export in their order, all if empty.

    The query selects the rows (D-66).
    """

    columns: tuple[Annotated[str, Limit(max_length=40)], ...] = ()


class ExportMade(Wire):
    """An export: the file (up to 2 000 rows), or the job that makes it.

    ``digest``, ``size``: of the file's bytes.
    """

    rows: int
    job_id: int | None = None
    file_name: str = ""
    digest: str = ""
    size: int = 0


class ExportAccepted(Wire):
    """A larger export: the job that makes it (D-66)."""

    job_id: int
    rows: int


class OwnJobRow(Wire):
    """A job of the caller. ``kind``: export or import; ``rows``: of its list or file.

    ``list``: what is exported; ``importId``: what is imported. ``progress`` in percent.
    """

    id: int
    kind: str
    state: State
    progress: int
    list: str | None
    import_id: int | None
    file_name: str
    rows: int
    created_at: datetime


class OwnJobs(Wire):
    """The caller's jobs of the last day, newest first."""

    jobs: list[OwnJobRow]


class ExportedFile(Wire):
    """An export made by a job.

    ``url``: a link valid for a quarter of an hour, null until the file is ready.
    """

    id: int
    state: State
    progress: int
    rows: int
    file_name: str
    url: str | None
