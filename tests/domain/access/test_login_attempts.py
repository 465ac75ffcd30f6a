"""Waits after wrong passwords (D-10)."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.access.login_attempts import (
    FREE_ATTEMPTS,
    FREE_ATTEMPTS_ANYWHERE,
    FREE_ATTEMPTS_PER_ADDRESS,
    MAX_WAIT,
    MAX_WAIT_ANYWHERE,
    LoginAttempts,
)

NOON = datetime(2026, 3, 2, 7, tzinfo=UTC)


def _failed(subject: str, times: int) -> LoginAttempts:
    attempts = LoginAttempts(subject, 0, NOON, NOON)
    for _ in range(times):
        attempts.record_failure(NOON)
    return attempts


@pytest.mark.parametrize(
    ("times", "seconds"), [(0, 0), (1, 0), (4, 0), (5, 1), (6, 2), (7, 4), (10, 32), (14, 512), (15, 900), (500, 900)]
)
def test_each_wrong_password_doubles_the_wait(times: int, seconds: int) -> None:
    """Four are free; the wait never exceeds 15 minutes, and no number overflows."""
    assert _failed("login:a|10.0.0.1", times).wait(NOON) == timedelta(seconds=seconds)
    assert timedelta(seconds=900) == MAX_WAIT


def test_an_address_has_more_free_attempts_than_a_login() -> None:
    """A centre signs in from one address."""
    assert _failed("address:10.0.0.1", FREE_ATTEMPTS_PER_ADDRESS - 1).wait(NOON) == timedelta(0)
    assert _failed("address:10.0.0.1", FREE_ATTEMPTS_PER_ADDRESS).wait(NOON) == timedelta(seconds=1)
    assert FREE_ATTEMPTS_PER_ADDRESS > FREE_ATTEMPTS


def test_a_login_from_many_addresses_waits_a_minute_at_most() -> None:
    """D-160: a guesser with many addresses is slowed, and the owner is not locked out."""
    assert _failed("anywhere:nodira", FREE_ATTEMPTS_ANYWHERE - 1).wait(NOON) == timedelta(0)
    assert _failed("anywhere:nodira", FREE_ATTEMPTS_ANYWHERE).wait(NOON) == timedelta(seconds=1)
    assert _failed("anywhere:nodira", 10 * FREE_ATTEMPTS_ANYWHERE).wait(NOON) == MAX_WAIT_ANYWHERE
    assert timedelta(minutes=1) == MAX_WAIT_ANYWHERE


def test_a_wait_ends() -> None:
    """It is never negative."""
    attempts = _failed("login:a", 6)
    assert attempts.wait(NOON + timedelta(seconds=1)) == timedelta(seconds=1)
    assert attempts.wait(NOON + timedelta(days=1)) == timedelta(0)


def test_attempts_older_than_an_hour_are_ignored() -> None:
    """The next wrong password counts as the first again."""
    attempts = _failed("login:a", 20)
    attempts.record_failure(NOON + timedelta(minutes=61))
    assert attempts.failures == 1
    assert attempts.wait(NOON + timedelta(minutes=61)) == timedelta(0)
