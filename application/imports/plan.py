"""Plans an import: the outcome of each row, committed as shown (H8).

The same rows and the same known people give the same plan, before the commit and within it.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import msgspec

from application.actor import Actor
from application.imports.branches import BranchNames
from application.imports.ports import ImportRows
from application.imports.rows import SECOND_PHONE, Fault, Known, PlannedRow, Row, Verb, name_words, read_rows
from application.people.privacy.document_digests import named_document_digests
from application.people.privacy.identity_documents import GUARD as PRIVATE
from application.ports import Cipher, UnitOfWork
from contracts.sync.school_records import Documents
from domain.access.permissions import Action
from domain.imports.decisions import OPTIONS_OF_KNOWN, Decision, default_of_new, options_of_new
from domain.people import identity_documents as papers
from domain.people.folding import fold
from domain.people.names import full_name


@dataclass(frozen=True)
class PlanningContext:
    """Rights and branches of the caller, and access to encrypted documents."""

    may_change: bool
    may_change_documents: bool
    decrypt: Callable[[bytes], Documents]
    digests_of: Callable[[Documents], Mapping[str, str]]
    branches: BranchNames


# a decision, and the student to merge into
Choice = tuple[Decision, int | None]
# so many similar people are named
MAX_SIMILAR = 3
STUDENTS = "users:students"
# the column of a student → its name on a card
CARD_FIELDS = {
    "last_name": "lastName",
    "first_name": "firstName",
    "middle_name": "middleName",
    "gender": "gender",
    "birth_date": "birthDate",
    "phone": "phoneNumber",
}
NAMES = ("last_name", "first_name", "middle_name")
NO_PAPERS = Documents()


async def plan_rows(
    rows: Sequence[PlannedRow],
    columns: Sequence[str | None],
    branches: BranchNames,
    today: date,
    actor: Actor,
    uow: UnitOfWork,
    import_rows: ImportRows,
    cipher: Cipher,
) -> list[PlannedRow]:
    """Plans all rows against the people known now, inside the open transaction."""
    read = await asyncio.to_thread(_read, rows, columns, today, cipher)
    candidates = await import_rows.find_candidates([row for row in read if not row.faults], actor, uow)
    planning = PlanningContext(
        may_change=actor.may(STUDENTS, Action.UPDATE),
        may_change_documents=actor.may(PRIVATE, Action.UPDATE),
        decrypt=lambda encrypted: msgspec.json.decode(cipher.decrypt(encrypted), type=Documents),
        digests_of=lambda documents: named_document_digests(documents, cipher),
        branches=branches,
    )
    choices = {row.number: row.choice for row in rows if row.choice is not None}
    return await asyncio.to_thread(decide_rows, read, candidates, planning, choices)


def _read(rows: Sequence[PlannedRow], columns: Sequence[str | None], today: date, cipher: Cipher) -> list[Row]:
    read = read_rows(((row.number, row.cells) for row in rows), columns, today=today)
    for row in read:
        row.keys = named_document_digests(row.papers, cipher) if row.papers else {}
    return read


def decide_rows(
    rows: Sequence[Row],
    candidates: Mapping[int, Sequence[Known]],
    planning: PlanningContext,
    choices: Mapping[int, Choice] | None = None,
) -> list[PlannedRow]:
    """Decides each row: a new student, a change, nothing new, or a rejection.

    ``choices``: of the caller, by row; they hold where they are still offered.
    """
    earlier: dict[object, Row] = {}
    taken: dict[int, int] = {}
    planned = []
    for row in rows:
        choice = (choices or {}).get(row.number)
        decided = _decide(row, candidates.get(row.number, ()), earlier, taken, planning, choice)
        decided.choice = choice if choice and decided.decision == choice[0] else None
        # a rejected row claims nobody
        if decided.verb != Verb.REFUSE:
            earlier |= {sign: row for sign in _identity_keys(row) if sign not in earlier}
            if decided.student_id is not None and decided.verb != Verb.SKIP:
                taken[decided.student_id] = row.number
        planned.append(decided)
    return planned


def _decide(
    row: Row,
    candidates: Sequence[Known],
    earlier: Mapping[object, Row],
    taken: Mapping[int, int],
    planning: PlanningContext,
    choice: Choice | None,
) -> PlannedRow:
    bare = PlannedRow(row.number, Verb.REFUSE, row.cells, name=row.display_name, faults=row.faults)
    if row.faults:
        return bare
    if (duplicate := _earlier_duplicate(row, earlier)) is not None:
        return bare.refused("imports.twin", row=duplicate)
    same = [known for known in candidates if is_same(row, known, planning)]
    if not same:
        planned = _new(row, candidates, planning, choice)
    elif len(same) > 1 or not same[0].seen:
        return bare.refused("imports.several" if len(same) > 1 else "imports.elsewhere")
    else:
        planned = _matched(row, same[0], planning, bare, choice)
    if planned.student_id in taken and planned.verb != Verb.SKIP:
        return bare.refused("imports.twin", row=taken[planned.student_id or 0])
    return planned


def _new(row: Row, candidates: Sequence[Known], planning: PlanningContext, choice: Choice | None) -> PlannedRow:
    bare = PlannedRow(row.number, Verb.REFUSE, row.cells, name=row.display_name)
    if row.papers is not None and not planning.may_change_documents:
        return bare.refused("imports.papers_right")
    if any(_shares_a_document(row, known) for known in candidates):
        return bare.refused("imports.paper_of_another")
    office_id = planning.branches.office_of(row.branch)
    if office_id is None:
        return (
            bare.refused("imports.branch_unknown", name=row.branch) if row.branch else bare.refused("imports.no_branch")
        )
    similar = {known.id: known for known in candidates[:MAX_SIMILAR] if known.seen and planning.may_change}
    planned = PlannedRow(
        row.number,
        Verb.ADD,
        row.cells,
        name=row.display_name,
        notes=row.notes + [_possible_duplicate(known) for known in candidates[:MAX_SIMILAR]],
        fields=_json_values(row.fields),
        papers=row.papers,
        keys=list(row.keys.values()),
        office_id=office_id,
        similar=[(known.id, _name_of(known)) for known in similar.values()],
    )
    if not planned.notes:
        return planned
    planned.options = options_of_new(similar=bool(similar))
    wanted, into = choice or (None, None)
    planned.decision = default_of_new(probable_duplicate=bool(candidates))
    if wanted in planned.options and (wanted != Decision.MERGE or into in similar):
        planned.decision = wanted
    if planned.decision == Decision.SKIP:
        planned.verb = Verb.SKIP
    if planned.decision == Decision.MERGE:
        merged = _known(row, similar[into or 0], planning, bare, fill=True)
        merged.notes, merged.similar = planned.notes, planned.similar
        merged.options, merged.decision = planned.options, planned.decision
        return merged
    return planned


def _matched(row: Row, known: Known, planning: PlanningContext, bare: PlannedRow, choice: Choice | None) -> PlannedRow:
    """Plans a row of a known student; a warned change can be left out or only fill in."""
    planned = _known(row, known, planning, bare)
    if planned.verb != Verb.CHANGE or not planned.notes:
        return planned
    wanted = choice[0] if choice and choice[0] in OPTIONS_OF_KNOWN else Decision.CHANGE
    if wanted == Decision.MERGE:
        notes, planned = planned.notes, _known(row, known, planning, bare, fill=True)
        planned.notes = notes
    if wanted == Decision.SKIP:
        planned.verb = Verb.SKIP
    planned.options, planned.decision = list(OPTIONS_OF_KNOWN), wanted
    return planned


def _possible_duplicate(known: Known) -> Fault:
    """Warns of a similar person; one of another branch is not named (D-12)."""
    return Fault("", "imports.alike", {"name": _name_of(known)}) if known.seen else Fault("", "imports.alike_elsewhere")


def _name_of(known: Known) -> str:
    return full_name(known.last_name, known.first_name, known.middle_name)


def _known(row: Row, known: Known, planning: PlanningContext, bare: PlannedRow, *, fill: bool = False) -> PlannedRow:
    """Plans the change of a known student; ``fill``: of empty values alone."""
    fields = {
        column: value
        for column, value in row.fields.items()
        if _differs(column, value, known) and not (fill and getattr(known, column) not in (None, ""))
    }
    changes = {
        CARD_FIELDS[column]: (_display(getattr(known, column)), _display(value)) for column, value in fields.items()
    }
    merged = keys = None
    new_papers = [paper for paper, key in row.keys.items() if key not in known.paper_keys]
    present = planning.decrypt(known.papers) if new_papers and known.papers is not None else NO_PAPERS
    if fill:
        new_papers = [paper for paper in new_papers if mask_paper(paper, present) is None]
    if new_papers and row.papers is not None:
        if not planning.may_change_documents:
            return bare.refused("imports.papers_right")
        merged = _merged(present, row.papers, new_papers)
        keys = list(planning.digests_of(merged).values())
        changes |= {paper: (mask_paper(paper, present), mask_paper(paper, merged)) for paper in new_papers}
    if changes and not planning.may_change:
        return bare.refused("imports.change_right")
    return PlannedRow(
        row.number,
        Verb.CHANGE if changes else Verb.SAME,
        row.cells,
        name=row.display_name,
        # a phone that is in no record is told even if nothing changes
        notes=[note for note in row.notes if changes or note.code == SECOND_PHONE],
        student_id=known.id,
        version=known.version if changes else None,
        fields=_json_values(fields),
        papers=merged,
        keys=keys or [],
        changes=changes,
    )


def is_same(row: Row, known: Known, planning: PlanningContext) -> bool:
    """Matches a person by two facts: document, name, phone, birth date.

    The pairs are a document with name or birth date, or a name with phone or birth date. Another personal number means
    another person; a document alone may be mistyped and proves nothing.
    """
    if _shares_a_document(row, known):
        agrees = row.name == known.name or known.birth_date in (None, row.born)
        return agrees and not _has_other_personal_id(row, known, planning)
    if row.name != known.name or _is_other_name(row.fields["middle_name"], known.middle_name):
        return False
    by_phone = row.phone is not None and row.phone == known.phone
    by_day = row.born is not None and row.born == known.birth_date
    other_day = None not in (row.born, known.birth_date) and row.born != known.birth_date
    return (by_phone or by_day) and not other_day and not _has_other_personal_id(row, known, planning)


def _shares_a_document(row: Row, known: Known) -> bool:
    return not known.paper_keys.isdisjoint(row.keys.values())


def _has_other_personal_id(row: Row, known: Known, planning: PlanningContext) -> bool:
    number = row.papers.personal_id if row.papers else ""
    if not number or known.papers is None or row.keys.get("personalId") in known.paper_keys:
        return False
    return planning.decrypt(known.papers).personal_id not in ("", number)


def _is_other_name(one: str, other: str) -> bool:
    """Tells if both names are given and are not two spellings of one name."""
    return bool(one and other) and name_words(one) != name_words(other)


def _earlier_duplicate(row: Row, earlier: Mapping[object, Row]) -> int | None:
    """Returns the number of an earlier row of the same person."""
    for sign in _identity_keys(row):
        other = earlier.get(sign)
        if other is None:
            continue
        numbers = (other.keys.get("personalId"), row.keys.get("personalId"))
        if isinstance(sign, str) or None in numbers or numbers[0] == numbers[1]:
            return other.number
    return None


def _identity_keys(row: Row) -> Iterable[object]:
    """Yields the keys by which two rows are one person.

    They are documents, or the name with phone or birth date.
    """
    yield from row.keys.values()
    middle = name_words(row.fields["middle_name"])
    if row.phone:
        yield ("phone", row.phone, row.name, row.born)
    if row.born:
        yield ("born", row.born, row.name, middle)


def _differs(column: str, value: Any, known: Known) -> bool:
    """Checks if a value is new: not if it is empty or another spelling of a name."""
    if value in (None, ""):
        return False
    present = getattr(known, column)
    if column in NAMES and isinstance(value, str):
        return fold(value) != fold(present or "")
    return bool(value != present)


def _merged(present: Documents, imported: Documents, new: Sequence[str]) -> Documents:
    """Puts the new documents into the present ones."""
    parts = {part: getattr(imported, part) for paper in new for part in PARTS[paper]}
    return msgspec.structs.replace(present, **{part: value for part, value in parts.items() if value})


# the parts of a document by its name on a card
PARTS: Mapping[str, tuple[str, ...]] = {
    "personalId": ("personal_id",),
    "passport": ("passport_series", "passport_number"),
    "birthCertificate": ("birth_certificate",),
}
_MASKS: dict[str, Callable[[Documents], str]] = {
    "personalId": lambda of: papers.mask_personal_id(of.personal_id),
    "passport": lambda of: papers.mask_passport(of.passport_series, of.passport_number),
    "birthCertificate": lambda of: papers.mask_birth_certificate(of.birth_certificate),
}


def mask_paper(paper: str, documents: Documents) -> str | None:
    """Masks a document by its name on a card; None if there is none."""
    return _MASKS[paper](documents) or None


def _json_values(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Converts dates to their JSON form."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in fields.items()}


def _display(value: object) -> str | None:
    return None if value in (None, "") else str(value)
