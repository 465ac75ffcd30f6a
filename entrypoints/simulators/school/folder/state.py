"""The previous contents of a folder, so that a new export becomes a delta.

A file holds, for each record, its version and a fingerprint of its content; no personal data. Versions are milliseconds
of the epoch at which the change was seen: they grow even if this state is lost.
"""

import os
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from uuid import uuid4

import msgspec

from contracts.sync.school_records import Feed, Record
from entrypoints.simulators.school.feeds import encode, instant
from entrypoints.simulators.school.folder.errors import FolderUnreadable, Mistake

KEPT_MS = 60 * 24 * 3600 * 1000


class Seen(msgspec.Struct, array_like=True):
    """The last seen state of a record; a deleted one has an empty fingerprint."""

    version: int
    fingerprint: str


class Memory(msgspec.Struct):
    """The whole state.

    ``id`` identifies this history; ``oldest`` is its earliest time.
    """

    id: str
    sequence: int = 0
    oldest: int = 0
    files: set[str] = set()
    feeds: dict[Feed, dict[str, Seen]] = {}

    def notice(self, records: dict[Feed, list[Record]], now: int) -> tuple[dict[Feed, list[Record]], int]:
        """Assigns every record its version.

        Returns the changes since last time, tombstones included, and their number.
        """
        at = max(self.sequence + 1, now)
        news = {feed: self._compare(feed, records.get(feed, []), at) for feed in Feed}
        count = sum(len(changed) for changed in news.values())
        if count or not self.sequence:
            self.oldest = self.oldest or at
            self.sequence = at
        return news, count

    def tombstones(self, feed: Feed) -> list[Record]:
        """Returns deleted records that are still reported."""
        return [_stone(id, seen.version) for id, seen in self.feeds.get(feed, {}).items() if not seen.fingerprint]

    def prune(self, now: int) -> None:
        """Deletes tombstones after sixty days; cursors from before are lost then."""
        horizon = now - KEPT_MS
        for feed, known in self.feeds.items():
            old = {id for id, seen in known.items() if not seen.fingerprint and seen.version < horizon}
            if old:
                self.feeds[feed] = {id: seen for id, seen in known.items() if id not in old}
                self.oldest = max(self.oldest, horizon)

    def _compare(self, feed: Feed, records: list[Record], at: int) -> list[Record]:
        known = self.feeds.setdefault(feed, {})
        changed: list[Record] = []
        present: set[str] = set()
        for record in records:
            present.add(record.id)
            mark = blake2b(encode(record), digest_size=8).hexdigest()
            before = known.get(record.id)
            if before is None or before.fingerprint != mark:
                known[record.id] = before = Seen(at, mark)
                changed.append(record)
            record.version, record.changed_at = before.version, instant(before.version)
        for id, seen in known.items():
            if seen.fingerprint and id not in present:
                known[id] = Seen(at, "")
                changed.append(_stone(id, at))
        return changed


def _stone(id: str, version: int) -> Record:
    return Record(
        id=id, version=version, changed_at=instant(version), deleted=True, deleted_reason="no longer in the files"
    )


class MemoryFile:
    """The state on disk, replaced atomically.

    A crash leaves the old or the new one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self) -> Memory:
        """Loads the state; a missing or damaged file is empty.

        Raises FolderUnreadable.
        """
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=Memory)
        except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError):
            return Memory(id=uuid4().hex[:12])
        except OSError as problem:
            raise self._unusable("read", problem) from problem

    def save(self, memory: Memory) -> None:
        """Saves the state. Raises FolderUnreadable when the file can't be written."""
        fresh = self.path.with_name(self.path.name + ".new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with fresh.open("wb") as file:
                file.write(msgspec.json.encode(memory))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
        except OSError as problem:
            raise self._unusable("written", problem) from problem

    def _unusable(self, how: str, problem: OSError) -> FolderUnreadable:
        message = f"can't be {how} ({problem.strerror}); give a file that can, with --state"
        return FolderUnreadable([Mistake(str(self.path), 0, "", message)])


Clock = Callable[[], int]


def milliseconds() -> int:
    """Returns the current time in milliseconds of the epoch."""
    return time.time_ns() // 1_000_000
