"""Events of devices for an entry: correct ones, or with a wrong clock."""

from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import Any

from entrypoints.simulators.doors.entries import Entry

Event = dict[str, Any]
FAULTS = {
    "repeats": "every third report is reported once more, as if it had not been answered",
    "clock": "the clock of eshik-2 is 2 h 30 min ahead",
    "year-2000": "every fortieth entry is dated in the year 2000",
    "strangers": "every fiftieth entry is of a number that nobody has",
    "offline": "every tenth entry of a running day is reported a minute later, as stored",
}
WRONG_BY = timedelta(hours=2, minutes=30)


def to_event(entry: Entry, faults: Iterable[str], *, stored: bool = False) -> Event:
    """Builds the entry on the wire (contracts/external/doors-v1.yaml)."""
    event: Event = {
        "device": entry.device,
        "serial": entry.serial,
        "person": entry.person,
        "at": entry.at.isoformat(),
        "stored": stored,
    }
    for name in faults:
        if spoil := _SPOILS.get(name):
            event |= spoil(entry)
    return event


def _clock(entry: Entry) -> Event:
    return {"at": (entry.at + WRONG_BY).isoformat()} if entry.device == "eshik-2" else {}


def _year_2000(entry: Entry) -> Event:
    return {"at": "2000-01-01T00:00:00+05:00"} if entry.serial % 40 == 0 else {}


def _strangers(entry: Entry) -> Event:
    return {"person": f"begona-{entry.serial % 7}"} if entry.serial % 50 == 0 else {}


_SPOILS: dict[str, Callable[[Entry], Event]] = {"clock": _clock, "year-2000": _year_2000, "strangers": _strangers}


def batches(events: Iterable[Event], faults: Iterable[str], size: int = 100) -> Iterator[list[Event]]:
    """Splits events into batches, with the repeats caused by a lost answer."""
    whole = list(events)
    for number, start in enumerate(range(0, len(whole), size)):
        part = whole[start : start + size]
        yield part
        if "repeats" in set(faults) and number % 3 == 0:
            yield part
