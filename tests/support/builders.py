"""Builders: ``a_class_of(20).taught_by(a_teacher()).today_at("14:00")``.

They create plain records; ``tests.support.storing.store`` inserts these with all that they refer to. Names, dates and
logins are generated in a fixed order, so that a run can be repeated.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from domain.access.permissions import everything
from domain.access.roles import ADMIN
from tests.support.accounts import PASSWORD, Account, RoleOf
from tests.support.entities import Branch, Category, Columns, Course, Entity, Person, Student, Teacher
from tests.support.groups import Class

__all__ = [
    "PASSWORD",
    "Account",
    "Branch",
    "Category",
    "Class",
    "Columns",
    "Course",
    "Entity",
    "Person",
    "RoleOf",
    "Student",
    "Teacher",
]

# generated names, in every script and spelling of the centre. No test searches for one of them: the name of a person
# depends on the number of people created before, so a search would find more people in another order of the tests
# (enforced by tests/architecture/test_test_data.py)
FIRST_NAMES = (
    *("Xurshida", "O'lmasbek", "Gʻanisher", "Mahliyo", "Шоирахон", "Cho'tirbek", "Jamoliddin", "Robiya", "Yodgora"),
    "Lutfiya",
)
LAST_NAMES = (
    *("Poʻlotxoʻjayeva", "Toʻxtasinov", "Quvondiqov", "Шоназарова", "Chinorov", "Jabborov", "G'oziyev", "Ubaydova"),
    "Ernazarov",
)
MIDDLE_NAMES = ("", "Rustam qizi", "Oʻlmas oʻgʻli", "Пирматович")


def a_branch(name: str = "") -> Branch:
    """A branch: ``a_branch("Chilonzor")``."""
    branch = Branch(name)
    branch.name = name or f"Filial {branch.number}"
    return branch


def a_category(name: str = "") -> Category:
    """A category of courses."""
    category = Category(name)
    category.name = name or f"Yo'nalish {category.number}"
    return category


def a_course(name: str = "") -> Course:
    """A course."""
    course = Course(name)
    course.name = name or f"Kurs {course.number}"
    return course


def a_student() -> Student:
    """An active student with a name.

    Registered an hour later than the previous one.
    """
    student = Student(first_name="", last_name="")
    _name(student)
    registered = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=student.number)
    return student.having(created_at=registered, gender=1 + student.number % 2)


def a_teacher() -> Teacher:
    """A teacher with a name."""
    teacher = Teacher(first_name="", last_name="")
    _name(teacher)
    return teacher


def an_assistant() -> Teacher:
    """An assistant with a name."""
    return a_teacher().having(role_number=3)


def a_class_of(size: int) -> Class:
    """A group of so many new students.

    On Monday, Wednesday and Friday at 14:00.
    """
    return Class([a_student() for _ in range(size)])


def a_user_with(rights: Mapping[str, Iterable[str]]) -> Account:
    """An account with exactly these rights.

    ``a_user_with({"users:students": ["read"]}).of(branch)``.
    """
    words = " ".join(f"{key}={'+'.join(map(str, actions))}" for key, actions in sorted(rights.items()))
    return _account(RoleOf(f"Huquq: {words}", rights))


def an_admin_of(*branches: Branch) -> Account:
    """An account with every right, in these branches only."""
    return _account(RoleOf(ADMIN, everything())).of(*branches)


def a_superadmin() -> Account:
    """An account with every right and every branch."""
    return _account(RoleOf(ADMIN, everything())).having(superadmin=True, all_offices=True)


def _account(role: RoleOf) -> Account:
    account = Account(first_name="", last_name="", role=role, login="")
    _name(account)
    return account.called(f"xodim{account.number:06}")


def _name(person: Person) -> None:
    number = person.number
    first, last = FIRST_NAMES[number % len(FIRST_NAMES)], LAST_NAMES[number % len(LAST_NAMES)]
    person.named(first, last, MIDDLE_NAMES[number % len(MIDDLE_NAMES)])
