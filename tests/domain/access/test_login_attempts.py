"""Waits after wrong passwords (D-10)."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.access.login_attempts import FREE_TRIES, FREE_TRIES_OF_ADDRESS, LONGEST_WAIT, Tries

NOON = datetime(2026, 3, 2, 7, tzinfo=UTC)


def _failed(subject: str, times: int) -> Tries:
    tries = Tries(subject, 0, NOON, NOON)
    for _ in range(times):
        tries.failed(NOON)
    return tries


@pytest.mark.parametrize(
    ("times", "seconds"), [(0, 0), (1, 0), (4, 0), (5, 1), (6, 2), (7, 4), (10, 32), (14, 512), (15, 900), (500, 900)]
)
def test_each_wrong_password_doubles_the_wait(times: int, seconds: int) -> None:
    """Four are free; the wait never exceeds 15 minutes, and no number overflows."""
    assert _failed("login:a|10.0.0.1", times).wait(NOON) == timedelta(seconds=seconds)
    assert timedelta(seconds=900) == LONGEST_WAIT


def test_an_address_has_more_free_attempts_than_a_login() -> None:
    """A centre signs in from one address."""
    assert _failed("address:10.0.0.1", FREE_TRIES_OF_ADDRESS - 1).wait(NOON) == timedelta(0)
    assert _failed("address:10.0.0.1", FREE_TRIES_OF_ADDRESS).wait(NOON) == timedelta(seconds=1)
    assert FREE_TRIES_OF_ADDRESS > FREE_TRIES


def test_a_wait_ends() -> None:
    """It is never negative."""
    tries = _failed("login:a", 6)
    assert tries.wait(NOON + timedelta(seconds=1)) == timedelta(seconds=1)
    assert tries.wait(NOON + timedelta(days=1)) == timedelta(0)


def test_attempts_older_than_an_hour_are_ignored() -> None:
    """The next wrong password counts as the first again."""
    tries = _failed("login:a", 20)
    tries.failed(NOON + timedelta(minutes=61))
    assert tries.failures == 1
    assert tries.wait(NOON + timedelta(minutes=61)) == timedelta(0)
