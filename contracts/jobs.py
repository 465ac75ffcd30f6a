"""Jobs on the wire."""

from datetime import datetime
from typing import Literal

from contracts.shared import ListQuery, Named, Order, Wire

State = Literal["waiting", "running", "done", "failed"]


class JobsQuery(ListQuery):
    """What the list of jobs can be asked."""

    order_by: Order = Order.DESC
    state: State | None = None


class JobRow(Wire):
    """A job. ``progress`` in percent; ``lastError`` of the last try that went wrong; ``nextTryAt`` while its message
    has not set out, or waits for its time.
    """

    id: int
    kind: str
    state: State
    progress: int
    tries: int
    last_error: str | None
    created_by: Named | None
    request_id: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    next_try_at: datetime | None = None


class JobPage(Wire):
    """A page of jobs and how many there are in all."""

    jobs: list[JobRow]
    total: int


class JobAnswer(Wire):
    """A job under its name."""

    job: JobRow
