"""Background jobs."""

from datetime import datetime
from typing import Literal

from contracts.shared import ListQuery, Named, Order, Wire

State = Literal["waiting", "running", "done", "failed"]


class JobsQuery(ListQuery):
    """Filters of the job list."""

    order_by: Order = Order.DESC
    state: State | None = None


class JobRow(Wire):
    """A job.

    ``progress`` in percent; ``lastError`` of the last failed try as logs have it, ``failure`` the same in words for a
    screen; ``nextTryAt`` while its message is not sent yet, or delayed; ``smsBatchId``: the batch that it sends.
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
    failure: str | None = None
    sms_batch_id: int | None = None


class JobPage(Wire):
    """A page of jobs and their total."""

    jobs: list[JobRow]
    total: int


class JobAnswer(Wire):
    """One job."""

    job: JobRow
