"""Teachers: eligibility for an account, its end, and the photo (D-61, P7)."""

from typing import Any

import pytest

from domain.access.users import WORK_ENDED, User, UserStatus
from domain.people.staff_state import PhotoCheck, WorkStatus
from domain.people.teacher import Teacher, review_photo
from domain.shared.errors import DomainError, NotFound


def _teacher(**fields: Any) -> Teacher:
    return Teacher("Nodira", "Karimova", "", 2, **fields)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"user_id": 7}, "people.has_account"),
        ({"work_status": WorkStatus.NOT_WORKING}, "people.does_not_work"),
        ({"school_deleted_at": "2026-01-01"}, "people.does_not_work"),
    ],
)
def test_teachers_who_can_not_get_an_account(fields: dict[str, Any], code: str) -> None:
    """Those with an account, and those who no longer work at the school."""
    with pytest.raises(DomainError, match=code):
        _teacher(**fields).may_sign_up()


def test_teachers_who_can_get_an_account() -> None:
    """Those who work and have none."""
    _teacher().may_sign_up()


def test_the_end_of_work_closes_the_account_until_a_person_opens_it() -> None:
    """Not before the school reports them active; never the superadmin's (R1-208)."""
    user = User("ustoz", "", 1, status=UserStatus.ACTIVE)
    user.stop_working()
    assert (user.blocked, user.block_reason) == (True, WORK_ENDED)
    with pytest.raises(DomainError, match=r"access\.not_working"):
        user.unblock(used=True)
    user.work_status = WorkStatus.WORKING
    user.unblock(used=True)
    assert (user.status, user.block_reason) == (UserStatus.ACTIVE, "")
    with pytest.raises(DomainError, match=r"access\.superadmin_is_fixed"):
        User("superadmin", "", 1, superadmin=True).stop_working()


def test_only_an_existing_photo_is_reviewed() -> None:
    """R1-194."""
    assert review_photo("yuz", suitable=True) == PhotoCheck.READY
    assert review_photo("yuz", suitable=False) == PhotoCheck.FAILED
    with pytest.raises(NotFound):
        review_photo(None, suitable=True)
