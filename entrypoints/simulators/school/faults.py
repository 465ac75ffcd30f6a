"""The faults of a school system, on demand.

Each fault is a word of ``--fault`` or of the control call.

A fault may be bound to a feed: ``garbage:students``. Of the faults, errors, down, slow, expiry, half-body and partial
can be bound to ``attendance``; a call is saved all the same where the answer is what fails.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta

import msgspec

from contracts.sync.school_records import RECORDS, Feed, GroupRecord, Record, StudentRecord, TeacherRecord
from entrypoints.simulators.school.feeds import Reading, encode

KNOWN = {
    "errors": "page 3 answers 500 once, then succeeds",
    "down": "every call answers 503",
    "slow": "every page takes 2 s",
    "empty": "a feed that had rows answers an empty first page",
    "garbage": "a page that is no JSON",
    "wrong-type": "a record whose version is a word",
    "duplicates": "the last row of a page comes again as the first of the next",
    "expiry": "the token is refused from page 3 on",
    "busy": "every third page answers 429 once, with Retry-After",
    "reordered": "page 2 comes in another order",
    "forgetful": "what changed since a cursor leaves deletions out",
    "half-body": "page 2 breaks off in the middle once, then succeeds",
    "partial": "partial:attendance refuses the first student of a class once, another try is taken",
    "offices-empty": "nobody has a branch any more",
    "offices-all": "everybody has every branch",
    "tenfold": "every record comes with nine others like it",
    "versions-back": "every version is a month older, as after a restored backup; earlier cursors are lost",
}
# well-formed answers that would harm a centre, in the order in which they apply; the school's own records stay
BAD_DATA = ("offices-empty", "offices-all", "tenfold", "versions-back")
# used in the place of a feed
ATTENDANCE = "attendance"
SLOW_SECONDS = 2.0
COPIES = 9
# the age of the backup that a school restores
BACK = timedelta(days=30)
READINGS_KEPT = 16


@dataclass
class Faults:
    """The active faults, and the one-time ones that have happened."""

    names: set[str] = field(default_factory=set)
    _spent: set[tuple[str, str, int | str]] = field(default_factory=set)

    def set(self, names: list[str]) -> None:
        """Sets exactly these faults. Raises ValueError for an unknown word."""
        for name in names:
            if name.split(":")[0] not in KNOWN:
                raise ValueError(f"unknown fault {name!r}; known: {', '.join(KNOWN)}")
        self.names = set(names)
        self._spent.clear()

    def on(self, name: str, feed: str | None = None) -> bool:
        """True when the fault is active, for this feed."""
        return name in self.names or (feed is not None and f"{name}:{feed}" in self.names)

    def at(self, name: str, place: str) -> bool:
        """True when the fault is bound to exactly this place."""
        return f"{name}:{place}" in self.names

    def first(self, name: str, place: str, subject: str) -> bool:
        """Like `at`, but only the first time for this subject."""
        if not self.at(name, place) or (name, place, subject) in self._spent:
            return False
        self._spent.add((name, place, subject))
        return True

    def once(self, name: str, feed: Feed, page: int) -> bool:
        """Like `on`, but only the first time for this page."""
        if not self.on(name, feed) or (name, feed, page) in self._spent:
            return False
        self._spent.add((name, feed, page))
        return True


def distorted(names: Iterable[str], records: Iterable[Record], offices: list[str]) -> list[Record]:
    """Returns the records as a school with these faults sends them.

    ``offices``: the ids of its branches.
    """
    found = list(records)
    for name in names:
        if name == "offices-empty":
            found = [_with_offices(record, []) for record in found]
        elif name == "offices-all":
            found = [_with_offices(record, offices) for record in found]
        elif name == "tenfold":
            found = [copy for record in found for copy in _copies(record)]
        elif name == "versions-back":
            found = [_restored(record) for record in found]
    return found


@dataclass
class Distortion:
    """Distorts the readings of a school by its active faults."""

    faults: Faults
    _readings: "OrderedDict[object, Reading]" = field(default_factory=OrderedDict)

    def names(self, feed: Feed) -> tuple[str, ...]:
        """The active faults of this kind for a feed."""
        return tuple(name for name in BAD_DATA if self.faults.on(name, feed))

    def epoch(self, epoch: str, feed: Feed) -> str:
        """The history of a feed.

        A restored backup has another one: earlier cursors are lost.
        """
        return f"{epoch}-restored" if "versions-back" in self.names(feed) else epoch

    def reading(self, feed: Feed, reading: Reading, offices: list[str]) -> Reading:
        """Returns the reading as sent; its pages share it."""
        names = self.names(feed)
        if not names:
            return reading
        key = (feed, names, reading.since, reading.upto)
        if key not in self._readings:
            records = (msgspec.json.decode(row, type=RECORDS[feed]) for row in reading.rows)
            rows = [encode(record) for record in distorted(names, records, offices)]
            self._readings[key] = Reading(rows, reading.since, reading.upto)
            while len(self._readings) > READINGS_KEPT:
                self._readings.popitem(last=False)
        return self._readings[key]


def _with_offices(record: Record, offices: list[str]) -> Record:
    if record.deleted or not isinstance(record, StudentRecord | TeacherRecord):
        return record
    return msgspec.structs.replace(record, office_ids=offices)


def _copies(record: Record) -> list[Record]:
    """The record, and as many other ones like it."""
    return [record, *(_copy(record, f"-copy-{number}") for number in range(1, COPIES + 1) if not record.deleted)]


def _copy(record: Record, suffix: str) -> Record:
    copy = msgspec.structs.replace(record, id=record.id + suffix)
    if isinstance(copy, GroupRecord):
        copy.schedules = [msgspec.structs.replace(one, id=one.id + suffix) for one in copy.schedules]
    return copy


def _restored(record: Record) -> Record:
    """The record in a version before the present one."""
    version = max(0, record.version - int(BACK / timedelta(milliseconds=1)))
    return msgspec.structs.replace(record, version=version, changed_at=record.changed_at - BACK)
