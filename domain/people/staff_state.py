"""States of staff: employment, account and photo review (D-61)."""

from enum import IntEnum


class WorkStatus(IntEnum):
    """The employment of a person (R1-183)."""

    WORKING = 1
    NOT_WORKING = 2


class Gender(IntEnum):
    """The gender as documents state it (R1-188)."""

    MALE = 1
    FEMALE = 2


class PhotoCheck(IntEnum):
    """The review of a person's photo (R1-194): waiting, failed, ready, or no photo."""

    WAITING = 1
    FAILED = 2
    READY = 3
    IMG_NOT_UPLOAD = 4


class AccountStatus(IntEnum):
    """The account of a person (R1-182, R1-209): open, closed or none."""

    ACTIVE = 1
    IN_ACTIVE = 2
    HAS_NOT_ACCOUNT = 3


def account_status(*, has_account: bool, blocked: bool) -> AccountStatus:
    """The derived account status; an account that nobody has used yet is active."""
    if not has_account:
        return AccountStatus.HAS_NOT_ACCOUNT
    return AccountStatus.IN_ACTIVE if blocked else AccountStatus.ACTIVE
