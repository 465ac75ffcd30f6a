"""No escalation: nobody hands out what he has not got himself (D-56)."""

from collections.abc import Callable, Collection, Iterable, Mapping

from domain.access.permissions import Action

May = Callable[[str, Action], bool]


def beyond(may: May, permissions: Mapping[str, Iterable[str]]) -> list[str]:
    """The rights among these that who ``may`` lacks, as "module:option action"; none: he may hand them out."""
    return [
        f"{permission} {action}"
        for permission, actions in permissions.items()
        for action in actions
        if not may(permission, Action(action))
    ]


def branches_beyond(own: Collection[int] | None, given: Iterable[int]) -> set[int]:
    """The branches among those given that are none of his own; ``own`` None: he has every one."""
    return set() if own is None else set(given) - set(own)
