"""Collections of OneRoster that complete another one.

Terms, teachers and days of classes, demographics. A class lacks its end and its teachers, a person the date of birth:
other collections hold them, and a change there does not count as a change of the class or the person.
"""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any, TypeVar

import msgspec

from adapters.school.oneroster_records import ABOVE_BRANCHES, Days, RecordContext, day, days, last_day
from adapters.school.oneroster_rows import Class, Demographics, Enrollment, Org, Row, Session, User
from adapters.school.oneroster_service import FilterRefused, NotThere, OneRosterService
from application.ports import SchoolUnavailable
from application.sync.ports import ResyncRequired

R = TypeVar("R", bound=Row)
# up to this many records are fetched one by one; for more the whole collection is read
SINGLES = 200


class ReadingContext:
    """Collects the context of a reading.

    ``since``: only changes after it; None: everything.
    """

    def __init__(self, service: OneRosterService, collection: str, since: datetime | None, today: datetime) -> None:
        self.service = service
        self.collection = collection
        self.since = since
        self.record_context = RecordContext(today.date())
        self._whole = False
        self._changed: set[str] = set()

    async def begin(self) -> bool:
        """Loads the context before the first row.

        Returns whether all rows must be read despite a delta, because the context changed.
        """
        match self.collection:
            case "teachers" | "students":
                orgs = [org async for org in self._all("orgs", Org)]
                self.record_context.above = frozenset(org.id for org in orgs if org.type in ABOVE_BRANCHES)
            case "classes":
                return await self._terms()
        if self.collection == "students":
            await self._demographics(self.since)
            self._changed = set(self.record_context.demographics) if self.since else set()
        return False

    async def prepare(self, rows: list[Any], at: datetime) -> None:
        """Loads what a batch of rows needs before they are converted."""
        self.record_context.today = at.date()
        match self.collection:
            case "students" if self.since is not None and not self._whole:
                await self._demographics_of({row.id for row in rows if not row.gone})
            case "classes" if rows and not self.record_context.teaching and not self._whole:
                self.record_context.teaching, self._whole = await self._teaching(), True
            case "enrollments" if not self._whole and any(_ended(row) for row in rows):
                self.record_context.classes, self._whole = await self._days_of_classes(), True

    async def more(self, seen: set[str]) -> list[Any]:
        """Returns students with changed demographics after the last row of a delta."""
        ids = sorted(self._changed - seen)
        if len(ids) > SINGLES:
            raise ResyncRequired("the demographics of too many have changed")
        return [row for id in ids if (row := await self._one("students", id, User))]

    async def _terms(self) -> bool:
        """Loads the days of every session.

        Returns whether one changed since, or began or ended, or a teacher did.
        """
        moved, spans = False, dict[str, Days]()
        async for part in self._parts("academicSessions", {}):
            self.record_context.today = part.at.date()
            for row in _rows(part.rows, Session, "academicSessions"):
                span = (day(row.start_date), last_day(row.end_date))
                moved = moved or self._moved(row, span)
                if not row.gone:
                    spans[row.id] = span
        self.record_context.sessions = spans
        return moved or (self.since is not None and await self._teaching_changed(self.since))

    def _moved(self, row: Row, span: Days) -> bool:
        if self.since is None:
            return False
        first, today = self.since.date(), self.record_context.today
        return row.changed_at > self.since or any(edge and first <= edge <= today for edge in span)

    async def _teaching_changed(self, since: datetime) -> bool:
        try:
            changed = f"role='teacher' AND {changed_after(since)}"
            async for part in self._parts("enrollments", {"filter": changed, "fields": "sourcedId,role"}):
                return any((row.role or "") == "teacher" for row in _rows(part.rows, Enrollment, "enrollments"))
        except FilterRefused:
            return True
        return False

    async def _teaching(self) -> dict[str, list[Enrollment]]:
        """Loads the teachers by class; the primary one is not distinguished."""
        try:
            every = [row async for row in self._all("enrollments", Enrollment, "role='teacher'")]
        except FilterRefused:
            every = [row async for row in self._all("enrollments", Enrollment)]
        found: dict[str, list[Enrollment]] = {}
        for row in every:
            if (row.role or "").lower() == "teacher" and row.class_ is not None:
                found.setdefault(str(row.class_.sourced_id), []).append(row)
        return found

    async def _days_of_classes(self) -> dict[str, Days]:
        sessions = {row.id: row async for row in self._all("academicSessions", Session)}
        spans = {id: (day(row.start_date), last_day(row.end_date)) for id, row in sessions.items()}
        return {row.id: days(spans, row) async for row in self._all("classes", Class)}

    async def _demographics(self, since: datetime | None) -> None:
        """Loads all or changed demographics; none without the permission."""
        try:
            filter_expression = changed_after(since) if since else ""
            rows = [row async for row in self._all("demographics", Demographics, filter_expression)]
        except FilterRefused:
            rows = [row async for row in self._all("demographics", Demographics)]
            self._whole = True
        except NotThere:
            self._whole, rows = True, []
        self.record_context.demographics |= {row.id: row for row in rows if not row.gone}

    async def _demographics_of(self, ids: set[str]) -> None:
        unknown = sorted(ids - self.record_context.demographics.keys())
        if len(unknown) > SINGLES:
            self._whole = True
            await self._demographics(None)
            return
        for id in unknown:
            if row := await self._one("demographics", id, Demographics):
                self.record_context.demographics[id] = row

    async def _one(self, collection: str, id: str, kind: type[R]) -> R | None:
        try:
            found: R = _understood(await self.service.one(collection, id), kind, collection)
        except NotThere:
            return None
        return found

    async def _all(self, collection: str, kind: type[R], filter_expression: str = "") -> AsyncIterator[R]:
        async for part in self._parts(collection, {"filter": filter_expression} if filter_expression else {}):
            for row in _rows(part.rows, kind, collection):
                yield row

    async def _parts(self, collection: str, query: dict[str, str]) -> AsyncIterator[Any]:
        async for part in self.service.parts(collection, query):
            yield part


def changed_after(at: datetime) -> str:
    """Builds a filter condition in the date format that every server accepts."""
    return f"dateLastModified>'{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z'"


def _ended(row: Enrollment) -> bool:
    return row.role == "student" and bool(row.end_date)


def _rows(content: msgspec.Raw, kind: type[R], collection: str) -> list[R]:
    found: list[R] = _understood(content, list[kind], collection)  # type: ignore[valid-type]
    return found


def _understood(content: msgspec.Raw, kind: Any, collection: str) -> Any:
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.DecodeError as problem:
        raise SchoolUnavailable("garbage", f"{collection}: {problem}") from problem
