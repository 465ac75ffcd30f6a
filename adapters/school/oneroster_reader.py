"""Reads a feed from a OneRoster provider, completely or as a delta.

Pages may shift during the reading; no record is lost.
"""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from adapters.school import oneroster_records as records
from adapters.school import oneroster_rows as wire
from adapters.school.oneroster_context import ReadingContext, changed_after
from adapters.school.oneroster_records import RecordContext
from adapters.school.oneroster_rows import EPOCH, Row, milliseconds
from adapters.school.oneroster_service import FilterRefused, NotThere, OneRosterService, Part
from application.ports import SchoolUnavailable
from application.sync.ports import ResyncRequired
from contracts.sync.school_records import Feed, Page, Record

# overlap of deltas: some providers compare dates in a local time instead of UTC
OVERLAP = timedelta(hours=24)
# retention of deletions is unspecified: after this time everything is read again
RETENTION = timedelta(days=30)
# a listing may shift while its pages are read: the number of extra passes for rows that were missed
LOOKS = 4


@dataclass(frozen=True)
class Source:
    """The origin of a feed: a collection, its rows and their filter.

    ``role``: of enrolments.
    """

    collection: str
    kind: type[Row]
    convert: Callable[[Any, RecordContext], Record | None]
    role: str = ""


SOURCES = {
    Feed.OFFICES: Source("orgs", wire.Org, records.office),
    Feed.TEACHERS: Source("teachers", wire.User, records.teacher),
    Feed.STUDENTS: Source("students", wire.User, records.student),
    Feed.COURSES: Source("courses", wire.Course, records.course),
    Feed.GROUPS: Source("classes", wire.Class, records.group),
    Feed.GROUP_STUDENTS: Source("enrollments", wire.Enrollment, records.period, role="student"),
}


class Cursor(msgspec.Struct, array_like=True):
    """A cursor.

    ``since`` in milliseconds of the provider's clock (None: everything); within a reading that ``began``: the filter in
    use, the number of rows read and the last one.
    """

    mark: str
    since: int | None = None
    began: int = 0
    filter: str = ""
    offset: int = 0
    last: str = ""

    @property
    def text(self) -> str:
        """Serialises the cursor."""
        return msgspec.json.encode(self).hex()


def unavailable(refusal: NotThere) -> SchoolUnavailable:
    """Creates the error for a collection that every provider must show."""
    return SchoolUnavailable("unauthorised" if refusal.hidden else "refused", str(refusal))


