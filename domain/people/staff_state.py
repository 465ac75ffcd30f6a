"""In what state a person who works here is: employed, with an account, with a picture that doors can use (D-61)."""

from enum import IntEnum


class WorkStatus(IntEnum):
    """Whether somebody works here (R1-183)."""

    WORKING = 1
    NOT_WORKING = 2


class Gender(IntEnum):
    """As documents know it (R1-188)."""

    MALE = 1
    FEMALE = 2


class PhotoCheck(IntEnum):
    """What became of a person's picture (R1-194): it waits to be looked at, won't do, will do, or there is none."""

    WAITING = 1
    FAILED = 2
    READY = 3
    IMG_NOT_UPLOAD = 4


class AccountStatus(IntEnum):
    """Whether a person can sign in (R1-182, R1-209): with an open account, with a closed one, or without one."""

    ACTIVE = 1
    IN_ACTIVE = 2
    HAS_NOT_ACCOUNT = 3


def account_status(*, has_account: bool, blocked: bool) -> AccountStatus:
    """Derived, never kept: an account that nobody has used yet is open."""
    if not has_account:
        return AccountStatus.HAS_NOT_ACCOUNT
    return AccountStatus.IN_ACTIVE if blocked else AccountStatus.ACTIVE
