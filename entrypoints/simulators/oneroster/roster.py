"""A school's records as OneRoster collections, rebuilt after each change."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from contracts.sync.school_records import RECORDS, Feed, Record
from entrypoints.simulators.oneroster import shapes
from entrypoints.simulators.oneroster.shapes import Shape
from entrypoints.simulators.oneroster.variants import Behaviour
from entrypoints.simulators.school.faults import BACK, BAD_DATA, distorted
from entrypoints.simulators.school.feeds import instant
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.register import School

# The unchanged records of a generated school are dated a season back, not at the moment of generation.
LONG_AGO = timedelta(days=90)
BEHIND = timedelta(hours=5)
QUESTIONS_KEPT = 16
# fields that no client may store
PASSWORD, PREFERRED = "their-own-password", "what-friends-say"


class Roster:
    """The collections of a school.

    ``clock`` is the provider's own; for a generated school it follows its history.
    """

    def __init__(self, school: School, behaviour: Behaviour, clock: Callable[[], datetime] | None = None) -> None:
        self.school = school
        self.behaviour = behaviour
        self.now = clock or self._now
        self._made: dict[str, list[Shape]] = {}
        self._made_at: object = None
        self._found: dict[object, list[Shape]] = {}
        self._last: dict[tuple[str, str], Shape] = {}

    def rows(self, collection: str) -> list[Shape]:
        """Returns all rows of a collection. Raises KeyError for an unknown one."""
        self.school.refresh()
        state = (self.school.epoch, self.school.sequence, frozenset(self.behaviour.names))
        if state != self._made_at:
            self._made, self._found, self._made_at = {}, {}, state
        if collection not in self._made:
            rows = (self._remembered(collection, row) for row in _COLLECTIONS[collection](self))
            self._made[collection] = [self._varied(row) for row in rows]
        return self._made[collection] if not self.behaviour.on("vanish") else self._living(collection)

    def found(self, question: object, find: Callable[[], list[Shape]]) -> list[Shape]:
        """Returns the cached result of this query until the school changes.

        Each page repeats the query.
        """
        if question not in self._found:
            while len(self._found) >= QUESTIONS_KEPT:
                del self._found[next(iter(self._found))]
            self._found[question] = find()
        return self._found[question]

    def of(self, collection: str, id: str, nested: str) -> list[Shape] | None:
        """Returns rows of a collection that belong to one of another.

        None where the specification has no such call.
        """
        match collection, nested:
            case ("classes", "students" | "teachers") | ("students" | "teachers" | "users", "classes"):
                return self._joined(collection, id, nested)
            case "terms", "gradingPeriods":
                return [row for row in self.rows("gradingPeriods") if row["parent"]["sourcedId"] == id]
            case "schools", "classes" | "enrollments":
                return [row for row in self.rows(nested) if row["school"]["sourcedId"] == id]
            case "schools", "students" | "teachers":
                return [row for row in self.rows(nested) if id in _orgs(row)]
        return None

    def _joined(self, collection: str, id: str, nested: str) -> list[Shape]:
        """Joins over active enrolments."""
        own, other = ("class", "user") if collection == "classes" else ("user", "class")
        found = {
            row[other]["sourcedId"]
            for row in self.rows("enrollments")
            if row[own]["sourcedId"] == id and row["status"] == shapes.ACTIVE
        }
        return [row for row in self.rows(nested) if row["sourcedId"] in found]

    def _living(self, collection: str) -> list[Shape]:
        return [row for row in self._made[collection] if row["status"] == shapes.ACTIVE]

    def _remembered(self, collection: str, row: Shape) -> Shape:
        """Restores the fields of a deleted record.

        The school itself stores only its id.
        """
        key = (collection, row["sourcedId"])
        if row["status"] != shapes.GONE:
            self._last[key] = dict(row)
        elif key in self._last:
            return self._last[key] | {name: row[name] for name in ("status", "dateLastModified")}
        return row

    def _varied(self, row: Shape) -> Shape:
        at: datetime = row["dateLastModified"] - (BEHIND if self.behaviour.on("local-time") else timedelta())
        row["dateLastModified"] = f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z"
        if self.behaviour.on("inactive") and row["status"] == shapes.GONE:
            row["status"] = "inactive"
        if self.behaviour.on("v1p1") and "roles" in row:
            roles = row.pop("roles")
            row["role"] = roles[0]["role"] if roles else "student"
            row["orgs"] = [role["org"] for role in roles]
        if self.behaviour.on("passwords") and "givenName" in row:
            row |= {"password": PASSWORD, "preferredFirstName": PREFERRED, "agents": [shapes.link("user", PREFERRED)]}
        return row

    def records(self, feed: Feed) -> Iterator[Any]:
        """The school's own records of a kind."""
        decoder = msgspec.json.Decoder(RECORDS[feed])
        records = (decoder.decode(row) for row in self.school.feeds[feed].rows.values())
        names = [name for name in BAD_DATA if name != "versions-back" and self.behaviour.on(name)]
        return iter(distorted(names, records, self.school.feeds[Feed.OFFICES].living())) if names else records

    def at(self, record: Record) -> datetime:
        """Returns the time of a record's last change."""
        made_up = isinstance(self.school, GeneratedSchool) and record.version == self.school.plan.sequence
        at = record.changed_at - LONG_AGO if made_up else record.changed_at
        return at - BACK if self.behaviour.on("versions-back") else at

    def _now(self) -> datetime:
        return instant(self.school.sequence) if isinstance(self.school, GeneratedSchool) else datetime.now(UTC)


