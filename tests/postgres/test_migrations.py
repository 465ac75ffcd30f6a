"""Migrations go up, down and up again to the schema that the code declares.

Architecture.
"""

from typing import Any

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from adapters.postgres.core.engine import asyncpg_arguments, create_engine
from adapters.postgres.core.migrate import MIGRATIONS, current, downgrade, head, upgrade
from adapters.postgres.core.tables import metadata
from tests.support.builders import a_class_of, a_student, a_teacher, an_admin_of
from tests.support.database_schema import schema_rows
from tests.support.storing import store


async def test_up_down_and_up_again_is_the_same(empty_database_url: str) -> None:
    """Down leaves an empty schema; each step can be reverted."""
    url = empty_database_url
    assert await current(url) is None
    await upgrade(url)
    assert await current(url) == head()
    first = await schema_rows(url)
    await downgrade(url)
    assert {row[1].partition(".")[0] for row in await schema_rows(url)} <= {"alembic_version", "alembic_version_pkc"}
    await upgrade(url)
    assert await schema_rows(url) == first
    await upgrade(url)
    assert await schema_rows(url) == first


async def test_each_step_down_and_up_is_the_same(empty_database_url: str) -> None:
    """Not only all of them at once."""
    url = empty_database_url
    scripts = _scripts()
    for revision in reversed([script.revision for script in scripts.walk_revisions()]):
        await upgrade(url, revision)
        there = await schema_rows(url)
        await downgrade(url, "-1")
        await upgrade(url, revision)
        assert await schema_rows(url) == there, revision


async def test_tables_created_at_once_equal_the_migrations(empty_database_url: str, database_url: str) -> None:
    """Every column, index and constraint is equal."""
    engine = create_engine(empty_database_url, size=1)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(metadata.create_all)
    finally:
        await engine.dispose()
    migrated = [row for row in await schema_rows(database_url) if row[0] not in ("trigger", "function")]
    ours = [row for row in migrated if not row[1].startswith("alembic_version")]
    assert await schema_rows(empty_database_url) == ours


# the schemas are compared in full above
@pytest.mark.filterwarnings("ignore:Expression #1")
async def test_the_tables_are_what_the_migrations_make(database_url: str) -> None:
    """Nothing in tables.py is missing in the database, and the reverse."""
    engine = create_engine(database_url, size=1)
    try:
        async with engine.connect() as connection:
            differences = await connection.run_sync(_compare)
    finally:
        await engine.dispose()
    assert differences == []


def _compare(connection: Any) -> list[Any]:
    options = {"compare_type": True, "compare_server_default": False}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))


def test_the_migrations_form_one_line() -> None:
    """Two heads would leave the order undefined."""
    scripts = _scripts()
    assert len(scripts.get_heads()) == 1
    assert len(scripts.get_bases()) == 1
    assert all(script.doc for script in scripts.walk_revisions())


def _scripts() -> ScriptDirectory:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


async def test_data_survives_a_step_down_and_up(empty_database_url: str) -> None:
    """The newest migration neither loses nor changes people, groups and accounts."""
    url = empty_database_url
    await upgrade(url)
    connection = await asyncpg.connect(**asyncpg_arguments(url))
    try:
        group = a_class_of(5).taught_by(a_teacher())
        await store(connection, group)
        await store(connection, an_admin_of(*([group.branch] if group.branch else [])))
        kept = ("students", "groups", "enrolments", "users", "roles", "offices", "control_actions")
        before = {name: await connection.fetch(f"select * from {name} order by id") for name in kept}
    finally:
        await connection.close()
    await downgrade(url, "-1")
    await upgrade(url)
    connection = await asyncpg.connect(**asyncpg_arguments(url))
    try:
        for name, rows in before.items():
            assert len(await connection.fetch(f"select * from {name} order by id")) == len(rows), name
    finally:
        await connection.close()


async def test_stored_patronymics_are_found_in_both_spellings(empty_database_url: str) -> None:
    """Also of people whose names were stored before the search knew both."""
    url = empty_database_url
    await upgrade(url)
    connection = await asyncpg.connect(**asyncpg_arguments(url))
    try:
        uzbek = a_student().named("Ali", "Karimov", "Vali o'g'li")
        russian = a_student().named("Лола", "Каримова", "Вали кизи")
        await store(connection, uzbek, russian)
        await downgrade(url, "0023")
        before = "update students set search = ts_delete(search, array['ugli', 'qizi'])"
        await connection.execute(before)
        await upgrade(url)
        for words, found in (("ugli:*C", uzbek.id), ("qizi:*C", russian.id)):
            assert await connection.fetchval("select id from students where search @@ $1::tsquery", words) == found
            word = words.partition(":")[0]
            assert await connection.fetchval("select student_id from student_words where word = $1", word) == found
    finally:
        await connection.close()


@pytest.mark.parametrize("table", ["audits", "audit_seals"])
async def test_the_audit_log_only_grows(database_url: str, table: str) -> None:
    """The console's database role can neither change nor delete a record.

    D-15, ASVS-56.
    """
    connection = await asyncpg.connect(**asyncpg_arguments(database_url))
    try:
        for statement in (f"delete from {table}", f"update {table} set digest = 'x'", f"truncate {table} cascade"):
            with pytest.raises(asyncpg.PostgresError, match="only grows"):
                await connection.execute(statement)
    finally:
        await connection.close()
