"""Accounts of the console: their states, changes, logins and passwords."""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Any

from domain.people.names import full_name, tidy_name
from domain.people.staff_state import PhotoCheck, WorkStatus
from domain.shared.errors import DomainError, FieldError

SUPERADMIN = "superadmin"
MAX_LOGIN_LENGTH = 64
LOGIN = re.compile(r"[A-Za-z0-9._@-]{3,64}")
MIN_PASSWORD_LENGTH = 8
MAX_PASSWORD_LENGTH = 256
# block reason of an account whose owner no longer works here, as the school system says
WORK_ENDED = "system:work_ended"
# fields of the superadmin that no form changes (D-11)
FIXED_OF_SUPERADMIN = frozenset({"login", "role_id", "all_offices", "work_status"})


class UserStatus(IntEnum):
    """System user status (D-61); NEW: the account exists and nobody has signed in yet."""

    ACTIVE = 1
    BLOCKED = 2
    NEW = 3


@dataclass
class User:
    """An account.

    The superadmin has every permission and branch, can't be blocked and keeps the role (D-11). ``author``: students
    take the account's online courses (D-16). ``phone``: E.164. ``changed_at``: the last change of the account or its
    branches, by which two concurrent edits are told apart (D-8).
    """

    login: str
    password_hash: str
    role_id: int
    first_name: str = ""
    last_name: str = ""
    middle_name: str = ""
    status: UserStatus = UserStatus.NEW
    superadmin: bool = False
    all_offices: bool = False
    must_change_password: bool = False
    block_reason: str = ""
    password_changed_at: datetime | None = None
    gender: int | None = None
    phone: str | None = None
    photo: str | None = None
    photo_check: PhotoCheck = PhotoCheck.IMG_NOT_UPLOAD
    work_status: WorkStatus = WorkStatus.WORKING
    author: bool = False
    created_by: int | None = None
    changed_at: datetime | None = None
    id: int | None = None
    version: int = 1

    @property
    def blocked(self) -> bool:
        """True if nobody can sign in with the account."""
        return self.status == UserStatus.BLOCKED

    def require_unused(self) -> None:
        """Raises DomainError unless the account waits for its owner's first sign-in.

        people.account_used: its owner signed in; people.changed_since: it was blocked, or made an author's.
        """
        if self.status == UserStatus.ACTIVE:
            raise DomainError("people.account_used")
        if self.status != UserStatus.NEW or self.author:
            raise DomainError("people.changed_since")

    def signed_in(self) -> None:
        """Activates a new account at its first sign-in; rejects a blocked one."""
        if self.status == UserStatus.BLOCKED:
            raise DomainError("access.blocked")
        # assigned only on a change: otherwise each sign-in would raise the account's version
        if self.status != UserStatus.ACTIVE:
            self.status = UserStatus.ACTIVE

    def set_password(self, password_hash: str, now: datetime, *, by_another: bool) -> None:
        """Sets the password (D-61).

        One set by another person must be changed at the next sign-in.
        """
        self.password_hash = password_hash
        self.password_changed_at = now
        self.must_change_password = by_another

    def block(self, reason: str) -> None:
        """Blocks the account.

        Raises DomainError for the superadmin and for a blocked account.
        """
        if self.superadmin:
            raise DomainError("access.superadmin_is_fixed")
        if self.status == UserStatus.BLOCKED:
            raise DomainError("access.already_blocked")
        self.status, self.block_reason = UserStatus.BLOCKED, reason

    def unblock(self, *, used: bool) -> None:
        """Unblocks the account: active if its owner ever signed in (``used``), else new.

        Raises DomainError for an account that is not blocked, and if the owner no longer works here (R1-208).
        """
        if self.status != UserStatus.BLOCKED:
            raise DomainError("access.not_blocked")
        if self.work_status == WorkStatus.NOT_WORKING:
            raise DomainError("access.not_working")
        self.status, self.block_reason = UserStatus.ACTIVE if used else UserStatus.NEW, ""

    def stop_working(self) -> None:
        """Closes the account because the school system ended the owner's work (R1-208).

        Nobody can unblock it while that is so.
        """
        if self.superadmin:
            raise DomainError("access.superadmin_is_fixed")
        self.work_status, self.status, self.block_reason = WorkStatus.NOT_WORKING, UserStatus.BLOCKED, WORK_ENDED

    def change(self, now: datetime, **fields: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Sets these fields and returns (before, after) of those that differ.

        NOT_WORKING blocks the account; unblocking is a step of its own. The superadmin keeps login, role, all branches
        and work status (D-11).
        """
        before = {name: getattr(self, name) for name, value in fields.items() if getattr(self, name) != value}
        if self.superadmin and before.keys() & FIXED_OF_SUPERADMIN:
            raise DomainError("access.superadmin_is_fixed")
        after = {name: fields[name] for name in before}
        for name, value in after.items():
            setattr(self, name, value)
        if after.get("work_status") == WorkStatus.NOT_WORKING:
            self.status = UserStatus.BLOCKED
        if after:
            self.changed_at = now
        return before, after


def login_faults(login: str) -> list[FieldError]:
    """Faults of a login: 3 to 64 letters, digits or any of ``. _ @ -``."""
    return [] if LOGIN.fullmatch(login) else [FieldError("limit.login")]


def shown_name(login: str, last: str, first: str, middle: str) -> str:
    """The full name of an account's owner, or the login if no name is set."""
    return full_name(last, first, middle) if tidy_name(last) or tidy_name(first) else login


def password_faults(password: str, login: str, *, common: bool = False) -> list[FieldError]:
    """The password policy: returns the faults of a new password.

    They are: too short, too long, common, the login itself, or one repeated character. Length counts characters,
    nothing is truncated, and letters of every script are allowed.
    """
    faults = []
    if len(password) < MIN_PASSWORD_LENGTH:
        faults.append(FieldError("limit.min_length", {"limit": MIN_PASSWORD_LENGTH}))
    if len(password) > MAX_PASSWORD_LENGTH:
        faults.append(FieldError("limit.max_length", {"limit": MAX_PASSWORD_LENGTH}))
    if password and (len(set(password)) == 1 or password.casefold() == login.casefold()):
        faults.append(FieldError("limit.password_too_simple"))
    if common:
        faults.append(FieldError("limit.password_common"))
    return faults
