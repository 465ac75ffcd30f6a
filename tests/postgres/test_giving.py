"""The export of a student's data is complete, without others' data or secrets.

ASVS-54.
"""

import base64
import contextlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest
from sqlalchemy import Table
from sqlalchemy.dialects import postgresql

from adapters.postgres.core.engine import asyncpg_arguments, encode_json
from adapters.postgres.core.tables import metadata
from adapters.postgres.people.foreign_key_graph import graph_of
from adapters.postgres.people.personal_data import INSIDE, LEFT_OUT
from application.actor import Actor, system
from application.people.privacy.erase import erase_history
from application.people.privacy.personal_data_export import export_student_data
from domain.shared.errors import Forbidden, NotFound, ValidationError
from tests.support.builders import a_branch, a_student, a_user_with
from tests.support.console import Console, a_console, data
from tests.support.pictures import a_photo

HE, ANOTHER = 7_000_001, 8_000_002
SECRET = "5ec4e7" * 11
SECRET_NAMES = ("hash", "digest", "key", "token", "secret", "sealed", "public_id")
# columns that can hold any value and hold no student's id
NOBODY_IN_IT = {
    "roles": "rights by name",
    "preferences": "how a member of staff likes his lists",
    "control_actions": "names of statuses by language",
    "student_counts": "how many there are of each kind, by branches",
    "sync_runs": "counts of a run",
    "integrations": "how an outside system is reached",
    "saved_views": "filters of lists: branches, groups, statuses",
    "imports": "columns of a spreadsheet, and counts; its rows are import_rows",
    "bulk_acts": "a reason or a group; whom it was for is in bulk_batches",
    "audit_seals": "ids of records",
    "schedules": "days of the week",
    "courses": "no person",
    "homework_recounts": "counters of teachers and groups",
    "action_levels": "amounts by achievement",
    "recomputations": "counts of a plan; whom it is about is in recomputation_rows",
}
WORDS = {("bulk_acts", "kind"): "block", ("sync_parked", "feed"): "students", ("installations", "id"): 1}


@pytest.fixture
async def console(own_database_url: str, tmp_path: Path) -> AsyncIterator[Console]:
    async with a_console(own_database_url, tmp_path) as console:
        yield console


@pytest.fixture
async def forger(own_database_url: str) -> AsyncIterator[Any]:
    """The database's superuser, past triggers, foreign keys and checks."""
    connection = await asyncpg.connect(**asyncpg_arguments(own_database_url) | {"user": "postgres"})
    await connection.set_type_codec("jsonb", encoder=encode_json, decoder=msgspec.json.decode, schema="pg_catalog")
    await connection.execute("set session_replication_role = replica")
    # made-up values need not make sense together
    for table, name in await connection.fetch(CHECKS):
        await connection.execute(f'alter table {table} drop constraint "{name}"')
    yield connection
    await connection.close()


CHECKS = """
select conrelid::regclass::text as table, conname as name from pg_constraint
where contype = 'c' and connamespace = 'public'::regnamespace and conislocal and coninhcount = 0
"""


async def given(console: Console, student_id: int, actor: Actor | None = None, reason: str = "his letter") -> Any:
    """The document as written."""
    container = console.container
    found = await export_student_data(
        student_id,
        reason,
        actor=actor or system(name="command line"),
        uow=container.uow(),
        reader=container.personal_data_reader(),
        audits=container.audit_log(),
        clock=container.clock(),
    )
    return msgspec.json.decode(msgspec.json.encode(found))


