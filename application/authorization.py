"""The guard of every use case: what the caller must hold, declared where the work is declared."""

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
# whom a call of two variants is for: whoever works with all groups of his branches, or with his own (D-13, D-54)
Audience = Literal["admin", "academic"]


@dataclass(frozen=True)
class Guard:
    """What a use case asks for: one of the permissions with the action, or one of the words above.

    ``by_audience``: the first permission is asked of the audience *admin*, the second of *academic*, never the other.
    """

    permissions: tuple[str, ...]
    action: Action = Action.READ
    by_audience: bool = False

    def check(self, actor: Actor | None, audience: object = None) -> None:
        """Raises Forbidden unless the actor may. A public use case takes any caller."""
        asked = self.permissions
        if self.by_audience:
            asked = asked[:1] if audience == "admin" else asked[1:]
        word = asked[0]
        if word == PUBLIC:
            return
        allowed = actor is not None and (
            word == SIGNED_IN
            or (word == SUPERADMIN and actor.superadmin)
            or any(actor.may(permission, self.action) for permission in asked)
        )
        if not allowed:
            raise Forbidden(word, str(self.action))


def permits(
    *permissions: str, admin: str = "", academic: str = "", do: str = "read", secret: bool = False
) -> Callable[[Callable[P, Awaitable[R]]], Callable[P, Awaitable[R]]]:
    """Declares who may run a use case: ``@permits("users:students", do="update")``; several keys are alternatives.
    ``@permits(admin="all_groups:attendance", academic="my_groups:attendance")`` asks for the key of the keyword
    argument ``audience`` that the use case is called with.

    A use case that writes through a unit of work is safe to repeat under the caller's key; with ``secret`` its answer
    is not kept (D-8). The use case takes ``actor`` as a keyword argument; the matrix of rights reads its ``guard``.
    """
    if admin and academic:
        guard = Guard((admin, academic), Action(do), by_audience=True)
    else:
        guard = Guard(permissions, Action(do))

    def wrap(use_case: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
        # hints are words until they are asked for, and costly to ask for
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
