"""Exports on the wire, and what a person has asked for and waits for."""

from datetime import datetime
from typing import Annotated

from contracts.jobs import State
from contracts.shared import Form, Limit, Wire

COLUMNS_MAX = 40


class ExportList(Form):
    """Which columns of the list, in their order; none: all of them. What is listed is said in the query (D-66)."""

    columns: tuple[Annotated[str, Limit(max_length=40)], ...] = ()


class ExportMade(Wire):
    """An export: a file that is there (up to 2 000 rows), or the job that makes it.

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
    """Something that one has asked for. ``kind``: export, or import of a file; ``rows``: of its list or file.

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
    """Of the last day, the newest first."""

    jobs: list[OwnJobRow]


class ExportedFile(Wire):
    """An export that is asked for again. ``url``: a link that lives a quarter of an hour; none while it is made."""

    id: int
    state: State
    progress: int
    rows: int
    file_name: str
    url: str | None
