"""Privilege escalation: nobody grants what they do not hold (D-56)."""

from collections.abc import Callable, Collection, Iterable, Mapping

from domain.access.permissions import Action

May = Callable[[str, Action], bool]


def beyond(may: May, permissions: Mapping[str, Iterable[str]]) -> list[str]:
    """Returns the rights that the granting person lacks, as "module:option action".

    Empty: all may be granted.
    """
    return [
        f"{permission} {action}"
        for permission, actions in permissions.items()
        for action in actions
        if not may(permission, Action(action))
    ]


def branches_beyond(own: Collection[int] | None, given: Iterable[int]) -> set[int]:
    """The given branches outside the person's own; ``own`` None means every branch."""
    return set() if own is None else set(given) - set(own)
