"""The events that the console sends through its outbox, to itself and to whoever listens to its broker.

An event only grows: a new field has a default, and the version goes up by one. A row that an older console has written
is still read (``tests/contracts/kept-events.json`` keeps one of every version).
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import msgspec

from contracts.shared import Wire


class Event(Wire, kw_only=True):
    """Something that has happened. ``topic`` names it on the wire; ``version`` counts how often it has grown."""

    topic: ClassVar[str]
    version: ClassVar[int] = 1

    def payload(self) -> dict[str, Any]:
        """Its fields as they are written into the outbox."""
        fields: dict[str, Any] = msgspec.to_builtins(self)
        return fields


class JobPromised(Event, kw_only=True):
    """A job is to be run: now, again after a failed try, or because somebody wants it once more. For the worker."""

    topic: ClassVar[str] = "job"

    job_id: int
    kind: str


class RunEnded(Event, kw_only=True):
    """What the ends of all runs say: how it ended, and how many records it read, made, changed and ended."""

    run_id: int
    type: str
    status: Literal["done", "done_with_messages", "aborted", "failed"]
    reason: str | None = None
    announced: int = 0
    read: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    deleted: int = 0
    parked: int = 0
    refused: int = 0
    differing: int = 0


class SchoolSynchronised(RunEnded, kw_only=True):
    """A run that read the school is over. ``approves``: the stopped run whose removals it carried out."""

    topic: ClassVar[str] = "SchoolSynchronised"

    approves: int | None = None


class SynchronisationReverted(RunEnded, kw_only=True):
    """A run that took back what another had changed is over; ``reverts`` is that other one."""

    topic: ClassVar[str] = "SynchronisationReverted"

    reverts: int | None = None


EVENTS: dict[str, type[Event]] = {
    kind.topic: kind for kind in (JobPromised, SchoolSynchronised, SynchronisationReverted)
}


def read_event(topic: str, payload: Mapping[str, Any]) -> Event:
    """The event of an outbox row, whichever version wrote it. Raises KeyError for a topic that there never was."""
    return msgspec.convert(dict(payload), EVENTS[topic])