def _about(table: Table, name: str, number: int, console: Console) -> Any:
    """The value of a column in a row about the student; None: it may stay empty.

    A column that names many names the other student too.
    """
    column, container = table.c[name], console.container
    json = {
        "late_sheets": [{"studentId": number, "mark": 2}, {"studentId": ANOTHER, "mark": 1}],
        "bulk_batches": [{"id": number, "outcome": "done"}, {"id": ANOTHER, "outcome": "done"}],
        "audits": {"marks": {str(ANOTHER): {"status": 2}} | {str(number): {"status": 1}}},
        "sync_changes": {"last_name": f"word-{number}", "papers_digest": SECRET},
    }
    opened = {
        ("students", "papers"): container.paper_cipher(),
        ("sync_parked", "record"): container.paper_cipher(),
        ("import_rows", "cells"): container.cell_cipher(),
    }
    if (table.name, name) in opened:
        sealed: bytes = opened[table.name, name].encrypt(encode_json({"opened": f"{table.name}-{number}"}).encode())
        return sealed
    if (table.name, name) in WORDS:
        return WORDS[table.name, name]
    if column.foreign_keys:
        return None if table.name == "students" and name == "merged_into_id" else number
    if name in ("entity", "entity_id"):
        entity = "lesson" if table.name == "audits" else "student"
        return entity if name == "entity" else number
    if name == "student_ids":
        return [number, ANOTHER]
    if _kind(column) == "JSONB" and table.name in json:
        return json[table.name]
    return _any(column, number)


def _any(column: Any, number: int) -> Any:
    kind, secret = _kind(column), any(word in column.name for word in SECRET_NAMES)
    if kind == "BYTEA" or (secret and kind in ("TEXT", "TEXT[]")):
        return {"BYTEA": SECRET.encode(), "TEXT": SECRET, "TEXT[]": [SECRET]}[kind]
    if column.name in ("id", "h_id", "student_id"):
        return str(number) if kind == "TEXT" else number
    if column.nullable or column.server_default is not None:
        return None
    now = datetime(2026, 1, 1, tzinfo=UTC)
    values = {"TEXT": f"word-{number}", "BIGINT": number, "INTEGER": 1, "SMALLINT": 1, "BOOLEAN": False, "JSONB": {}}
    values |= {"DATE": now.date(), "TIME": time(9), "TIMESTAMP": now, "BIGINT[]": [number], "SMALLINT[]": [1]}
    return values[kind]


def _kind(column: Any) -> str:
    """The column's type as PostgreSQL names it, without zone and collation."""
    return str(column.type.compile(dialect=postgresql.dialect())).partition(" ")[0]


async def _fill(forger: Any, number: int, console: Console) -> None:
    """A row about this student in every table, derived from the table definitions."""
    for table in metadata.tables.values():
        row = {column.name: _about(table, column.name, number, console) for column in table.columns}
        row = {name: value for name, value in row.items() if value is not None}
        names, places = ", ".join(f'"{name}"' for name in row), ", ".join(f"${n + 1}" for n in range(len(row)))
        # of some there can be one at a time; the order of others is unique by a constraint that is deferred
        with contextlib.suppress(asyncpg.UniqueViolationError, asyncpg.ExclusionViolationError):
            await forger.execute(f"insert into {table.name} ({names}) values ({places})", *row.values())


def _can_hold_an_id() -> set[str]:
    """Tables whose rows refer to a student, also indirectly, or hold any value."""
    found = {"students"}
    while more := {
        name
        for name, table in metadata.tables.items()
        if {key.column.table.name for key in table.foreign_keys} & found and name not in found
    }:
        found |= more
    for name, table in metadata.tables.items():
        named = any("student" in column.name or column.name == "entity_id" for column in table.columns)
        if named or any(_kind(column) in ("JSONB", "BIGINT[]") for column in table.columns):
            found.add(name)
    return found


async def test_every_table_that_can_hold_a_students_id_is_exported(console: Console, forger: Any) -> None:
    """A new table that is neither exported nor excepted is named here (ASVS-54)."""
    await _fill(forger, HE, console)
    tables = (await given(console, HE))["tables"]
    assert _can_hold_an_id() - set(tables) - set(LEFT_OUT) - set(NOBODY_IN_IT) == set()


async def test_every_exception_is_still_needed(console: Console) -> None:
    """An exception for a missing or exported table would hide the next one."""
    names = set(metadata.tables)
    assert (set(LEFT_OUT) | set(INSIDE) | set(NOBODY_IN_IT)) - names == set()
    statements = console.container.personal_data_reader().statements(await graph_of(console.sql))
    assert set(statements) & (set(LEFT_OUT) | set(NOBODY_IN_IT)) == set()


