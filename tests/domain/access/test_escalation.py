"""A caller grants no more than they hold (D-56)."""

import pytest

from domain.access.escalation import beyond, branches_beyond
from domain.access.permissions import Action, everything, granted

OWN = {"users:students": ["read", "update"], "my_groups:exam": ["read"]}


def _may(permission: str, action: Action) -> bool:
    return granted(OWN, permission, action)


@pytest.mark.parametrize(
    ("given", "lacking"),
    [
        ({}, []),
        ({"users:students": []}, []),
        (OWN, []),
        ({"users:students": ["read"]}, []),
        ({"users:students": ["read", "delete"]}, ["users:students delete"]),
        # the same option of another module, and another option of the same module
        ({"all_groups:exam": ["read"]}, ["all_groups:exam read"]),
        ({"my_groups:attendance": ["read"]}, ["my_groups:attendance read"]),
    ],
)
def test_each_missing_right_is_named(given: dict[str, list[str]], lacking: list[str]) -> None:
    """One action too many is enough."""
    assert beyond(_may, given) == lacking


def test_all_rights_exceed_a_caller_who_lacks_one() -> None:
    """Only the missing one is named."""
    assert beyond(lambda key, action: (key, action) != ("profile", Action.READ), everything()) == ["profile read"]


@pytest.mark.parametrize(
    ("own", "given", "lacking"),
    [((), [], set()), ((), [1], {1}), ((1, 2), [2, 1], set()), ((1, 2), [2, 3], {3}), (None, [7, 8], set())],
)
def test_each_missing_branch_is_named(own: tuple[int, ...] | None, given: list[int], lacking: set[int]) -> None:
    """A caller of all branches lacks none, not even a future one."""
    assert branches_beyond(own, given) == lacking
