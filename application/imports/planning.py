"""Rows planned against who is known by now: before the commit to be shown, in it to be sure."""

import asyncio
from collections.abc import Sequence
from datetime import date

import msgspec

from application.actor import Actor
from application.imports.plan import PlannedRow, Planning, plan
from application.imports.ports import ImportRows
from application.imports.rows import Row, read_rows
from application.people.paper_keys import named_paper_keys
from application.people.reveal import GUARD as PRIVATE
from application.ports import Cipher, UnitOfWork
from contracts.school import Documents
from domain.access.permissions import Action

STUDENTS = "users:students"


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
