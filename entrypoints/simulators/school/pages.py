"""Pages and their cursors: the answer of one feed call."""

from dataclasses import dataclass, replace

import msgspec

from contracts.sync.school_records import Feed, Record
from entrypoints.simulators.school.faults import Distortion
from entrypoints.simulators.school.feeds import CursorLost, Reading, encode, instant
from entrypoints.simulators.school.register import School

MAX_PAGE_ROWS = 2000


class _Cursor(msgspec.Struct, array_like=True):
    epoch: str
    since: int | None
    upto: int | None
    offset: int


@dataclass(frozen=True)
class PageBody:
    """An encoded answer.

    ``tag`` stays equal while the page would be the same; ``number`` from 1. ``delta``: it holds changes, not
    everything.
    """

    rows: tuple[bytes, ...]
    frame: bytes
    tag: str
    number: int
    delta: bool = False

    @property
    def body(self) -> bytes:
        """The whole answer."""
        return b'{"items":[' + b",".join(self.rows) + b"]," + self.frame[1:]

    def backwards(self) -> "PageBody":
        """The same rows in another order."""
        return replace(self, rows=self.rows[::-1], tag=self.tag[:-1] + '-backwards"')

    def without_deletions(self) -> "PageBody":
        """Returns the changes without deletions."""
        living = tuple(row for row in self.rows if not self.delta or not msgspec.json.decode(row, type=Record).deleted)
        return replace(self, rows=living, tag=self.tag[:-1] + '-living"')


def page(
    school: School, feed: Feed, cursor: str | None, limit: int, overlap: int = 0, distortion: Distortion | None = None
) -> PageBody:
    """Returns the page of ``feed`` at ``cursor``. Raises CursorLost.

    None: the start of a full reading. ``overlap`` rows repeat on the next page, as under careless paging.
    """
    epoch = distortion.epoch(school.epoch, feed) if distortion else school.epoch
    at = _read(cursor) if cursor else _Cursor(epoch, None, None, 0)
    if at.epoch != epoch:
        raise CursorLost
    upto = school.sequence if at.upto is None else at.upto
    reading = school.feeds[feed].reading(at.since, upto, school.sequence)
    if distortion:
        reading = distortion.reading(feed, reading, school.feeds[Feed.OFFICES].living())
    end = min(len(reading.rows), at.offset + limit)
    more = end < len(reading.rows)
    after = _Cursor(epoch, reading.since, upto, end - overlap) if more else _Cursor(epoch, upto, None, 0)
    tag = f'"{epoch}-{feed}-{reading.since}-{upto}-{at.offset}-{end}"'
    rows = tuple(reading.rows[at.offset : end])
    frame = _frame(reading, epoch, after)
    return PageBody(rows, frame, tag, at.offset // limit + 1, reading.since is not None)


def empty_page(school: School, feed: Feed) -> PageBody:
    """Builds the page of a school that has lost its records unnoticed."""
    after = _Cursor(school.epoch, school.sequence, None, 0)
    frame = _frame(Reading([], None, school.sequence), school.epoch, after)
    return PageBody((), frame, f'"{school.epoch}-{feed}-empty"', 1)


def _frame(reading: Reading, epoch: str, after: _Cursor) -> bytes:
    frame = {
        "next_cursor": msgspec.json.encode(after).hex(),
        "has_more": after.upto is not None,
        "snapshot_id": f"{epoch}-{reading.upto}" if reading.since is None else None,
        "as_of": instant(reading.upto),
        "total": len(reading.rows),
    }
    return encode(frame)


def _read(cursor: str) -> _Cursor:
    try:
        return msgspec.json.decode(bytes.fromhex(cursor), type=_Cursor)
    except (ValueError, msgspec.DecodeError) as problem:
        raise CursorLost from problem
