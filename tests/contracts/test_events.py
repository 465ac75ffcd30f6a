"""Events only grow: rows written by an older console are still read.

Architecture: seeing inside.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from contracts.events import EVENTS, Event, JobQueued, RunEnded, read_event

KEPT: list[dict[str, Any]] = json.loads(Path(__file__).with_name("kept-events.json").read_text(encoding="utf-8"))


def test_one_row_of_every_version_is_stored() -> None:
    """A version without a stored row could be forgotten; rows are never removed."""
    kept = {(row["topic"], row["version"]) for row in KEPT}
    assert kept == {(topic, number) for topic, kind in EVENTS.items() for number in range(1, kind.version + 1)}


@pytest.mark.parametrize("row", KEPT, ids=lambda row: f"{row['topic']}-{row['version']}")
def test_an_old_row_is_read_in_full(row: dict[str, Any]) -> None:
    """Every value written then is present now, under the same name."""
    event = read_event(row["topic"], row["payload"])
    assert type(event) is EVENTS[row["topic"]]
    now = event.payload()
    assert {name: now[name] for name in row["payload"]} == row["payload"]


@pytest.mark.parametrize("row", KEPT, ids=lambda row: f"{row['topic']}-{row['version']}")
def test_a_newer_row_is_read_too(row: dict[str, Any]) -> None:
    """While two versions run side by side, the older one ignores unknown fields."""
    event = read_event(row["topic"], row["payload"] | {"comesLater": True})
    assert event == read_event(row["topic"], row["payload"])


def test_a_row_of_another_shape_is_rejected() -> None:
    """A missing or wrong field is a fault of its producer, not a default."""
    with pytest.raises(msgspec.ValidationError):
        read_event("job", {"kind": "sync.run"})
    with pytest.raises(KeyError):
        read_event("NeverSent", {})


def test_every_event_is_in_the_table() -> None:
    """An unlisted event is in no document and has no stored row."""

    def below(kind: type[Event]) -> set[type[Event]]:
        own = {kind} if "topic" in vars(kind) and kind.__module__ == "contracts.events" else set()
        return own.union(*(below(more) for more in kind.__subclasses__()))

    assert below(Event) == set(EVENTS.values())
    assert JobQueued.topic == "job"
    assert "topic" not in vars(RunEnded)
