"""The plan of an import: what each row becomes, decided once, shown, and committed as it was shown (H8).

Pure functions: the same rows and the same people known give the same plan, before the commit and in it.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import msgspec

from application.actor import Actor
from application.imports.ports import ImportRows
from application.imports.rows import Fault, Known, PlannedRow, Row, Verb, name_words, read_rows
from application.people.privacy.document_digests import named_paper_keys
from application.people.privacy.identity_documents import GUARD as PRIVATE
from application.ports import Cipher, UnitOfWork
from contracts.sync.school_records import Documents
from domain.access.permissions import Action
from domain.people import identity_documents as papers
from domain.people.folding import fold
from domain.people.names import full_name


@dataclass(frozen=True)
class Planning:
    """How rows are decided: what the caller may change, and how sealed papers are opened and told apart."""

    may_change: bool
    may_papers: bool
    opened: Callable[[bytes], Documents]
    keys_of: Callable[[Documents], Mapping[str, str]]


STUDENTS = "users:students"
# a field of ours → its name on a card
SHOWN = {
    "last_name": "lastName",
    "first_name": "firstName",
    "middle_name": "middleName",
    "gender": "gender",
    "birth_date": "birthDate",
    "phone": "phoneNumber",
}
NAMES = ("last_name", "first_name", "middle_name")
NO_PAPERS = Documents()


async def planned(
    rows: Sequence[PlannedRow],
    columns: Sequence[str | None],
    today: date,
    actor: Actor,
    uow: UnitOfWork,
    import_rows: ImportRows,
    cipher: Cipher,
) -> list[PlannedRow]:
    """What becomes of each row, inside the open transaction."""
    read = await asyncio.to_thread(_read, rows, columns, today, cipher)
    alike = await import_rows.alike([row for row in read if not row.faults], actor, uow)
    planning = Planning(
        may_change=actor.may(STUDENTS, Action.UPDATE),
        may_papers=actor.may(PRIVATE, Action.UPDATE),
        opened=lambda sealed: msgspec.json.decode(cipher.decrypt(sealed), type=Documents),
        keys_of=lambda documents: named_paper_keys(documents, cipher),
    )
    return await asyncio.to_thread(plan, read, alike, planning)


def _read(rows: Sequence[PlannedRow], columns: Sequence[str | None], today: date, cipher: Cipher) -> list[Row]:
    read = read_rows(((row.number, row.cells) for row in rows), columns, today=today)
    for row in read:
        row.keys = named_paper_keys(row.papers, cipher) if row.papers else {}
    return read


def plan(rows: Sequence[Row], alike: Mapping[int, Sequence[Known]], planning: Planning) -> list[PlannedRow]:
    """What becomes of each row: somebody new, a change of somebody known, nothing new, or a refusal with its reason."""
    earlier: dict[object, Row] = {}
    taken: dict[int, int] = {}
    planned = []
    for row in rows:
        decided = _decide(row, alike.get(row.number, ()), earlier, taken, planning)
        # a row that is refused takes nobody's place
        if decided.verb != Verb.REFUSE:
            earlier |= {sign: row for sign in _signs(row) if sign not in earlier}
            if decided.student_id is not None:
                taken[decided.student_id] = row.number
        planned.append(decided)
    return planned


def _decide(
    row: Row, alike: Sequence[Known], earlier: Mapping[object, Row], taken: Mapping[int, int], planning: Planning
) -> PlannedRow:
    bare = PlannedRow(row.number, Verb.REFUSE, row.cells, name=row.said, faults=row.faults)
    if row.faults:
        return bare
    if (twin := _twin(row, earlier)) is not None:
        return bare.refused("imports.twin", row=twin)
    same = [known for known in alike if is_same(row, known, planning)]
    if not same:
        return _new(row, alike)
    known = same[0]
    if len(same) > 1 or not known.seen:
        return bare.refused("imports.several" if len(same) > 1 else "imports.elsewhere")
    if known.id in taken:
        return bare.refused("imports.twin", row=taken[known.id])
    return _known(row, known, planning, bare)


def _new(row: Row, alike: Sequence[Known]) -> PlannedRow:
    if any(_shares_a_paper(row, known) for known in alike):
        return PlannedRow(row.number, Verb.REFUSE, row.cells, name=row.said).refused("imports.paper_of_another")
    likenesses = [
        Fault("", "imports.alike", {"name": full_name(known.last_name, known.first_name, known.middle_name)})
        if known.seen
        else Fault("", "imports.alike_elsewhere")
        for known in alike[:3]
    ]
    return PlannedRow(
        row.number,
        Verb.ADD,
        row.cells,
        name=row.said,
        notes=row.notes + likenesses,
        fields=_plain(row.fields),
        papers=row.papers,
        keys=list(row.keys.values()),
    )


def _known(row: Row, known: Known, planning: Planning, bare: PlannedRow) -> PlannedRow:
    fields = {column: value for column, value in row.fields.items() if _differs(column, value, known)}
    changes = {SHOWN[column]: (_said(getattr(known, column)), _said(value)) for column, value in fields.items()}
    merged = keys = None
    new_papers = [paper for paper, key in row.keys.items() if key not in known.paper_keys]
    if new_papers and row.papers is not None:
        if not planning.may_papers:
            return bare.refused("imports.papers_right")
        present = planning.opened(known.papers) if known.papers is not None else NO_PAPERS
        merged = _merged(present, row.papers)
        keys = list(planning.keys_of(merged).values())
        changes |= {paper: (_masked(paper, present), _masked(paper, merged)) for paper in new_papers}
    if changes and not planning.may_change:
        return bare.refused("imports.change_right")
    return PlannedRow(
        row.number,
        Verb.CHANGE if changes else Verb.SAME,
        row.cells,
        name=row.said,
        notes=row.notes if changes else [],
        student_id=known.id,
        version=known.version if changes else None,
        fields=_plain(fields),
        papers=merged,
        keys=keys or [],
        changes=changes,
    )


def is_same(row: Row, known: Known, planning: Planning) -> bool:
    """By a paper with the name or the birth date; or by phone or birth date with the name.

    Who has another personal number is somebody else; a paper alone may be mistyped, and is nobody's proof.
    """
    if _shares_a_paper(row, known):
        alike = row.name == known.name or known.birth_date in (None, row.born)
        return alike and not _other_number(row, known, planning)
    if row.name != known.name or _other(row.fields["middle_name"], known.middle_name):
        return False
    by_phone = row.phone is not None and row.phone == known.phone
    by_day = row.born is not None and row.born == known.birth_date
    other_day = None not in (row.born, known.birth_date) and row.born != known.birth_date
    return (by_phone or by_day) and not other_day and not _other_number(row, known, planning)


def _shares_a_paper(row: Row, known: Known) -> bool:
    return not known.paper_keys.isdisjoint(row.keys.values())


def _other_number(row: Row, known: Known, planning: Planning) -> bool:
    number = row.papers.personal_id if row.papers else ""
    if not number or known.papers is None or row.keys.get("personalId") in known.paper_keys:
        return False
    return planning.opened(known.papers).personal_id not in ("", number)


def _other(one: str, other: str) -> bool:
    """Both are said, and they are not one name in two spellings."""
    return bool(one and other) and name_words(one) != name_words(other)


def _twin(row: Row, earlier: Mapping[object, Row]) -> int | None:
    """The row of the same spreadsheet that has this person already."""
    for sign in _signs(row):
        other = earlier.get(sign)
        if other is None:
            continue
        numbers = (other.keys.get("personalId"), row.keys.get("personalId"))
        if isinstance(sign, str) or None in numbers or numbers[0] == numbers[1]:
            return other.number
    return None


def _signs(row: Row) -> Iterable[object]:
    """By what two rows are one person's: a paper, or the name with phone or birth date."""
    yield from row.keys.values()
    middle = name_words(row.fields["middle_name"])
    if row.phone:
        yield ("phone", row.phone, row.name, row.born)
    if row.born:
        yield ("born", row.born, row.name, middle)


def _differs(column: str, value: Any, known: Known) -> bool:
    """Whether the row says something new: an empty cell says nothing, and another spelling of a name is that name."""
    if value in (None, ""):
        return False
    present = getattr(known, column)
    if column in NAMES and isinstance(value, str):
        return fold(value) != fold(present or "")
    return bool(value != present)


def _merged(present: Documents, said: Documents) -> Documents:
    values = {name: getattr(said, name) or getattr(present, name) for name in Documents.__struct_fields__}
    return Documents(**values)


_MASKS: dict[str, Callable[[Documents], str]] = {
    "personalId": lambda of: papers.mask_personal_id(of.personal_id),
    "passport": lambda of: papers.mask_passport(of.passport_series, of.passport_number),
    "birthCertificate": lambda of: papers.mask_birth_certificate(of.birth_certificate),
}


def _masked(paper: str, documents: Documents) -> str | None:
    return _MASKS[paper](documents) or None


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    """As JSON keeps them."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in fields.items()}


def _said(value: object) -> str | None:
    return None if value in (None, "") else str(value)
