"""Attempts of a job: retries, failure, and running a failed job again.

P: no doubled effect.
"""

from datetime import UTC, datetime

import pytest

from domain.jobs.job import MAX_ATTEMPTS, Job, JobState
from tests.support.errors import raises_error

NOW = datetime(2026, 3, 2, 7, 0, tzinfo=UTC)


@pytest.mark.parametrize("state", [JobState.WAITING, JobState.RUNNING, JobState.DONE])
def test_only_a_failed_job_is_run_again(state: JobState) -> None:
    """A second or late request must not start a second worker beside the first."""
    job = Job("sync.run", {}, state=state, tries=2)
    with raises_error("shared.illegal_move"):
        job.retry()
    assert (job.state, job.tries) == (state, 2)


@pytest.mark.parametrize("state", [JobState.DONE, JobState.FAILED])
def test_an_ended_job_can_not_fail(state: JobState) -> None:
    """A late worker does not reopen it."""
    job = Job("sync.run", {}, state=state)
    with raises_error("shared.illegal_move"):
        job.fail("too late", NOW)
    assert (job.state, job.last_error) == (state, None)


def test_a_failed_attempt_is_retried_until_the_last() -> None:
    """Five attempts; then the job fails, and a rerun has all of them again."""
    job = Job("sync.run", {})
    for number in range(1, MAX_ATTEMPTS + 1):
        job.begin(NOW)
        assert job.tries == number
        job.fail("no", NOW)
        assert job.state == (JobState.FAILED if number == MAX_ATTEMPTS else JobState.WAITING)
    job.retry()
    assert (job.state, job.tries, job.finished_at) == (JobState.WAITING, 0, None)
