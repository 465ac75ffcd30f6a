"""Students as staff register and change them; changed school fields stick (D-49)."""

from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from typing import Any

from domain.shared.errors import DomainError

# name on the card → field owned by the school; a field that a person changes sticks
SCHOOL_OWNED = {
    "firstName": "first_name",
    "lastName": "last_name",
    "middleName": "middle_name",
    "phoneNumber": "phone",
    "gender": "gender",
    "birthDate": "birth_date",
}
# the control action of a student without a group (D-62)
WITHOUT_COURSE = 3


class SystemStatus(IntEnum):
    """The student's access to the students' application."""

    ACTIVE = 1
    BLOCKED = 2


@dataclass
class Student:
    """A student.

    ``phone`` is E.164 or None. ``h_id``: the school's id, None for a student registered here (D-18). ``photo``: the
    public id of a file (D-72). ``papers``: encrypted identity documents; ``paper_keys``: the keyed digests
    by which equal documents are found (D-19). ``access_version`` counts blocks and changes of login or password: a
    session of an older one has ended (D-97).
    """

    first_name: str
    last_name: str
    middle_name: str
    phone: str | None
    h_id: str | None = None
    gender: int | None = None
    birth_date: date | None = None
    photo: str | None = None
    status_id: int | None = None
    system_status: int = SystemStatus.ACTIVE
    block_reason: str = ""
    login: str | None = None
    password_hash: str | None = None
    must_change_password: bool = False
    access_version: int = 0
    has_personal_data: bool = False
    papers: bytes | None = None
    paper_keys: list[str] | None = None
    created_by: int | None = None
    id: int | None = None
    version: int = 1

    def change(self, **fields: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Sets new values and returns (before, after) of the fields that differ."""
        before = {name: getattr(self, name) for name, value in fields.items() if getattr(self, name) != value}
        after = {name: fields[name] for name in before}
        for name, value in after.items():
            setattr(self, name, value)
        return before, after

    def change_login(self, login: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Sets the login, and ends all sessions if it differs (D-97).

        Returns (before, after), both empty for the same login.
        """
        before, after = self.change(login=login)
        if after:
            self._end_sessions()
        return before, after

    def block(self, reason: str) -> None:
        """Blocks access to the students' application; all sessions end (D-97).

        Raises DomainError if it is blocked.
        """
        if self.system_status == SystemStatus.BLOCKED:
            raise DomainError("people.blocked_already")
        self._end_sessions()
        self.system_status, self.block_reason = SystemStatus.BLOCKED, reason

    def unblock(self) -> None:
        """Unblocks access. Raises DomainError if it is not blocked."""
        if self.system_status == SystemStatus.ACTIVE:
            raise DomainError("people.not_blocked")
        self.system_status, self.block_reason = SystemStatus.ACTIVE, ""

    def set_identity_documents(self, sealed: bytes | None, keys: list[str]) -> None:
        """Replaces the identity documents; None removes them."""
        self.papers, self.paper_keys, self.has_personal_data = sealed, keys, sealed is not None

    def may_open_account(self) -> None:
        """Raises DomainError if the student has a login with a password."""
        if self.login and self.password_hash is not None:
            raise DomainError("people.has_account")

    def require_unused_account(self, *, used: bool) -> None:
        """Raises DomainError unless the account waits for the student's first sign-in.

        ``used``: the student has signed in at some time. So has who chose the password.
        """
        if not self.login:
            raise DomainError("people.no_login")
        if used or (self.password_hash is not None and not self.must_change_password):
            raise DomainError("people.account_used")

    def close_account(self, *, keep_login: bool) -> None:
        """Removes an account that nobody used.

        ``keep_login``: the login is older than the account.
        """
        self._end_sessions()
        self.password_hash, self.must_change_password = None, False
        self.login = self.login if keep_login else None

    def issue_password(self, password_hash: str) -> None:
        """Sets a password to be changed at the first sign-in; all sessions end (D-97).

        Raises DomainError without a login.
        """
        if not self.login:
            raise DomainError("people.no_login")
        self.password_hash, self.must_change_password = password_hash, True
        self._end_sessions()

    def choose_password(self, password_hash: str) -> None:
        """Sets a password that the student has chosen; the sessions of before end."""
        self.password_hash, self.must_change_password = password_hash, False
        self._end_sessions()

    def _end_sessions(self) -> None:
        self.access_version += 1


@dataclass
class StudentBranch:
    """The membership of a student in a branch, whose staff see the student."""

    student_id: int
    office_id: int


@dataclass
class StickyField:
    """A school-owned field that staff have changed here.

    ``school_value``: the school's present value. ``run_id``: the reverted run that restored it, if no person chose the
    value (docs/decisions/revert.md).
    """

    entity: str
    entity_id: int
    field: str
    school_value: Any = None
    marked_by: int | None = None
    run_id: int | None = None
