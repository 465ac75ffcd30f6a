"""Roles: their rules, their changes and the default roles (D-14, D-56, D-57)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from domain.access.permissions import PERMISSIONS, Action, everything, granted
from domain.shared.errors import DomainError, FieldError

MAX_ROLE_NAME_LENGTH = 100
# the holder of this permission can repair the roles of everybody
KEEPING_ROLES = ("staff_control:roles", Action.UPDATE)


class RoleType(IntEnum):
    """The kind of people who hold a role: office staff, academics or students."""

    STAFF = 1
    ACADEMIC = 2
    STUDENT = 3


class RoleNumber(IntEnum):
    """The meaning of a role for rules that need to know it (D-57)."""

    ADMIN = 1
    TEACHER = 2
    ASSISTANT = 3
    STUDENT = 4


@dataclass
class Role:
    """A named set of rights.

    ``permissions``: "module:option" → actions. ``fixed``: may not be edited.
    """

    name: str
    type: RoleType
    permissions: dict[str, list[str]]
    number: RoleNumber | None = None
    fixed: bool = False
    id: int | None = None
    version: int = 1

    @property
    def keeps_roles(self) -> bool:
        """True if the holders of the role can change roles."""
        return granted(self.permissions, *KEEPING_ROLES)

    def change(
        self, *, name: str, type: RoleType, number: RoleNumber | None, permissions: dict[str, list[str]]
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Changes the role and returns (before, after) of the fields that differ.

        Each permission is a field of its own. Raises DomainError("access.role_fixed") for Admin.
        """
        if self.fixed:
            raise DomainError("access.role_fixed")
        before = self.facts()
        self.name, self.type, self.number = name, type, number
        if tidy_permissions(self.permissions) != permissions:
            self.permissions = permissions
        after = self.facts()
        names = [field for field in {**before, **after} if before.get(field) != after.get(field)]
        return {name: before.get(name) for name in names}, {name: after.get(name) for name in names}

    def facts(self) -> dict[str, Any]:
        """The fields of the role as the audit log records them."""
        own = {"name": self.name, "type": int(self.type), "number": self.number and int(self.number)}
        return own | {f"permissions.{key}": actions for key, actions in tidy_permissions(self.permissions).items()}


# role type → the role numbers that it may have (D-57); the student's is reserved
NUMBERS: dict[RoleType, frozenset[RoleNumber]] = {
    RoleType.STAFF: frozenset({RoleNumber.ADMIN}),
    RoleType.ACADEMIC: frozenset({RoleNumber.TEACHER, RoleNumber.ASSISTANT}),
    RoleType.STUDENT: frozenset(),
}


def number_faults(type: RoleType, number: RoleNumber | None) -> list[FieldError]:
    """Faults of a role's number.

    Teachers and assistants are academics, an admin is staff.
    """
    return [] if number is None or number in NUMBERS[type] else [FieldError("limit.role_number")]


def permission_faults(permissions: Mapping[str, Iterable[str]]) -> list[FieldError]:
    """Faults of unknown permissions, each by name.

    A key without actions grants nothing.
    """
    return [
        FieldError("limit.unknown_permission", {"permission": f"{key} {action}"})
        for key, actions in permissions.items()
        for action in actions
        if action not in PERMISSIONS.get(key, ())
    ]


def tidy_permissions(permissions: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """The same permissions in canonical order, each once, without empty ones."""
    remaining = {
        key: [str(action) for action in all_of if action in permissions.get(key, ())]
        for key, all_of in PERMISSIONS.items()
    }
    return {key: actions for key, actions in remaining.items() if actions}


def require_role_editor(others: Iterable[Role]) -> None:
    """Rejects a change that would leave no role able to change roles (D-56).

    ``others`` are the roles that remain. Raises DomainError("access.last_role_keeper").
    """
    if not any(role.keeps_roles for role in others):
        raise DomainError("access.last_role_keeper")


def _of(**modules: str) -> dict[str, list[str]]:
    """Permissions from module="option option+": read, or with a plus every action."""
    rights: dict[str, list[str]] = {}
    for module, options in modules.items():
        for word in options.split():
            name, whole = word.removesuffix("+"), word.endswith("+")
            key = module if name == "self" else f"{module}:{name}"
            rights[key] = [str(a) for a in PERMISSIONS[key] if whole or a == "read"]
    return rights


ADMIN = "Admin"


def default_roles() -> list[Role]:
    """Returns the roles of a new centre (D-14).

    They are Admin, Manager, Study department, Academic, Assistant.
    """
    return [
        Role(ADMIN, RoleType.STAFF, everything(), RoleNumber.ADMIN, fixed=True),
        Role(
            "Manager",
            RoleType.STAFF,
            _of(
                profile="self+",
                users="students+ staff academic assistants teachers",
                all_groups="all_homeworks attendance+ exam homework_statistics journal",
                management="reports+ call forms",
                staff_control="offices",
                store="transactions+",
                events="master_classes+ competitions+",
                notifications="sent+",
                settings="student_statutes",
            ),
        ),
        Role(
            "Study department",
            RoleType.STAFF,
            _of(
                profile="self+",
                users="students+ academic assistants teachers",
                all_groups="all_homeworks+ attendance+ check_homeworks+ exam+ video_upload+ homework_statistics"
                " journal exam_chats+",
                study="courses+ months+ curriculum+ homework_statistics homework_db+ skill_classes+",
                gamification="actions groups levels statistics units best_students",
                management="reports forms",
            ),
        ),
        Role(
            "Academic",
            RoleType.ACADEMIC,
            _of(
                profile="self+",
                my_groups="all_homeworks+ attendance+ check_homeworks+ exam+ video_upload+ homework_statistics"
                " journal exam_chats+",
            ),
            RoleNumber.TEACHER,
        ),
        Role(
            "Assistant",
            RoleType.ACADEMIC,
            _of(profile="self+", my_groups="all_homeworks attendance+ check_homeworks+ journal exam_chats"),
            RoleNumber.ASSISTANT,
        ),
    ]
