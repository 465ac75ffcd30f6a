"""Privilege escalation: nobody grants what they do not hold (D-56)."""

from collections.abc import Callable, Collection, Iterable, Mapping

from domain.access.permissions import Action
from domain.shared.errors import DomainError

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


def branches_after(
    present: Collection[int], wanted: Collection[int], *, own: Collection[int] | None, keep: bool = False
) -> set[int]:
    """A person's branches after a change; those beyond the caller's ``own`` stay.

    ``own`` None means every branch; ``keep`` adds to the present ones. Raises DomainError for a branch beyond the
    caller's own, and if nothing would change.
    """
    if branches_beyond(own, set(wanted) - set(present)):
        raise DomainError("access.other_branches")
    after = set(wanted) | (set(present) if keep else branches_beyond(own, present))
    if after == set(present):
        raise DomainError("access.in_branches_already")
    return after
