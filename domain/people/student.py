"""A student as staff enrol and change him: what the school owns may be mended here and then stays as mended (D-49)."""

from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from typing import Any

from domain.shared.errors import DomainError

# fields that the school sends, by their names on a card; changed by a person they stick
SCHOOL_OWNED = {
    "firstName": "first_name",
    "lastName": "last_name",
    "middleName": "middle_name",
    "phoneNumber": "phone",
    "gender": "gender",
    "birthDate": "birth_date",
}
# the control action of who is in no group yet (D-62)
WITHOUT_COURSE = 3


class SystemStatus(IntEnum):
    """Whether the students' application lets him in."""

    ACTIVE = 1
    BLOCKED = 2


@dataclass
class Student:
    """Names as given; ``phone`` is E.164 or None. ``h_id``: the school's id, None for one made here (D-18)."""

    first_name: str
    last_name: str
    middle_name: str
    phone: str | None
    h_id: str | None = None
    gender: int | None = None
    birth_date: date | None = None
    # the public id of a file (D-72)
    photo: str | None = None
    status_id: int | None = None
    system_status: int = SystemStatus.ACTIVE
    block_reason: str = ""
    login: str | None = None
    password_hash: str | None = None
    must_change_password: bool = False
    has_personal_data: bool = False
    # sealed, and the keyed digests by which equal papers are found (D-19)
    papers: bytes | None = None
    paper_keys: list[str] | None = None
    created_by: int | None = None
    id: int | None = None
    version: int = 1

    def change(self, **fields: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Takes new values; gives what differed before and after, by field. Nothing differs: both empty."""
        before = {name: getattr(self, name) for name, value in fields.items() if getattr(self, name) != value}
        after = {name: fields[name] for name in before}
        for name, value in after.items():
            setattr(self, name, value)
        return before, after

    def block(self, reason: str) -> None:
        """Closes the students' application to him. Raises DomainError where it is closed already."""
        if self.system_status == SystemStatus.BLOCKED:
            raise DomainError("people.blocked_already")
        self.system_status, self.block_reason = SystemStatus.BLOCKED, reason

    def unblock(self) -> None:
        """Opens it again. Raises DomainError where it is open."""
        if self.system_status == SystemStatus.ACTIVE:
            raise DomainError("people.not_blocked")
        self.system_status, self.block_reason = SystemStatus.ACTIVE, ""

    def hold_papers(self, sealed: bytes | None, keys: list[str]) -> None:
        """These papers and no others; none at all without any."""
        self.papers, self.paper_keys, self.has_personal_data = sealed, keys, sealed is not None

    def give_password(self, password_hash: str) -> None:
        """One that was issued is changed at the first sign-in. Raises DomainError for who has no login."""
        if not self.login:
            raise DomainError("people.no_login")
        self.password_hash, self.must_change_password = password_hash, True


@dataclass
class StudentBranch:
    """A student belongs to a branch: its staff see him."""

    student_id: int
    office_id: int


@dataclass
class StickyField:
    """A field of the school's that a person has changed: it stays; ``school_value`` is what the school says now.

    ``run_id``: the run that put it back, where no person chose it (docs/decisions/revert.md).
    """

    entity: str
    entity_id: int
    field: str
    school_value: Any = None
    marked_by: int | None = None
    run_id: int | None = None
