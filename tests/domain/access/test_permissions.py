"""Permissions: the catalogue, and the roles that hold them."""

import pytest

from domain.access.permissions import MODULES, PERMISSIONS, Action, everything, granted
from domain.access.roles import ADMIN, RoleNumber, RoleType, default_roles


def test_a_permission_is_a_module_and_an_option_with_actions() -> None:
    """Each has at least one action, each action once, in one order."""
    for key, actions in PERMISSIONS.items():
        assert actions, key
        assert list(actions) == [action for action in Action if action in actions], key
        module, _, option = key.partition(":")
        assert option in MODULES[module]


GROUP_OPTIONS = "all_homeworks attendance check_homeworks exam video_upload homework_statistics journal exam_chats"


@pytest.mark.parametrize(
    ("module", "options"),
    [
        ("staff_control", "roles users audit_logs face_id_logs offices devices"),
        ("users", "academic assistants staff students teachers private_info"),
        ("all_groups", GROUP_OPTIONS),
        ("my_groups", GROUP_OPTIONS),
    ],
)
def test_a_module_has_the_options_of_the_specification(module: str, options: str) -> None:
    """R1-263, R1-264, R1-265; private_info is D-58's."""
    assert set(MODULES[module]) == set(options.split())


def test_all_permissions_are_the_whole_catalogue() -> None:
    """D-11, D-14."""
    whole = everything()
    assert all(granted(whole, key, action) for key, actions in PERMISSIONS.items() for action in actions)


@pytest.mark.parametrize("action", Action)
def test_a_right_gives_its_action_and_no_other(action: Action) -> None:
    """Neither another action nor another option of the same module."""
    grants = {"users:students": [str(action)]}
    assert [one for one in Action if granted(grants, "users:students", one)] == [action]
    assert not granted(grants, "users:staff", action)
    assert not granted({}, "users:students", action)


def test_a_bare_module_is_held_through_any_of_its_options() -> None:
    """For the requested action; nothing of another module counts (D-53)."""
    for module in (module for module in MODULES if "" not in MODULES[module]):
        for option, actions in MODULES[module].items():
            for action in actions:
                assert granted({f"{module}:{option}": [str(action)]}, module, action)
        elsewhere = {key: actions for key, actions in everything().items() if not key.startswith(f"{module}:")}
        assert not any(granted(elsewhere, module, action) for action in Action)


def test_a_module_without_options_is_its_own_key() -> None:
    """profile and student_certificate."""
    assert granted({"profile": ["read"]}, "profile", Action.READ)
    assert not granted({"profile": ["read"]}, "profile", Action.UPDATE)
    assert not granted({"profile:": ["read"]}, "profile", Action.READ)


def test_an_unknown_right_is_held_by_nobody() -> None:
    """Not even by a role that holds every existing right (ASVS-21)."""
    assert not granted(everything(), "users:secrets", Action.READ)
    assert not granted(everything(), "nothing", Action.READ)


def test_there_are_five_first_roles_and_their_rights_exist() -> None:
    """Their names, kinds and rights (D-14, D-57)."""
    roles = {role.name: role for role in default_roles()}
    assert [(role.name, role.type, role.number) for role in roles.values()] == [
        (ADMIN, RoleType.STAFF, RoleNumber.ADMIN),
        ("Manager", RoleType.STAFF, None),
        ("Study department", RoleType.STAFF, None),
        ("Academic", RoleType.ACADEMIC, RoleNumber.TEACHER),
        ("Assistant", RoleType.ACADEMIC, RoleNumber.ASSISTANT),
    ]
    for role in roles.values():
        for key, actions in role.permissions.items():
            assert set(actions) <= {str(action) for action in PERMISSIONS[key]}, (role.name, key)
            assert actions
    assert roles[ADMIN].permissions == everything()
    assert [role.name for role in roles.values() if role.fixed] == [ADMIN]


def test_a_teacher_has_no_right_over_other_groups() -> None:
    """Academic and Assistant have my_groups alone; only Admin grants rights (D-13)."""
    for role in default_roles():
        if role.type == RoleType.ACADEMIC:
            assert {key.partition(":")[0] for key in role.permissions} == {"my_groups", "profile"}
        if not role.fixed:
            assert not granted(role.permissions, "staff_control:roles", Action.UPDATE)
            assert not granted(role.permissions, "users:private_info", Action.READ)


def test_each_call_returns_a_new_set_of_roles() -> None:
    """An edited role does not change the defaults of the next installation."""
    default_roles()[0].permissions.clear()
    assert default_roles()[0].permissions == everything()
