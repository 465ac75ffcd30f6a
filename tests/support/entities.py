"""Plain records of the builders: branches, courses, people."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import msgspec

from contracts.sync.school_records import Documents
from domain.people.name_order import sort_key
from domain.people.names import full_name
from domain.people.search_vector import search_vector
from tests.support.secret_storage import SecretStorage

_numbers = itertools.count(1)
Columns = dict[str, Any]
Linked = tuple[str, Columns]


@dataclass(eq=False, kw_only=True)
class Entity:
    """A record to insert; ``id`` is set once it is stored."""

    table: ClassVar[str]
    id: int | None = None
    number: int = field(default_factory=lambda: next(_numbers))

    def dependencies(self) -> "Iterable[Entity]":
        """The records to insert before it."""
        return ()

    def columns(self, secrets: SecretStorage) -> Columns:
        """Its row without the id."""
        raise NotImplementedError

    def linked_rows(self) -> Iterator[Linked]:
        """Rows of other tables that refer to it.

        Called once every record has its id.
        """
        return iter(())


@dataclass(eq=False)
class Branch(Entity):
    """A branch of the centre."""

    table = "offices"
    name: str

    def columns(self, secrets: SecretStorage) -> Columns:
        return {"name": self.name}


@dataclass(eq=False)
class Category(Entity):
    """A category of courses."""

    table = "categories"
    name: str

    def columns(self, secrets: SecretStorage) -> Columns:
        return {"name": self.name}


@dataclass(eq=False)
class Course(Entity):
    """A course."""

    table = "courses"
    name: str
    category: Category | None = None

    def of_category(self, category: Category) -> Self:
        """Sets the category."""
        self.category = category
        return self

    def dependencies(self) -> Iterable[Entity]:
        return [self.category] if self.category else []

    def columns(self, secrets: SecretStorage) -> Columns:
        return {"name": self.name, "category_id": self.category and self.category.id}


@dataclass(eq=False, kw_only=True)
class Person(Entity):
    """A person with a name and, for most kinds, branches."""

    first_name: str
    last_name: str
    middle_name: str = ""
    branches: list[Branch] = field(default_factory=list)

    def named(self, first: str, last: str, middle: str = "") -> Self:
        """Sets first, last and middle name."""
        self.first_name, self.last_name, self.middle_name = first, last, middle
        return self

    def in_branch(self, *branches: Branch) -> Self:
        """Adds branches."""
        self.branches.extend(branches)
        return self

    def dependencies(self) -> Iterable[Entity]:
        return self.branches

    def columns(self, secrets: SecretStorage) -> Columns:
        names = (self.last_name, self.first_name, self.middle_name)
        return {
            "first_name": self.first_name,
            "last_name": self.last_name,
            "middle_name": self.middle_name,
            "full_name": full_name(*names),
            "search": search_vector(first=self.first_name, last=self.last_name, middle=self.middle_name),
            "sort_key": sort_key(*names),
        }


@dataclass(eq=False, kw_only=True)
class Student(Person):
    """A student; ``more``: columns of the table as they are."""

    table = "students"
    status: int = 1
    documents: Documents | None = None
    more: Columns = field(default_factory=dict)

    def with_status(self, status: int) -> Self:
        """Sets the status: the id of a control action (D-62)."""
        self.status = status
        return self

    def with_phone(self, phone: str) -> Self:
        """Sets the phone in its stored form: +998901234567."""
        return self.having(phone=phone)

    def with_documents(self, **documents: Any) -> Self:
        """Sets identity documents in the form of the school.

        ``passport_series="AA", passport_number="1234567"``.
        """
        self.documents = Documents(**documents)
        return self.having(has_personal_data=True)

    def having(self, **columns: Any) -> Self:
        """Sets columns of the table as they are.

        ``h_id``, ``login``, ``system_status``, ``photo``, ``birth_date`` …
        """
        self.more |= columns
        return self

    def columns(self, secrets: SecretStorage) -> Columns:
        encrypted_documents = secrets.encrypt(msgspec.json.encode(self.documents)) if self.documents else None
        return super().columns(secrets) | {"status_id": self.status, "papers": encrypted_documents} | self.more

    def linked_rows(self) -> Iterator[Linked]:
        for branch in dict.fromkeys(self.branches):
            yield "student_offices", {"student_id": self.id, "office_id": branch.id}


@dataclass(eq=False, kw_only=True)
class Teacher(Person):
    """A teacher; ``account``: their account, if any."""

    table = "teachers"
    account: "Person | None" = None
    more: Columns = field(default_factory=dict)

    def with_account(self, account: Person) -> Self:
        """Sets the account."""
        self.account = account
        return self

    def having(self, **columns: Any) -> Self:
        """Sets columns of the table as they are.

        ``h_id``, ``role_number``, ``work_status``, ``photo`` …
        """
        self.more |= columns
        return self

    def dependencies(self) -> Iterable[Entity]:
        return [*self.branches, *([self.account] if self.account else [])]

    def columns(self, secrets: SecretStorage) -> Columns:
        return super().columns(secrets) | {"user_id": self.account and self.account.id} | self.more

    def linked_rows(self) -> Iterator[Linked]:
        for branch in dict.fromkeys(self.branches):
            yield "teacher_offices", {"teacher_id": self.id, "office_id": branch.id}
