"""Ports of live streams: the feed of events, and the scope of groups."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from contracts.events import Event


class FeedLost(Exception):
    """The broker went away or left out an event: followers begin anew."""


@dataclass(frozen=True)
class Numbered:
    """An event with its number; the event is None where it is of an unknown kind."""

    number: int
    event: Event | None


class OpenFeed(Protocol):
    """A feed that is being followed.

    ``epoch`` identifies the sequence of numbers. ``backlog``: the events of the last ten minutes; ``head``: the number
    of the last event of all, with or without a backlog.
    """

    epoch: str
    head: int
    backlog: Sequence[Numbered]

    async def next(self) -> Sequence[Numbered]:
        """Waits for the next events, in order. Raises FeedLost."""
        ...


@runtime_checkable
class LiveFeed(Protocol):
    """The events of every process, in one order for all of them."""

    def open(self) -> AbstractAsyncContextManager[OpenFeed]:
        """Follows the feed. Raises FeedLost while the broker is away."""
        ...


@runtime_checkable
class GroupScopes(Protocol):
    """The scope of groups: their branch, and those who teach them (D-12, D-13)."""

    async def taught_by(self, user_id: int) -> frozenset[int]:
        """Returns the ids of the groups that a user teaches."""
        ...

    async def offices_of(self, group_ids: Iterable[int]) -> Mapping[int, int | None]:
        """Returns the branch of each of these groups; None for one without a branch."""
        ...
