"""Rotation and expiry of a session's tokens (D-9)."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.access.sessions import ROTATION_GRACE, SESSION_LIFETIME, Session
from tests.support.errors import raises_error

NOON = datetime(2026, 3, 2, 7, tzinfo=UTC)


def _session() -> Session:
    return Session(
        user_id=1,
        refresh_digest="first",
        sealed_refresh=b"sealed first",
        created_at=NOON,
        rotated_at=NOON,
        last_seen_at=NOON,
        fcm_token="push",
    )


def test_the_newest_token_is_exchanged_once() -> None:
    """The previous token is stored, no older one."""
    session = _session()
    session.rotate("first", "second", b"2", NOON)
    session.rotate("second", "third", b"3", NOON + timedelta(minutes=10))
    assert (session.refresh_digest, session.previous_digest, session.sealed_refresh) == ("third", "second", b"3")
    assert session.last_seen_at == session.rotated_at == NOON + timedelta(minutes=10)


@pytest.mark.parametrize(("seconds", "within"), [(0, True), (10, True), (10.001, False), (3600, False)])
def test_the_rotated_token_has_ten_seconds_of_grace(seconds: float, within: bool) -> None:
    """For two tabs that refresh at once (D-9)."""
    session = _session()
    session.rotate("first", "second", b"2", NOON)
    assert session.in_grace("first", NOON + timedelta(seconds=seconds)) is within
    assert not session.in_grace("second", NOON)
    assert timedelta(seconds=10) == ROTATION_GRACE


def test_a_fresh_session_has_no_previous_token() -> None:
    """No token has grace before the first rotation."""
    assert not _session().in_grace("", NOON)
    assert not _session().in_grace("first", NOON)


def test_a_reused_old_token_ends_the_session() -> None:
    """Neither it nor the newest is valid then; the push token is removed too (D-67)."""
    session = _session()
    session.rotate("first", "second", b"2", NOON)
    with raises_error("access.session_ended"):
        session.rotate("first", "other", b"x", NOON + timedelta(minutes=1))
    assert (session.end_reason, session.fcm_token, session.alive(NOON)) == ("reuse", None, False)
    with raises_error("access.session_ended"):
        session.rotate("second", "third", b"3", NOON + timedelta(minutes=1))


def test_a_session_lives_thirty_days_despite_renewals() -> None:
    """ASVS-6."""
    session = _session()
    last = NOON + SESSION_LIFETIME
    session.rotate("first", "second", b"2", last - timedelta(seconds=1))
    assert not session.alive(last)
    with raises_error("access.session_ended"):
        session.rotate("second", "third", b"3", last)
    assert timedelta(days=30) == SESSION_LIFETIME


def test_the_first_reason_of_an_end_stays() -> None:
    """An account that is blocked and then signs out was blocked."""
    session = _session()
    session.end("blocked", NOON)
    session.end("signed_out", NOON + timedelta(hours=1))
    assert (session.end_reason, session.ended_at) == ("blocked", NOON)