def _orgs(row: Shape) -> list[str]:
    return (
        [role["org"]["sourcedId"] for role in row["roles"]] if "roles" in row else [o["sourcedId"] for o in row["orgs"]]
    )


def _organisations(roster: Roster) -> Iterator[Shape]:
    yield shapes.centre(datetime(2020, 1, 1, tzinfo=UTC))
    for record in roster.records(Feed.OFFICES):
        yield shapes.org(record, roster.at(record))


def _sessions(roster: Roster) -> Iterator[Shape]:
    """Returns each session once, as old as the oldest group in it."""
    found: dict[str, Shape] = {}
    for record in roster.records(Feed.GROUPS):
        for session in shapes.sessions(record, roster.at(record)):
            known = found.setdefault(session["sourcedId"], session)
            known["dateLastModified"] = min(known["dateLastModified"], session["dateLastModified"])
    yield from found.values()


def _of_type(*types: str) -> Callable[[Roster], Iterator[Shape]]:
    return lambda roster: (dict(row) for row in _sessions(roster) if row["type"] in types)


def _each(feed: Feed, shape: Callable[[Any, datetime], Shape]) -> Callable[[Roster], Iterator[Shape]]:
    return lambda roster: (shape(record, roster.at(record)) for record in roster.records(feed))


def _users(roster: Roster) -> Iterator[Shape]:
    yield from _COLLECTIONS["teachers"](roster)
    yield from _COLLECTIONS["students"](roster)


def _enrollments(roster: Roster) -> Iterator[Shape]:
    offices: dict[str, str] = {}
    for group in roster.records(Feed.GROUPS):
        offices[group.id] = group.office_id
        yield from shapes.teaching(group, roster.at(group))
    for record in roster.records(Feed.GROUP_STUDENTS):
        yield shapes.enrollment(record, offices.get(record.group_id, ""), roster.at(record))


_COLLECTIONS: dict[str, Callable[[Roster], Iterator[Shape]]] = {
    "orgs": _organisations,
    "schools": lambda roster: (row for row in _organisations(roster) if row["type"] == "school"),
    "academicSessions": _sessions,
    "terms": _of_type("term"),
    "gradingPeriods": _of_type("gradingPeriod"),
    "courses": _each(Feed.COURSES, shapes.course),
    "classes": _each(Feed.GROUPS, shapes.class_),
    "teachers": _each(Feed.TEACHERS, shapes.teacher),
    "students": _each(Feed.STUDENTS, shapes.student),
    "users": _users,
    "enrollments": _enrollments,
    "demographics": _each(Feed.STUDENTS, shapes.demographics),
}
COLLECTIONS = tuple(_COLLECTIONS)
