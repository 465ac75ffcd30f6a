"""A school's encoded records and their changes, for reading as feeds.

Records are stored encoded, so that a hundred thousand of them cost little and a page is a join of encoded parts.
"""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec

from contracts.sync.school_records import Record

encode = msgspec.json.Encoder().encode
# Readings stored while the school changes; an older one has to restart.
READINGS_KEPT = 32


class CursorLost(Exception):
    """The cursor is older than the stored history, or of another school."""


def instant(sequence: int) -> datetime:
    """Returns the time of a change: a sequence number is milliseconds of the epoch.

    It only grows.
    """
    return datetime.fromtimestamp(sequence / 1000, UTC)


@dataclass(frozen=True)
class Reading:
    """The records for one reader, fixed at its first page.

    ``since`` None: all of them.
    """

    rows: list[bytes]
    since: int | None
    upto: int


@dataclass
class FeedLog:
    """One feed: the latest state of each record, and changes after ``oldest``."""

    oldest: int
    rows: dict[str, bytes] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)
    _changes: list[tuple[int, str]] = field(default_factory=list)
    _readings: "OrderedDict[tuple[int | None, int], Reading]" = field(default_factory=OrderedDict)

    def fill(self, records: Iterable[Record]) -> None:
        """Adds initial records; those changed after ``oldest`` are new to old cursors."""
        later: list[tuple[int, str]] = []
        for record in records:
            self.rows[record.id] = encode(record)
            if record.deleted:
                self.gone[record.id] = record.version
            if record.version > self.oldest:
                later.append((record.version, record.id))
        self._changes += sorted(later)

    def put(self, record: Record) -> None:
        """Stores a new state of a record; its version is the change's sequence."""
        self.rows[record.id] = encode(record)
        self._changes.append((record.version, record.id))
        self.gone.pop(record.id, None)
        if record.deleted:
            self.gone[record.id] = record.version

    def remove(self, id: str, sequence: int, reason: str, merged_into: str | None = None) -> None:
        """Leaves a tombstone."""
        stone = Record(id=id, version=sequence, changed_at=instant(sequence), deleted=True)
        stone.deleted_reason, stone.merged_into = reason, merged_into
        self.put(stone)

    def forget(self, before: int) -> None:
        """Drops tombstones and history up to ``before``: older cursors are lost."""
        self.oldest = max(self.oldest, before)
        for id in [id for id, sequence in self.gone.items() if sequence <= before]:
            del self.rows[id], self.gone[id]
        self._changes = [change for change in self._changes if change[0] > before]
        self._readings.clear()

    def living(self) -> list[str]:
        """Returns ids of records without a tombstone, in insertion order."""
        return [id for id in self.rows if id not in self.gone]

    def reading(self, since: int | None, upto: int, now: int) -> Reading:
        """Returns the reading that began at ``upto``; ``now`` is the present.

        Raises CursorLost.
        """
        known = self._readings.get((since, upto))
        if known:
            return known
        if upto != now or (since is not None and not self.oldest <= since <= upto):
            raise CursorLost
        fresh = Reading(self._since(since), since, upto)
        self._readings[since, upto] = fresh
        while len(self._readings) > READINGS_KEPT:
            self._readings.popitem(last=False)
        return fresh

    def _since(self, since: int | None) -> list[bytes]:
        if since is None:
            return list(self.rows.values())
        changed = self._changes[bisect_right(self._changes, since, key=lambda change: change[0]) :]
        return [self.rows[id] for id in dict.fromkeys(id for _, id in changed)]
