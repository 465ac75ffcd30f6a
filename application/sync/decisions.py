"""Decides each record of a page: a row, a removal, deferred, or rejected.

The functions are pure, so that they can run in a thread.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from application.sync import mapping
from application.sync.rows import Known, Note, Referents, Row, UnresolvedReference
from contracts.sync.school_records import Feed, Record
from domain.shared.errors import DomainError
from domain.sync import vocabulary
from domain.sync.brakes import Effect

MAX_ID_LENGTH = 200
MAX_VERSION = 2**63 - 1

ROW_MAPPERS: dict[Feed, Callable[[int, bool, Any, Referents], Row]] = {
    Feed.OFFICES: mapping.office_row,
    Feed.TEACHERS: mapping.teacher_row,
    Feed.STUDENTS: mapping.student_row,
    Feed.COURSES: mapping.course_row,
    Feed.GROUPS: mapping.group_row,
    Feed.GROUP_STUDENTS: mapping.enrolment_row,
    Feed.GAMIFICATION_STUDENTS: mapping.school_award_row,
    Feed.GAMIFICATION_CONNECTIONS: mapping.school_connection_row,
}


@dataclass
class Deferred:
    """A deferred record.

    It waits for its referent (``field`` names it), or for the brakes (``field`` names the effect, ``referent`` the
    successor).
    """

    record: Record
    field: str = ""
    referent: str = ""


@dataclass
class Decision:
    """The decisions on a page.

    ``ids``: every record that was understood, with the version up to which it replaces a deferred one. ``records``: the
    records of the known rows by row id. ``older``: the number of records in an older version than the known one;
    ``retaken``: the row ids of those that are followed.
    """

    read: int = 0
    rows: list[Row] = field(default_factory=list)
    records: dict[int, Record] = field(default_factory=dict)
    older: int = 0
    retaken: list[int] = field(default_factory=list)
    unresolved: list[Deferred] = field(default_factory=list)
    removals: list[Deferred] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    refused: int = 0
    unchanged: int = 0
    ids: list[tuple[str, int]] = field(default_factory=list)


def latest(records: Iterable[Record]) -> tuple[list[Record], int]:
    """Returns each record in its highest version, and the number of records.

    Of equal versions the last one wins.
    """
    newest: dict[str, Record] = {}
    count = 0
    for record in records:
        count += 1
        before = newest.get(record.id)
        if before is None or record.version >= before.version:
            newest[record.id] = record
    return list(newest.values()), count


def referenced_ids(feed: Feed, records: list[Record]) -> dict[Feed, set[str]]:
    """Returns the ids that records of one feed refer to, by feed, with their own."""
    own = {record.id for record in records}
    own.update(record.merged_into for record in records if record.merged_into)
    named = {other: set(ids([record for record in records if not record.deleted])) for other, ids in NAMED[feed]}
    return {feed: own, **named}


# one loop per kind of referent instead of one call per record: it runs over every record of a school
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
    Feed.GAMIFICATION_STUDENTS: ((Feed.STUDENTS, lambda found: (one.student_id for one in found)),),
    Feed.GAMIFICATION_CONNECTIONS: ((Feed.GROUPS, lambda found: (one.group_id for one in found)),),
}


def decide(
    feed: Feed,
    records: list[Record],
    read: int,
    referents: Referents,
    new_ids: Iterable[int],
    *,
    retaken: Collection[str] | None = None,
) -> Decision:
    """Decides records of one feed, each id once.

    Rows that are new here take ``new_ids`` in order.

    A record in an older version than the known one brings nothing new, unless its id is among ``retaken``: a full
    reading is the state of the school, also of one that restored a backup (D-154). None: the reading is not full.
    """
    decision, ids = Decision(read=read), iter(new_ids)
    own: Mapping[str, Known] = referents.known[feed]
    make = ROW_MAPPERS[feed]
    for record in records:
        known = own.get(record.id)
        if error := _record_error(record):
            decision.notes.append(Note(vocabulary.truncate(record.id), *error))
            decision.refused += 1
            continue
        stale = known is not None and known.is_stale(record.version)
        decision.older += known is not None and known.is_older(record.version)
        followed = not stale or (retaken is not None and record.id in retaken)
        decision.ids.append((record.id, MAX_VERSION if retaken is not None and followed else record.version))
        if not followed:
            decision.unchanged += 1
            continue
        if stale and known:
            decision.retaken.append(known.id)
        if record.deleted:
            _decide_removal(decision, record, known)
        else:
            _decide_row(decision, record, known, make, referents, ids)
    decision.notes += referents.notes
    return decision


def _decide_removal(decision: Decision, record: Record, known: Known | None) -> None:
    if (known and known.alive) or record.merged_into:
        effect = Effect.MERGED if record.merged_into else Effect.REMOVED
        decision.removals.append(Deferred(record, effect, vocabulary.truncate(record.merged_into or "")))
    else:
        decision.unchanged += 1


def _decide_row(
    decision: Decision,
    record: Record,
    known: Known | None,
    make: Callable[[int, bool, Any, Referents], Row],
    referents: Referents,
    ids: Iterator[int],
) -> None:
    noted = len(referents.notes)
    try:
        row = make(known.id if known else next(ids), known is None, record, referents)
    except UnresolvedReference as missing:
        del referents.notes[noted:]
        decision.unresolved.append(Deferred(record, missing.field, vocabulary.truncate(missing.referent)))
        return
    except DomainError as refusal:
        del referents.notes[noted:]
        decision.notes.append(Note(record.id, str(refusal.params.get("field", "")), refusal.code.split(".")[-1]))
        decision.refused += 1
        return
    decision.rows.append(row)
    if known:
        decision.records[known.id] = record


def _record_error(record: Record) -> tuple[str, str] | None:
    """Returns the error of a record with an invalid id or version."""
    if not record.id.strip() or len(record.id) > MAX_ID_LENGTH or not record.id.isprintable():
        return "id", "bad_id"
    if record.merged_into and not record.merged_into.isprintable():
        return "mergedInto", "bad_id"
    if not 0 <= record.version <= MAX_VERSION:
        return "version", "bad_version"
    return None
