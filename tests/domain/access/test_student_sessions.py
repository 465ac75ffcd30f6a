"""Sessions of students: lifetime, devices, and what ends them (D-97)."""

from datetime import UTC, datetime, timedelta

from domain.access.login_attempts import LoginAttempts, subjects_of_student, subjects_of_unknown
from domain.access.student_sessions import MAX_DEVICES, StudentSession, beyond_devices
from domain.people.student import Student
from tests.support.errors import raises_error

NOON = datetime(2026, 3, 2, 7, tzinfo=UTC)


def _session(minutes: int = 0, version: int = 0) -> StudentSession:
    at = NOON + timedelta(minutes=minutes)
    return StudentSession(
        student_id=1,
        access_version=version,
        refresh_digest="first",
        sealed_refresh=b"sealed first",
        created_at=at,
        rotated_at=at,
        last_seen_at=at,
        device_token="push",
    )


def _student() -> Student:
    return Student("Aziz", "Karimov", "", None, login="aziz", password_hash="hash")


def test_a_session_lives_sixty_days_despite_renewals() -> None:
    """D-97: a day less than that, and not a second more."""
    session, last = _session(), NOON + timedelta(days=60)
    session.rotate("first", "second", b"2", last - timedelta(seconds=1))
    with raises_error("access.session_ended"):
        session.rotate("second", "third", b"3", last)


def test_an_ended_session_drops_the_push_token_of_its_device() -> None:
    """D-67."""
    session = _session()
    session.end("signed_out", NOON)
    assert (session.device_token, session.alive(NOON)) == (None, False)


def test_a_sixth_device_ends_the_one_unused_for_longest() -> None:
    """D-97: five devices; ended sessions do not count."""
    sessions = [_session(minutes) for minutes in (3, 1, 4, 2, 5)]
    assert len(sessions) == MAX_DEVICES
    assert beyond_devices(sessions[:4], NOON) == []
    assert beyond_devices(sessions, NOON) == [sessions[1]]
    sessions[1].end("signed_out", NOON)
    assert beyond_devices(sessions, NOON) == []
    assert beyond_devices([_session(6), _session(7), *sessions], NOON) == [sessions[3], sessions[0]]


def test_a_block_a_login_and_a_password_end_the_sessions_of_before() -> None:
    """D-97: at once, by the number that the sessions carry."""
    student = _student()
    for change in (
        lambda: student.block("to'lamagan"),
        lambda: student.change_login("aziz.k"),
        lambda: student.issue_password("other"),
        lambda: student.choose_password("another"),
    ):
        session = _session(version=student.access_version)
        assert session.is_open(student.access_version, NOON)
        change()
        assert not session.is_open(student.access_version, NOON)


def test_an_unchanged_login_and_an_unblock_end_nothing() -> None:
    """Nobody signs in anew without a reason."""
    student = _student()
    student.block("to'lamagan")
    version = student.access_version
    student.unblock()
    assert student.change_login("aziz") == ({}, {})
    assert student.access_version == version


def test_wrong_passwords_of_students_do_not_delay_staff() -> None:
    """D-10: a class and the office may share an address and even a login."""
    of_student, of_staff = subjects_of_student("aziz", "10.0.0.1"), subjects_of_unknown("aziz", "10.0.0.1")
    assert not {*of_student} & {*of_staff}
    counted = [LoginAttempts(subject, 0, NOON, NOON) for subject in of_student]
    for _ in range(29):
        for one in counted:
            one.record_failure(NOON)
    assert [one.wait(NOON) > timedelta(0) for one in counted] == [True, False, False]