async def test_the_export_has_no_secrets_and_nobody_else(console: Console, forger: Any) -> None:
    """Passwords, tokens, keys and digests hold a canary (ASVS-54).

    Another student is in every table beside the exported one.
    """
    await _fill(forger, HE, console)
    await _fill(forger, ANOTHER, console)
    document = await given(console, HE)
    text = msgspec.json.encode(document).decode()
    assert SECRET not in text
    assert base64.b64encode(SECRET.encode()).decode()[:60] not in text
    assert str(ANOTHER) not in text
    assert document["tables"]["late_sheets"][0]["entry"] == {"studentId": HE, "mark": 2}
    assert document["tables"]["audits"][0]["after"] == {"status": 1}


async def test_encrypted_data_is_exported_decrypted(console: Console, forger: Any) -> None:
    """Documents, spreadsheet rows, deferred school records (D-19, D-58, ASVS-54)."""
    await _fill(forger, HE, console)
    tables = (await given(console, HE))["tables"]
    assert tables["students"][0]["papers"] == {"opened": f"students-{HE}"}
    assert tables["import_rows"][0]["row"] == {"opened": f"import_rows-{HE}"}
    assert tables["sync_parked"][0]["record"] == {"opened": f"sync_parked-{HE}"}


async def test_a_future_table_is_found_by_its_foreign_key(console: Console, forger: Any) -> None:
    """Rows that refer to a row of the student are exported, others' are not.

    ASVS-54: by the database's own foreign keys.
    """
    await forger.execute("insert into students (id, full_name) values ($1, 'U'), ($2, 'Boshqa')", HE, ANOTHER)
    await forger.execute(
        """create table keepsakes (id bigint primary key, owner bigint references students, word text, lock_key text);
        create table pages (keepsake_id bigint references keepsakes, line text);
        create table notes (entity text, entity_id bigint, line text);
        grant select on keepsakes, pages, notes to public"""
    )
    await forger.execute(f"insert into keepsakes values (1, {HE}, 'his', 'x'), (2, {ANOTHER}, 'not his', 'x')")
    await forger.execute("insert into pages values (1, 'his'), (2, 'not his')")
    await forger.execute("insert into notes values ('keepsake', 1, 'his'), ('keepsake', 2, 'not his')")
    tables = (await given(console, HE))["tables"]
    assert tables["keepsakes"] == [{"id": 1, "owner": HE, "word": "his"}]
    assert tables["pages"] == [{"keepsake_id": 1, "line": "his"}]
    assert tables["notes"] == [{"entity": "keepsake", "entity_id": 1, "line": "his"}]


async def test_rows_of_a_merged_student_are_exported(console: Console, forger: Any) -> None:
    """The rows of a student whom the school merged into this one belong here.

    D-18.
    """
    await _fill(forger, HE, console)
    await forger.execute("insert into students (id, full_name, merged_into_id) values ($1, 'U', $2)", ANOTHER, HE)
    assert [row["id"] for row in (await given(console, HE))["tables"]["students"]] == [HE, ANOTHER]


async def test_the_export_needs_the_erasure_right_and_is_recorded(console: Console) -> None:
    """Nobody else; for a reason; an unknown student is not found (ASVS-54, D-15).

    The record holds the caller and the reason.
    """
    here, there = a_branch(), a_branch()
    student = a_student().in_branch(there)
    await console.store(here, student)
    assert student.id is not None
    clerk = Actor(id=1, name="", all_offices=True, grants={"users:students": ("read",)})
    with pytest.raises(Forbidden):
        await given(console, student.id, clerk)
    with pytest.raises(NotFound):
        await given(console, student.id, Actor(id=1, name="", superadmin=True, office_ids=(int(here.id or 0),)))
    with pytest.raises(NotFound):
        await given(console, 4_000_000)
    with pytest.raises(ValidationError):
        await given(console, student.id, reason=" ")
    records = "select verb, actor_name, after::text from audits"
    assert await console.sql.fetch(records) == []
    await given(console, student.id)
    (record,) = await console.sql.fetch(records)
    assert tuple(record) == ("people.data_given", "command line", '{"reason": "his letter"}')


