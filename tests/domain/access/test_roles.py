"""Changes and limits of a role (D-56, D-57, R1-139, R1-246)."""

import pytest

from domain.access.permissions import everything
from domain.access.roles import (
    Role,
    RoleNumber,
    RoleType,
    default_roles,
    number_faults,
    permission_faults,
    require_role_editor,
    tidy_permissions,
)
from domain.shared.errors import DomainError

KEEPER = {"staff_control:roles": ["update"]}


def _role(**permissions: list[str]) -> Role:
    return Role("Kassir", RoleType.STAFF, {key.replace("__", ":"): actions for key, actions in permissions.items()})


def test_a_change_lists_each_changed_field() -> None:
    """Each permission is a field of the record; unchanged ones are not listed (D-15)."""
    role = _role(users__students=["read"], profile=["read"], users__staff=["read"])
    permissions = {"users:students": ["read", "update"], "profile": ["read"], "store:items": ["read"]}
    assert role.change(name="Kassa", type=RoleType.STAFF, number=None, permissions=permissions) == (
        {
            "name": "Kassir",
            "permissions.users:staff": ["read"],
            "permissions.users:students": ["read"],
            "permissions.store:items": None,
        },
        {
            "name": "Kassa",
            "permissions.users:staff": None,
            "permissions.users:students": ["read", "update"],
            "permissions.store:items": ["read"],
        },
    )
    assert (role.name, role.permissions) == ("Kassa", permissions)


def test_equal_values_are_no_change() -> None:
    """Also when the actions are written in another order."""
    role = _role(users__students=["update", "read"])
    same = {"users:students": ["read", "update"]}
    assert role.change(name="Kassir", type=RoleType.STAFF, number=None, permissions=same) == ({}, {})


def test_the_admin_role_can_not_be_changed() -> None:
    """Every other role can be edited (D-14)."""
    for role in default_roles():
        change = {"name": "Boshqa", "type": role.type, "number": role.number, "permissions": {}}
        if role.fixed:
            with pytest.raises(DomainError, match=r"access\.role_fixed"):
                role.change(**change)
            assert (role.name, role.permissions) == ("Admin", everything())
        else:
            role.change(**change)
            assert role.name == "Boshqa"


def test_the_numbers_of_roles_match_the_specification() -> None:
    """R1-189, R1-190, R2-486, D-57."""
    assert {one.name: one.value for one in RoleType} == {"STAFF": 1, "ACADEMIC": 2, "STUDENT": 3}
    assert {one.name: one.value for one in RoleNumber} == {"ADMIN": 1, "TEACHER": 2, "ASSISTANT": 3, "STUDENT": 4}


def test_teaching_roles_may_check_in() -> None:
    """Teachers and assistants hold it without an edit of their role (D-14, D-25)."""
    for role in default_roles():
        if role.number in (RoleNumber.TEACHER, RoleNumber.ASSISTANT):
            assert "update" in role.permissions["my_groups:attendance"], role.name


@pytest.mark.parametrize("type", RoleType)
@pytest.mark.parametrize("number", [None, *RoleNumber])
def test_a_role_number_fits_its_type(type: RoleType, number: RoleNumber | None) -> None:
    """Admins are staff, teachers and assistants academics (D-57).

    The student's number is reserved.
    """
    fits = {
        (RoleType.STAFF, RoleNumber.ADMIN),
        (RoleType.ACADEMIC, RoleNumber.TEACHER),
        (RoleType.ACADEMIC, RoleNumber.ASSISTANT),
    }
    wanted = [] if number is None or (type, number) in fits else ["limit.role_number"]
    assert [broken.code for broken in number_faults(type, number)] == wanted


def test_every_unknown_right_is_named() -> None:
    """A misspelt module, option or action, and one the option lacks; all at once."""
    permissions = {
        "users:students": ["read", "fly"],
        "users": ["read"],
        "ghosts": ["read"],
        "staff_control:audit_logs": ["delete"],
        "blogs:posts": [],
    }
    assert [broken.params["permission"] for broken in permission_faults(permissions)] == [
        "users:students fly",
        "users read",
        "ghosts read",
        "staff_control:audit_logs delete",
    ]
    assert permission_faults(everything()) == []


def test_rights_are_normalised() -> None:
    """Sorted, without repetitions and empty grants."""
    untidy = {"users:students": ["update", "read", "read"], "profile": [], "staff_control:roles": ["read"]}
    assert list(tidy_permissions(untidy).items()) == [
        ("staff_control:roles", ["read"]),
        ("users:students", ["read", "update"]),
    ]


def test_a_role_that_may_change_roles_always_remains() -> None:
    """Reading, creating and deleting roles is not enough to recover (D-56)."""
    almost = _role(staff_control__roles=["create", "read", "delete"])
    for roles in ([], [almost], [_role(), almost]):
        with pytest.raises(DomainError, match=r"access\.last_role_keeper"):
            require_role_editor(roles)
    require_role_editor([almost, Role("Kotib", RoleType.STAFF, KEEPER)])
