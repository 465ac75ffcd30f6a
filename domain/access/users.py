"""Accounts of the console: who may sign in, and how an account changes."""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Any

from domain.people.names import full_name
from domain.people.staff_state import PhotoCheck, WorkStatus
from domain.shared.errors import Broken, Refused

SUPERADMIN = "superadmin"
LOGIN_MAX = 64
LOGIN = re.compile(r"[A-Za-z0-9._@-]{3,64}")
PASSWORD_MIN = 8
PASSWORD_MAX = 256
# the reason of an account that closed because the school said that its owner no longer works here
WORK_ENDED = "system:work_ended"
# what no form changes of the superadmin (D-11)
FIXED_OF_SUPERADMIN = frozenset({"login", "role_id", "all_offices", "work_status"})


class UserStatus(IntEnum):
    """System user status (D-61); NEW: the account was made and nobody has signed in yet."""

    ACTIVE = 1
    BLOCKED = 2
    NEW = 3


@dataclass
class User:
    """An account. The superadmin has every permission and branch, and can't be blocked or change his role (D-11).

    ``author``: whose online courses students take (D-16). ``phone``: E.164. ``changed_at``: the last change of it or
    of its branches, so that two people who edit it at once meet (D-8).
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
        """Nobody can sign in with it."""
        return self.status == UserStatus.BLOCKED

    def signed_in(self) -> None:
        """The first sign-in turns a new account into an active one; a blocked one is refused."""
        if self.status == UserStatus.BLOCKED:
            raise Refused("access.blocked")
        # written only where it changes: else each sign-in would make the account a new version
        if self.status != UserStatus.ACTIVE:
            self.status = UserStatus.ACTIVE

    def set_password(self, password_hash: str, now: datetime, *, by_another: bool) -> None:
        """What somebody else has set must be changed at the next sign-in (D-61)."""
        self.password_hash = password_hash
        self.password_changed_at = now
        self.must_change_password = by_another

    def block(self, reason: str) -> None:
        """Closes the account; raises Refused for the superadmin, and when it is blocked already."""
        if self.superadmin:
            raise Refused("access.superadmin_is_fixed")
        if self.status == UserStatus.BLOCKED:
            raise Refused("access.already_blocked")
        self.status, self.block_reason = UserStatus.BLOCKED, reason

    def unblock(self, *, used: bool) -> None:
        """Opens it again: as active if its owner has ever been here, else as new.

        Raises Refused for an account that is open, and for that of somebody who no longer works here (R1-208).
        """
        if self.status != UserStatus.BLOCKED:
            raise Refused("access.not_blocked")
        if self.work_status == WorkStatus.NOT_WORKING:
            raise Refused("access.not_working")
        self.status, self.block_reason = UserStatus.ACTIVE if used else UserStatus.NEW, ""

    def stop_working(self) -> None:
        """His work has ended at the school: the account closes, and nobody opens it while that is so (R1-208)."""
        if self.superadmin:
            raise Refused("access.superadmin_is_fixed")
        self.work_status, self.status, self.block_reason = WorkStatus.NOT_WORKING, UserStatus.BLOCKED, WORK_ENDED

    def change(self, now: datetime, **fields: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Sets these fields; gives what was and what is, of those that differ.

        The account of who no longer works here closes with it; opening it again is another step. The superadmin
        keeps his login, his role, all branches and his work (D-11).
        """
        before = {name: getattr(self, name) for name, value in fields.items() if getattr(self, name) != value}
        if self.superadmin and before.keys() & FIXED_OF_SUPERADMIN:
            raise Refused("access.superadmin_is_fixed")
        after = {name: fields[name] for name in before}
        for name, value in after.items():
            setattr(self, name, value)
        if after.get("work_status") == WorkStatus.NOT_WORKING:
            self.status = UserStatus.BLOCKED
        if after:
            self.changed_at = now
        return before, after


def login_faults(login: str) -> list[Broken]:
    """What is wrong with a login: 3 to 64 letters, digits, dots, dashes, underscores or an address's sign."""
    return [] if LOGIN.fullmatch(login) else [Broken("limit.login")]


def shown_name(login: str, last: str, first: str, middle: str) -> str:
    """An account's person by full name, or by login where nobody has named him."""
    return full_name(last, first, middle) if (last or first).strip() else login


def password_faults(password: str, login: str, *, common: bool = False) -> list[Broken]:
    """What is wrong with a new password: too short, too long, too common, the login itself, or all one character.

    Length counts characters; nothing is cut off. Letters of every script are welcome.
    """
    faults = []
    if len(password) < PASSWORD_MIN:
        faults.append(Broken("limit.min_length", {"limit": PASSWORD_MIN}))
    if len(password) > PASSWORD_MAX:
        faults.append(Broken("limit.max_length", {"limit": PASSWORD_MAX}))
    if password and (len(set(password)) == 1 or password.casefold() == login.casefold()):
        faults.append(Broken("limit.password_too_simple"))
    if common:
        faults.append(Broken("limit.password_common"))
    return faults
