"""The guard of a use case (D-53, D-57)."""

from typing import Any

import pytest

from application.actor import Actor, system
from application.authorization import PUBLIC, SIGNED_IN, SUPERADMIN, permits
from domain.access.permissions import everything
from domain.shared.errors import Forbidden

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
async def test_who_may_run_it(permissions: tuple[str, ...], do: str, who: list[bool]) -> None:
    """Nobody; anybody signed in; a reader of students; every right; the superadmin; the system itself."""
    actors = [None, ANYBODY, READER, ALL_RIGHTS, CHIEF, system()]
    assert [await _runs(actor, *permissions, do=do) for actor in actors] == who


async def test_what_is_no_actor_is_nobody() -> None:
    """A dictionary or a name in its place opens nothing."""
    for impostor in ({"superadmin": True}, "superadmin", 1, True):
        assert not await _runs(impostor, SIGNED_IN)


async def test_a_refusal_names_what_was_missing() -> None:
    """So that the log and the screen can."""

    @permits("users:students", do="update")
    async def use_case(*, actor: Actor) -> None:
        raise AssertionError("it must not run")

    with pytest.raises(Forbidden) as refused:
        await use_case(actor=READER)
    assert refused.value.params == {"permission": "users:students", "action": "update"}