async def test_a_student_of_the_console_gets_documents_photo_and_history(console: Console) -> None:
    """As created through the console, with the log's records in words.

    ASVS-54, D-58.
    """
    branch = a_branch("Chilonzor")
    student = a_student().named("Shaxzoda", "Karimova").in_branch(branch)
    student.with_documents(passport_series="AA", passport_number="1234567").with_phone("+998901234567")
    await console.store(student)
    assert student.id is not None
    clerk = await console.sign_in(a_user_with({"users:students": ["read", "update"]}).of(branch))
    headers = {"X-File-Name": "a.jpg", "Content-Type": "application/octet-stream"}
    params = {"studentId": student.id}
    data(await clerk.request("POST", "/upload/student-photo", content=a_photo(), headers=headers, params=params))
    version = (await clerk.data(f"/students/{student.id}"))["student"]["version"]
    body = {"version": version, "firstName": "Shahzoda", "lastName": "Karimova", "phoneNumber": "+998907654321"}
    data(await clerk.put(f"/students/{student.id}/update-profile", body))
    document = await given(console, student.id)
    (row,) = document["tables"]["students"]
    assert (row["papers"]["passport_number"], row["first_name"], row["status"]["name"]) == (
        "1234567",
        "Shahzoda",
        "Active",
    )
    assert document["tables"]["student_offices"][0]["office"]["name"] == "Chilonzor"
    (photo,) = document["tables"]["files"]
    assert base64.b64decode(photo["content"])[:2] == b"\xff\xd8"
    changed = next(one for one in document["audits"] if one["verb"] == "people.student_changed")
    fields = {change["field"]: (change["before"], change["after"]) for change in changed["changes"]}
    assert fields["phone"] == ("+998 90 123-45-67", "+998 90 765-43-21")


async def test_erased_data_is_not_exported(console: Console) -> None:
    """The log and the runs have no personal data left to export (D-15, ASVS-54).

    That data was erased, and by whom, is reported. The record itself stays as long as the school has the student.
    """
    branch = a_branch()
    student = a_student().named("Avvalgi", "Karimova").in_branch(branch).with_phone("+998901234567")
    await console.store(student)
    assert student.id is not None
    clerk = await console.sign_in(a_user_with({"users:students": ["read", "update"]}).of(branch))
    body = {"version": 1, "firstName": "Yangi", "lastName": "Karimova", "phoneNumber": "+998907654321"}
    data(await clerk.put(f"/students/{student.id}/update-profile", body))
    await console.sql.execute(
        """with r as (insert into sync_runs (type, status, parts) values ('student', 'done', '[]') returning id)
        insert into sync_changes (run_id, entity, entity_id, verb, before, after)
        select id, 'student', $1, 'updated', '{"last_name": "Burungi"}', '{"last_name": "Karimova"}' from r""",
        student.id,
    )
    past = ("Avvalgi", "123-45-67", "+998901234567", "Burungi")
    before = msgspec.json.encode(await given(console, student.id)).decode()
    assert [word for word in past if word in before] == ["Avvalgi", "123-45-67", "Burungi"]
    await erase_history(student.id, "asked by letter 17", actor=system(), uow=console.container.uow())
    document = await given(console, student.id)
    text = msgspec.json.encode(document).decode()
    assert [word for word in past if word in text] == []
    changed = next(one for one in document["audits"] if one["verb"] == "people.student_changed")
    assert changed["actorId"] == clerk.signed_in["staffInfo"]["id"]
    assert {change["before"] for change in changed["changes"]} == {"o'chirib tashlangan"}
    (run,) = document["tables"]["sync_changes"]
    assert (run["verb"], run["before"], run["after"]) == ("updated", None, None)
