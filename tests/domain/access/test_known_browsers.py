"""Browsers that have signed in before (D-160)."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.access.known_browsers import BROWSER_LIFETIME, MAX_LOGINS, BrowserSignIn, KnownBrowser
from domain.access.login_attempts import FREE_ATTEMPTS, LoginAttempts, subjects_of_unknown
from domain.access.sessions import SIGNED_OUT, Session

NOON = datetime(2026, 3, 2, 7, tzinfo=UTC)


def _session(reason: str = "") -> Session:
    session = Session(
        user_id=1, refresh_digest="digest", sealed_refresh=b"", created_at=NOON, rotated_at=NOON, last_seen_at=NOON
    )
    if reason:
        session.end(reason, NOON)
    return session


def test_a_browser_names_each_account_once_and_the_last_session() -> None:
    browser = KnownBrowser("b").remember(1, 10, NOON).remember(2, 20, NOON).remember(1, 11, NOON)
    assert [(one.user_id, one.session_id) for one in browser.sign_ins] == [(1, 11), (2, 20)]
    assert browser.id == "b"


def test_a_browser_forgets_the_account_that_signed_in_longest_ago() -> None:
    """Its cookie stays short on a computer that everybody uses."""
    browser = KnownBrowser("b")
    for user_id in range(MAX_LOGINS + 1):
        browser = browser.remember(user_id, 100 + user_id, NOON)
    assert len(browser.sign_ins) == MAX_LOGINS
    assert 100 not in browser.sessions(NOON)


def test_a_sign_in_is_remembered_for_ninety_days() -> None:
    """The row of its session is deleted then."""
    browser = KnownBrowser("b", (BrowserSignIn(1, 10, NOON),))
    assert timedelta(days=90) == BROWSER_LIFETIME
    assert browser.sessions(NOON + BROWSER_LIFETIME - timedelta(seconds=1)) == (10,)
    assert browser.sessions(NOON + BROWSER_LIFETIME) == ()
    later = browser.remember(2, 20, NOON + BROWSER_LIFETIME)
    assert [one.user_id for one in later.sign_ins] == [2]


def test_each_login_of_a_browser_is_counted_apart() -> None:
    """The case of a login does not make another subject."""
    browser = KnownBrowser("b")
    assert browser.subject("Nodira") == browser.subject("nodira") != browser.subject("olim")
    assert browser.subject("nodira") != KnownBrowser("c").subject("nodira")


def test_a_browser_has_as_many_free_attempts_as_a_login() -> None:
    attempts = LoginAttempts(KnownBrowser("b").subject("nodira"), 0, NOON, NOON)
    for _ in range(FREE_ATTEMPTS):
        assert attempts.wait(NOON) == timedelta(0)
        attempts.record_failure(NOON)
    assert attempts.wait(NOON) == timedelta(seconds=1)


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_an_ipv6_client_is_counted_by_its_network(address: str, origin: str) -> None:
    """One client can use every address of its network."""
    assert subjects_of_unknown("Nodira", address) == (
        f"login:nodira|{origin}",
        f"address:{origin}",
        "anywhere:nodira",
    )


@pytest.mark.parametrize(
    ("reason", "vouches"),
    [("", True), (SIGNED_OUT, True), ("reuse", False), ("ended_by_owner", False), ("blocked", False)],
)
def test_a_session_vouches_until_it_is_ended_for_its_owner(reason: str, vouches: bool) -> None:
    assert _session(reason).vouches_for_browser() is vouches


@pytest.mark.parametrize("ended", ["", SIGNED_OUT])
def test_a_revoked_session_vouches_no_longer(ended: str) -> None:
    """Also if its owner had signed out; the time of the end stays."""
    session = _session(ended)
    session.revoke("password_changed", NOON + timedelta(hours=1))
    assert not session.vouches_for_browser()
    assert session.end_reason == "password_changed"
    assert session.ended_at == (NOON if ended else NOON + timedelta(hours=1))
