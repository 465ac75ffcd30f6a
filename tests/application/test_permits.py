"""The guard of a use case (D-53, D-57)."""

from typing import Any

import pytest

from application.actor import Actor, system
from application.authorization import CENTRE, PUBLIC, SIGNED_IN, SUPERADMIN, check_writable, permits
from domain.access.permissions import everything
from domain.shared.errors import DomainError, Forbidden

ANYBODY = Actor(1, "Karimova")
READER = Actor(1, "Karimova", grants={"users:students": ("read",)})
ALL_RIGHTS = Actor(1, "Karimova", grants={key: tuple(actions) for key, actions in everything().items()})
CHIEF = Actor(1, "superadmin", superadmin=True)


async def _runs(actor: Any, *permissions: str, do: str = "read") -> bool:
    @permits(*permissions, do=do)
    async def use_case(*, actor: Any) -> bool:
        return True

    try:
        return await use_case(actor=actor)
    except Forbidden:
        return False


@pytest.mark.parametrize(
    ("permissions", "do", "who"),
    [
        ((PUBLIC,), "read", [True, True, True, True, True, True]),
        ((SIGNED_IN,), "read", [False, True, True, True, True, True]),
        ((SUPERADMIN,), "read", [False, False, False, False, True, True]),
        (("users:students",), "read", [False, False, True, True, True, True]),
        (("users:students",), "update", [False, False, False, True, True, True]),
        (("users",), "read", [False, False, True, True, True, True]),
        (("users",), "update", [False, False, False, True, True, True]),
        (("all_groups:exam", "users:students"), "read", [False, False, True, True, True, True]),
        (("users:no_such_option",), "read", [False, False, False, False, True, True]),
    ],
)
async def test_only_permitted_actors_run_a_use_case(permissions: tuple[str, ...], do: str, who: list[bool]) -> None:
    """Nobody, signed in, student reader, every right, superadmin, system."""
    actors = [None, ANYBODY, READER, ALL_RIGHTS, CHIEF, system()]
    assert [await _runs(actor, *permissions, do=do) for actor in actors] == who


async def test_a_value_that_is_no_actor_is_rejected() -> None:
    """A dictionary or a name grants nothing."""
    for impostor in ({"superadmin": True}, "superadmin", 1, True):
        assert not await _runs(impostor, SIGNED_IN)


async def test_a_rejection_names_the_missing_right() -> None:
    """For the log and the screen."""

    @permits("users:students", do="update")
    async def use_case(*, actor: Actor) -> None:
        raise AssertionError("it must not run")

    with pytest.raises(Forbidden) as refused:
        await use_case(actor=READER)
    assert refused.value.params == {"permission": "users:students", "action": "update"}


HERE = Actor(1, "Karimova", grants=READER.grants, office_ids=(1, 2))
EVERYWHERE = Actor(1, "Karimova", grants=READER.grants, all_offices=True)


def _refusal(actor: Actor, *office_ids: int) -> str:
    try:
        check_writable(actor, office_ids)
    except DomainError as refused:
        return refused.code
    return ""


def test_a_row_is_written_by_callers_of_all_its_branches() -> None:
    """D-12, D-153: one of no branch belongs to the centre."""
    assert [_refusal(HERE, *ids) for ids in ((1,), (1, 2), (1, 3), (3,), ())] == [
        *("", "", "access.other_branches", "access.other_branches", "access.centre_wide"),
    ]
    assert [_refusal(actor, *ids) for actor in (EVERYWHERE, CHIEF, system()) for ids in ((), (3,))] == [""] * 6
    assert _refusal(ANYBODY) == "access.centre_wide"


async def test_a_use_case_of_the_centre_requires_the_permission_first() -> None:
    """ASVS-67, D-153: who lacks both learns of the permission."""

    @permits("users:students", scope=CENTRE)
    async def use_case(*, actor: Actor) -> bool:
        return True

    with pytest.raises(Forbidden):
        await use_case(actor=ANYBODY)
    with pytest.raises(DomainError) as refused:
        await use_case(actor=HERE)
    assert refused.value.code == "access.centre_wide"
    assert await use_case(actor=EVERYWHERE)
