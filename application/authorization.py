"""Guards of use cases: the permission required, declared beside the function."""

import functools
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, ParamSpec, TypeVar, get_type_hints

from application.actor import Actor
from application.idempotency import run_once
from domain.access.escalation import branches_beyond
from domain.access.permissions import PERMISSIONS, Action
from domain.shared.errors import DomainError, Forbidden

P = ParamSpec("P")
R = TypeVar("R")

# every permission that a use case requires, as its guard declares it
_REQUIRED: set[str] = set()

PUBLIC, SIGNED_IN, SUPERADMIN = "public", "signed-in", "superadmin"
# a student signed in to the students' application; nothing else admits one (D-20)
STUDENT = "student"
# audience of a use case with two variants: all groups of the caller's branches, or the caller's own (D-13, D-54)
Audience = Literal["admin", "academic"]
# scope of a use case that writes a row of no branch: it needs all branches beside the permission (D-153)
CENTRE: Final = "centre"


def built_permissions() -> list[str]:
    """Returns the permissions that a use case requires, in the order of the tree.

    One that none requires opens nothing: its part of the console does not exist yet.
    """
    return [permission for permission in PERMISSIONS if permission in _REQUIRED]


def writable_offices(actor: Actor) -> Collection[int] | None:
    """Returns the branches whose rows the actor may write.

    A row of branches is written by callers of all of them (D-12). None: every one, and the rows of the centre (D-153).
    """
    return None if actor.all_offices or actor.superadmin else actor.office_ids


def check_writable(actor: Actor, office_ids: Iterable[int] = ()) -> None:
    """Raises DomainError unless the actor may write a row of these branches.

    Without a branch it is a row of the centre.

    access.centre_wide: it is the centre's row. access.other_branches: it belongs to other branches too.
    """
    own = writable_offices(actor)
    if own is None:
        return
    branches = set(office_ids)
    if not branches:
        raise DomainError("access.centre_wide")
    if branches_beyond(own, branches):
        raise DomainError("access.other_branches")


@dataclass(frozen=True)
class Guard:
    """The requirement of a use case: permissions with an action, or a constant above.

    One of several permissions is enough. ``by_audience``: the first half is for the audience *admin*, the second for
    *academic*, never the other. ``also``: a permission required beside it, with the action. ``scope``: CENTRE if it
    writes a row that belongs to no branch.
    """

    permissions: tuple[str, ...]
    action: Action = Action.READ
    by_audience: bool = False
    scope: str = ""
    also: str = ""

    def check(self, actor: Actor | None, audience: object = None) -> None:
        """Raises Forbidden or DomainError unless permission and scope suffice."""
        self.check_permission(actor, audience)
        if self.scope == CENTRE and actor is not None:
            self.check_centre(actor)

    def check_permission(self, actor: Actor | None, audience: object = None) -> None:
        """Raises Forbidden unless the actor has the permission.

        A public use case admits any caller.
        """
        required = self.required(audience)
        first = required[0]
        if first == PUBLIC:
            return
        is_student = actor is not None and actor.student_id is not None
        if is_student or first == STUDENT:
            allowed = is_student and first == STUDENT
        else:
            allowed = actor is not None and (
                first == SIGNED_IN
                or (first == SUPERADMIN and actor.superadmin)
                or any(actor.may(permission, self.action) for permission in required)
            )
        if not allowed:
            raise Forbidden(first, str(self.action))
        if self.also and not (actor and actor.may(self.also, self.action)):
            raise Forbidden(self.also, str(self.action))

    def required(self, audience: object = None) -> tuple[str, ...]:
        """Returns the permissions of which the audience needs one."""
        if not self.by_audience:
            return self.permissions
        half = len(self.permissions) // 2
        return self.permissions[:half] if audience == "admin" else self.permissions[half:]

    def check_centre(self, actor: Actor) -> None:
        """Raises DomainError("access.centre_wide") for a caller of some branches."""
        check_writable(actor)


def permits(
    *permissions: str,
    admin: str | tuple[str, ...] = "",
    academic: str | tuple[str, ...] = "",
    also: str = "",
    do: str = "read",
    scope: str = "",
    secret: bool = False,
) -> Callable[[Callable[P, Awaitable[R]]], Callable[P, Awaitable[R]]]:
    """Declares the permission that a use case requires.

    ``@permits("users:students", do="update")``; several keys are alternatives.
    ``@permits(admin="all_groups:attendance", academic="my_groups:attendance")`` requires the key that the keyword
    argument ``audience`` of the call selects; of several keys in a tuple, as many for each audience, one is enough.
    With ``also="users:students"`` that key is required beside it.
    ``@permits("settings:integrations", do="update", scope=CENTRE)`` requires all branches beside the permission.

    A use case that writes through a unit of work can be repeated under the caller's key; with ``secret`` its response
    is not stored (D-8). The use case has ``actor`` as a keyword argument; the access matrix reads its ``guard``.
    """
    if admin and academic:
        both = (*_keys(admin), *_keys(academic))
        guard = Guard(both, Action(do), by_audience=True, scope=scope, also=also)
    else:
        guard = Guard(permissions, Action(do), scope=scope, also=also)

    _REQUIRED.update((*guard.permissions, also) if also else guard.permissions)

    def wrap(use_case: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
        # type hints are strings until resolved, and resolving is expensive
        returns = functools.cache(lambda: get_type_hints(use_case)["return"])

        @functools.wraps(use_case)
        async def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            actor: object = kwargs.get("actor")
            uow: Any = kwargs.get("uow")
            guard.check(actor if isinstance(actor, Actor) else None, kwargs.get("audience"))
            if isinstance(actor, Actor) and actor.idempotency_key and uow is not None:
                work = functools.partial(use_case, *args, **kwargs)
                return await run_once(work, returns(), actor.idempotency_key, uow, secret=secret)
            return await use_case(*args, **kwargs)

        guarded.guard = guard  # type: ignore[attr-defined]
        return guarded

    return wrap


def _keys(permissions: str | tuple[str, ...]) -> tuple[str, ...]:
    return (permissions,) if isinstance(permissions, str) else permissions


def guarded_as(
    use_case: Callable[..., Awaitable[Any]],
) -> Callable[[Callable[P, Awaitable[R]]], Callable[P, Awaitable[R]]]:
    """Declares that a function has the guard of the use case that it calls.

    The entry point checks it before it parses the request; the use case checks it again.
    """

    def wrap(function: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
        # it is no use case itself
        function.admits = use_case.guard  # type: ignore[attr-defined]
        return function

    return wrap
