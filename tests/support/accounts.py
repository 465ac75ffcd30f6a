"""Roles and accounts of the builders."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from domain.access.roles import RoleType
from domain.access.users import UserStatus, shown_name
from tests.support.entities import Branch, Columns, Entity, Linked, Person
from tests.support.secret_storage import SecretStorage

PASSWORD = "to'g'ri-parol-1"


@dataclass(eq=False)
class RoleOf(Entity):
    """A role with these rights.

    An existing role of the same name is reused.
    """

    table = "roles"
    name: str
    rights: Mapping[str, Iterable[str]]
    type: RoleType = RoleType.STAFF
    stands_for: int | None = None

    def columns(self, secrets: SecretStorage) -> Columns:
        rights = {key: [str(action) for action in actions] for key, actions in self.rights.items()}
        return {"name": self.name, "type": self.type, "number": self.stands_for, "permissions": rights}


@dataclass(eq=False, kw_only=True)
class Account(Person):
    """An account that signs in with ``login`` and ``password``."""

    table = "users"
    role: RoleOf
    login: str
    password: str = PASSWORD
    more: Columns = field(default_factory=dict)

    def called(self, login: str) -> Self:
        """Sets the login."""
        self.login = login
        return self

    def of(self, *branches: Branch) -> Self:
        """Adds branches."""
        return self.in_branch(*branches)

    def of_all_branches(self) -> Self:
        """Gives access to all branches, present and future."""
        return self.having(all_offices=True)

    def blocked(self, reason: str = "ishdan ketdi") -> Self:
        """Blocks the account."""
        return self.having(status=UserStatus.BLOCKED, block_reason=reason)

    def with_issued_password(self) -> Self:
        """Marks the password as issued (D-61)."""
        return self.having(must_change_password=True)

    def having(self, **columns: Any) -> Self:
        """Sets columns of the table as they are."""
        self.more |= columns
        return self

    def dependencies(self) -> Iterable[Entity]:
        return [self.role, *self.branches]

    def columns(self, secrets: SecretStorage) -> Columns:
        names = (self.last_name, self.first_name, self.middle_name)
        account = {"login": self.login, "role_id": self.role.id, "password_hash": secrets.hash_password(self.password)}
        shown = {"full_name": shown_name(self.login, *names)}
        return super().columns(secrets) | account | shown | {"status": UserStatus.ACTIVE} | self.more

    def linked_rows(self) -> Iterator[Linked]:
        for branch in dict.fromkeys(self.branches):
            yield "user_offices", {"user_id": self.id, "office_id": branch.id}