class Reading:
    """One reading of one feed, from its start or from where it was interrupted."""

    def __init__(self, service: OneRosterService, source: Source, place: Cursor) -> None:
        self.service = service
        self.source = source
        self.place = place
        self.from_row = 0
        self.seen: set[str] = set()
        self.strangers = 0
        self.largest = 0
        since = None if place.since is None else EPOCH + timedelta(milliseconds=place.since) - OVERLAP
        self.context = ReadingContext(service, source.collection, since, datetime.now(UTC))
        self._rows = msgspec.json.Decoder(list[source.kind])  # type: ignore[name-defined]

    async def pages(self) -> AsyncIterator[Page]:
        """Yields the pages; the last one includes rows that were missed."""
        number = 0
        async for part in self._parts():
            number += 1
            rows = self._decoded(part)
            self.largest = max(self.largest, part.count)
            self.place.last = rows[-1].id if rows else self.place.last
            last = part.following is None
            if last and (number > 1 or self.from_row):
                rows += await self._missed_rows({row.id for row in rows})
            yield await self._page(rows, part, last=last)

    async def _page(self, rows: list[Any], part: Part, *, last: bool) -> Page:
        self.seen.update(row.id for row in rows)
        if last and self.place.since is not None:
            rows += await self.context.more(self.seen)
            self.seen.update(row.id for row in rows)
        await self._prepare(rows, part)
        items = self._records(rows)
        self.place.offset = _number((part.following or {}).get("offset", ""))
        announced = max(self.from_row + len(self.seen), part.total or 0) - self.strangers
        cursor = Cursor(self.place.mark, since=self.place.began) if last else self.place
        return Page(items=items, cursor=cursor.text, last=last, announced=announced, full=self.place.since is None)

    async def _parts(self) -> AsyncIterator[Part]:
        """Yields the parts; the first one selects the filter. Raises ResyncRequired."""
        begun, whole = False, await self._load_context()
        for filter_expression in [self.place.filter] if self.place.began else self._filter_candidates(whole=whole):
            try:
                async for part in self._fetch(filter_expression):
                    if not begun:
                        begun = True
                        self._begin(filter_expression, part)
                    yield part
                return
            except FilterRefused:
                continue
            except SchoolUnavailable as problem:
                raise problem if begun else self._filter_failure(problem) from problem
        raise ResyncRequired("the provider can't say what changed")

    async def _load_context(self) -> bool:
        try:
            return await self.context.begin()
        except NotThere as refusal:
            raise unavailable(refusal) from refusal
        except SchoolUnavailable as problem:
            raise self._filter_failure(problem) from problem
        except ValueError as strange:
            raise SchoolUnavailable("garbage", str(strange)) from strange

    async def _prepare(self, rows: list[Any], part: Part) -> None:
        try:
            await self.context.prepare(rows, part.at)
        except NotThere as refusal:
            raise unavailable(refusal) from refusal
        except ValueError as strange:
            raise SchoolUnavailable("garbage", str(strange)) from strange

    def _filter_failure(self, problem: SchoolUnavailable) -> Exception:
        """Handles a server that fails on a date filter but may answer without one."""
        if self.place.since is None or problem.reason != "failing":
            return problem
        return ResyncRequired("the provider fails when it is asked what changed")

    def _begin(self, filter_expression: str, part: Part) -> None:
        began = milliseconds(part.at)
        if self.place.since is not None and began - self.place.since > RETENTION / timedelta(milliseconds=1):
            raise ResyncRequired("the last reading is too long ago")
        self.place.began, self.place.filter = self.place.began or began, filter_expression

    def _filter_candidates(self, *, whole: bool) -> list[str]:
        """Returns the filters to try, best first; '' is none."""
        role = f"role='{self.source.role}'" if self.source.role else ""
        if self.context.since is None or whole:
            return [role, ""] if role else [""]
        changed = changed_after(self.context.since)
        return [f"{role} AND {changed}", changed] if role else [changed]

    async def _fetch(self, filter_expression: str) -> AsyncIterator[Part]:
        query = self._query(filter_expression)
        offset = self.place.offset
        if offset:
            async for part in self._collection(query, offset - 1):
                rows = self._decoded(part)
                if not self.from_row and not (rows and rows[0].id == self.place.last):
                    break  # the listing has shifted since: read everything from its start
                self.from_row = self.from_row or offset
                yield part
            if self.from_row:
                return
        async for part in self._collection(query, 0):
            yield part

    def _query(self, filter_expression: str) -> dict[str, str]:
        query = {"sort": "sourcedId", "orderBy": "asc"}
        return query | {"filter": filter_expression} if filter_expression else query

    async def _collection(self, query: dict[str, str], offset: int) -> AsyncIterator[Part]:
        try:
            async for part in self.service.parts(self.source.collection, query, offset):
                yield part
        except NotThere as refusal:
            raise unavailable(refusal) from refusal

    async def _missed_rows(self, last: set[str]) -> list[Any]:
        """Returns rows that the pages missed because the listing shifted.

        A row found in only one of two passes is neither missing nor deleted.
        """
        seen, missed = self.seen | last, list[Any]()
        query = self._query(self.place.filter) | {"fields": "sourcedId"}
        for attempt in range(1, LOOKS + 1):
            listed: set[str] = set()
            total = 0
            # another page size: a row between two pages is not missed twice at the same place
            size = str(max(1, self.largest - attempt * (self.largest // 7 + 1)))
            async for part in self._collection(query | {"limit": size}, self.from_row):
                listed.update(row.id for row in msgspec.json.decode(part.rows, type=list[Row]))
                total = part.total or 0
            for id in sorted(listed - seen):
                missed += await self._one(id)
            new, seen = listed - seen, seen | listed
            if not new and self.from_row + len(seen) >= total:
                break
        return missed

    async def _one(self, id: str) -> list[Any]:
        try:
            found = await self.service.one(self.source.collection, id)
        except NotThere:
            return []
        return [self._understood(msgspec.json.Decoder(self.source.kind), found)]

    def _records(self, rows: list[Any]) -> list[Record]:
        """Converts rows to records."""
        found: list[Record] = []
        for row in rows:
            try:
                record = self.source.convert(row, self.context.record_context)
            except ValueError as strange:
                raise SchoolUnavailable("garbage", f"{self.source.collection} {row.id}: {strange}") from strange
            if record is None:
                self.strangers += 1
            else:
                found.append(record)
        return found

    def _decoded(self, part: Part) -> list[Any]:
        rows: list[Any] = self._understood(self._rows, part.rows)
        return rows[1:] if self.from_row and not self.seen and rows and rows[0].id == self.place.last else rows

    def _understood(self, decoder: msgspec.json.Decoder[Any], content: msgspec.Raw) -> Any:
        try:
            return decoder.decode(content)
        except msgspec.DecodeError as problem:
            raise SchoolUnavailable("garbage", f"{self.source.collection}: {problem}") from problem


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else 0
