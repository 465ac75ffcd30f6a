"""The numbers of the specification (D-7), and the derived state of an account."""

import pytest

from domain.people.staff_state import AccountStatus, Gender, PhotoCheck, WorkStatus, account_status


def test_the_numbers_match_the_specification() -> None:
    """R1-182, R1-183, R1-188, R1-194, D-61."""
    assert {one.name: one.value for one in WorkStatus} == {"WORKING": 1, "NOT_WORKING": 2}
    assert {one.name: one.value for one in Gender} == {"MALE": 1, "FEMALE": 2}
    assert {one.name: one.value for one in PhotoCheck} == {"WAITING": 1, "FAILED": 2, "READY": 3, "IMG_NOT_UPLOAD": 4}
    assert {one.name: one.value for one in AccountStatus} == {"ACTIVE": 1, "IN_ACTIVE": 2, "HAS_NOT_ACCOUNT": 3}


@pytest.mark.parametrize(
    ("has_account", "blocked", "status"), [(True, False, 1), (True, True, 2), (False, False, 3), (False, True, 3)]
)
def test_an_account_is_open_closed_or_missing(has_account: bool, blocked: bool, status: int) -> None:
    """R1-195, R1-209."""
    assert account_status(has_account=has_account, blocked=blocked) == status
