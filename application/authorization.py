"""Guards of use cases: the permission required, declared beside the function."""

import functools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal, ParamSpec, TypeVar, get_type_hints

from application.actor import Actor
from application.idempotency import run_once
from domain.access.permissions import Action
from domain.shared.errors import Forbidden

P = ParamSpec("P")
R = TypeVar("R")

PUBLIC, SIGNED_IN, SUPERADMIN = "public", "signed-in", "superadmin"
# audience of a use case with two variants: all groups of the caller's branches, or the caller's own (D-13, D-54)
Audience = Literal["admin", "academic"]


@dataclass(frozen=True)
class Guard:
    """The requirement of a use case: permissions with an action, or a constant above.

    One of several permissions is enough. ``by_audience``: the first permission is required for the audience *admin*,
    the second for *academic*, never the other.
    """

    permissions: tuple[str, ...]
    action: Action = Action.READ
    by_audience: bool = False

    def check(self, actor: Actor | None, audience: object = None) -> None:
        """Raises Forbidden unless the actor is permitted.

        A public use case admits any caller.
        """
        required = self.permissions
        if self.by_audience:
            required = required[:1] if audience == "admin" else required[1:]
        first = required[0]
        if first == PUBLIC:
            return
        allowed = actor is not None and (
            first == SIGNED_IN
            or (first == SUPERADMIN and actor.superadmin)
            or any(actor.may(permission, self.action) for permission in required)
        )
        if not allowed:
            raise Forbidden(first, str(self.action))


def permits(
    *permissions: str, admin: str = "", academic: str = "", do: str = "read", secret: bool = False
) -> Callable[[Callable[P, Awaitable[R]]], Callable[P, Awaitable[R]]]:
    """Declares the permission that a use case requires.

    ``@permits("users:students", do="update")``; several keys are alternatives.
    ``@permits(admin="all_groups:attendance", academic="my_groups:attendance")`` requires the key that the keyword
    argument ``audience`` of the call selects.

    A use case that writes through a unit of work can be repeated under the caller's key; with ``secret`` its response
    is not stored (D-8). The use case has ``actor`` as a keyword argument; the access matrix reads its ``guard``.
    """
    if admin and academic:
        guard = Guard((admin, academic), Action(do), by_audience=True)
    else:
        guard = Guard(permissions, Action(do))

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
