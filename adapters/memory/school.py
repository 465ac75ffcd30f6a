"""The school's register in memory, with the behaviour of hh v1."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import msgspec

from application.ports import SchoolUnavailable
from application.sync.ports import ResyncRequired
from contracts.sync.school_records import Capabilities, Feed, Page, Record

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


class SchoolInMemory:
    """Implements SchoolRegister.

    ``put`` and ``remove`` change the school; ``unavailable`` makes its calls fail.
    """

    def __init__(self, page_size: int = 100) -> None:
        self.page_size = page_size
        self.unavailable: SchoolUnavailable | None = None
        self._version = 1
        self._epoch = 0
        self.offered: list[Feed] = [*Feed]
        self._records: dict[Feed, dict[str, Record]] = {feed: {} for feed in Feed}
        self._readings: dict[tuple[Feed, int, int], list[Record]] = {}

    def put(self, feed: Feed, *records: Record) -> None:
        """Adds new states of records; sets their versions and times."""
        self._version += 1
        for record in records:
            changed_at = BEGAN + timedelta(minutes=self._version)
            self._records[feed][record.id] = msgspec.structs.replace(
                record, version=self._version, changed_at=changed_at
            )

    def remove(self, feed: Feed, id: str, *, merged_into: str | None = None) -> None:
        """Removes a record and leaves a tombstone."""
        reason = "merged" if merged_into else "removed"
        stone = Record(id=id, version=0, changed_at=BEGAN, deleted=True, deleted_reason=reason, merged_into=merged_into)
        self.put(feed, stone)

    def forget(self) -> None:
        """Drops history and tombstones: every earlier cursor becomes invalid."""
        self._epoch += 1
        self._readings.clear()
        for feed, records in self._records.items():
            self._records[feed] = {id: record for id, record in records.items() if not record.deleted}

    async def capabilities(self) -> Capabilities:
        """The offered feeds, with deltas."""
        self._refuse()
        return Capabilities(types=[*self.offered], max_page=self.page_size)

    async def read(self, feed: Feed, cursor: str | None) -> AsyncIterator[Page]:
        """See SchoolRegister; the reading is fixed at its first page."""
        self._refuse()
        since, upto, offset = self._place(cursor)
        current = [record for record in self._records[feed].values() if since < record.version]
        rows = self._readings.setdefault((feed, since, upto), current)
        while True:
            self._refuse()
            part = rows[offset : offset + self.page_size]
            offset += len(part)
            last = offset >= len(rows)
            following = f"{self._epoch}.{upto}" if last else f"{self._epoch}.{since}.{upto}.{offset}"
            yield Page(items=part, cursor=following, last=last, announced=len(rows), full=since == 0)
            if last:
                return

    async def close(self) -> None:
        """Does nothing."""

    def _place(self, cursor: str | None) -> tuple[int, int, int]:
        """The lower version, the upper version and the first row."""
        if cursor is None:
            return 0, self._version, 0
        numbers = [int(part) if part.isdigit() else -1 for part in cursor.split(".")]
        if numbers[0] != self._epoch or len(numbers) not in (2, 4) or -1 in numbers:
            raise ResyncRequired("the cursor no longer holds")
        return (numbers[1], self._version, 0) if len(numbers) == 2 else (numbers[1], numbers[2], numbers[3])

    def _refuse(self) -> None:
        if self.unavailable:
            raise self.unavailable
