"""What becomes of each record of a page: a row, an end, aside, or refused. Pure, so that it can run beside the loop."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from application.sync import mapping as making
from application.sync.rows import Known, Note, Places, Row, Unplaced
from contracts.sync.school_records import Feed, Record
from domain.shared.errors import DomainError
from domain.sync import vocabulary as words

LONGEST_ID = 200
LARGEST_VERSION = 2**63 - 1
# What would happen to a row that the brake is asked about.
REMOVED, MERGED, DEACTIVATED, MISSING = "removed", "merged", "deactivated", "missing"

ROW_OF: dict[Feed, Callable[[int, bool, Any, Places], Row]] = {
    Feed.OFFICES: making.office_row,
    Feed.TEACHERS: making.teacher_row,
    Feed.STUDENTS: making.student_row,
    Feed.COURSES: making.course_row,
    Feed.GROUPS: making.group_row,
    Feed.GROUP_STUDENTS: making.enrolment_row,
}


@dataclass
class Aside:
    """A record that waits: for its referent (``field`` names it), or for the brake before it ends a row (``field``
    says what would happen, ``referent`` who is to take over)."""

    record: Record
    field: str = ""
    referent: str = ""


@dataclass
class Decision:
    """What a page comes to. ``ids``: every record that was understood, with its version."""

    read: int = 0
    rows: list[Row] = field(default_factory=list)
    unplaced: list[Aside] = field(default_factory=list)
    removals: list[Aside] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    refused: int = 0
    unchanged: int = 0
    ids: list[tuple[str, int]] = field(default_factory=list)


def latest(records: Iterable[Record]) -> tuple[list[Record], int]:
    """Each record once, in its highest version (of equals the last), and how many there were."""
    newest: dict[str, Record] = {}
    count = 0
    for record in records:
        count += 1
        before = newest.get(record.id)
        if before is None or record.version >= before.version:
            newest[record.id] = record
    return list(newest.values()), count


def referents(feed: Feed, records: list[Record]) -> dict[Feed, set[str]]:
    """The ids that these records of one feed name, by feed; their own among them."""
    own = {record.id for record in records}
    own.update(record.merged_into for record in records if record.merged_into)
    named = {other: set(ids([record for record in records if not record.deleted])) for other, ids in NAMED[feed]}
    return {feed: own, **named}


# A loop per kind of referent rather than a question per record: this is asked of every record of a school.
NAMED: dict[Feed, tuple[tuple[Feed, Callable[[list[Any]], Iterable[str]]], ...]] = {
    Feed.OFFICES: (),
    Feed.TEACHERS: ((Feed.OFFICES, lambda found: (id for one in found for id in one.office_ids)),),
    Feed.STUDENTS: ((Feed.OFFICES, lambda found: (id for one in found for id in one.office_ids)),),
    Feed.COURSES: (),
    Feed.GROUPS: (
        (Feed.OFFICES, lambda found: (one.office_id for one in found)),
        (Feed.COURSES, lambda found: (one.course_id for one in found)),
        (Feed.TEACHERS, lambda found: (schedule.teacher_id for one in found for schedule in one.schedules)),
    ),
    Feed.GROUP_STUDENTS: (
        (Feed.STUDENTS, lambda found: (one.student_id for one in found)),
        (Feed.GROUPS, lambda found: (one.group_id for one in found)),
    ),
}


def decide(
    feed: Feed, records: list[Record], read: int, places: Places, new_ids: Iterable[int], *, settled: bool = False
) -> Decision:
    """Decides about records of one feed, each id once. ``new_ids`` are taken in order by rows that are new here.

    ``settled``: the brake has been asked; ends of rows that are not tombstones (a teacher who stops) are rows now.
    """
    decision, ids = Decision(read=read), iter(new_ids)
    own: Mapping[str, Known] = places.known[feed]
    make = ROW_OF[feed]
    for record in records:
        known = own.get(record.id)
        if fault := _fault(record):
            decision.notes.append(Note(words.shown(record.id), *fault))
            decision.refused += 1
            continue
        decision.ids.append((record.id, record.version))
        if known and known.heard(record.version):
            decision.unchanged += 1
        elif record.deleted:
            _end(decision, record, known)
        else:
            _place(decision, record, known, make, places, ids, settled=settled)
    decision.notes += places.notes
    return decision


def _end(decision: Decision, record: Record, known: Known | None) -> None:
    if (known and known.alive) or record.merged_into:
        what = MERGED if record.merged_into else REMOVED
        decision.removals.append(Aside(record, what, words.shown(record.merged_into or "")))
    else:
        decision.unchanged += 1


def _place(
    decision: Decision,
    record: Record,
    known: Known | None,
    make: Callable[[int, bool, Any, Places], Row],
    places: Places,
    ids: Iterator[int],
    *,
    settled: bool,
) -> None:
    noted = len(places.notes)
    try:
        row = make(known.id if known else next(ids), known is None, record, places)
    except Unplaced as missing:
        del places.notes[noted:]
        decision.unplaced.append(Aside(record, missing.field, words.shown(missing.referent)))
        return
    except DomainError as refusal:
        del places.notes[noted:]
        decision.notes.append(Note(record.id, str(refusal.params.get("field", "")), refusal.code.split(".")[-1]))
        decision.refused += 1
        return
    if known and known.alive and known.active and not settled and not making.active(row):
        del places.notes[noted:]
        decision.removals.append(Aside(record, DEACTIVATED))
    else:
        decision.rows.append(row)


def _fault(record: Record) -> tuple[str, str] | None:
    """Why a record can't be kept at all: its id or version is no such thing."""
    if not record.id.strip() or len(record.id) > LONGEST_ID or not record.id.isprintable():
        return "id", "bad_id"
    if record.merged_into and not record.merged_into.isprintable():
        return "mergedInto", "bad_id"
    if not 0 <= record.version <= LARGEST_VERSION:
        return "version", "bad_version"
    return None
