"""`markaz audit give`: a private file with all data about a student (ASVS-54)."""

import asyncio
import json
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
from click.testing import CliRunner, Result

from adapters.postgres.core.engine import asyncpg_arguments
from entrypoints.cli.audit import audit
from entrypoints.embedded.errors import OperatorError
from tests.cli.test_security_checks import GOOD

PRIVATE = 0o600


@pytest.fixture
async def sql(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    """The database with one student."""
    connection = await asyncpg.connect(**asyncpg_arguments(database_url))
    await connection.execute("insert into students (id, first_name, full_name) values (7, 'Shahzoda', 'Shahzoda')")
    yield connection
    await connection.close()


async def export_data(url: str, home: Path, *words: str) -> Result:
    """The result of the command."""
    variables = {"CONSOLE_HOME": str(home), "CONSOLE_DATABASE_URL": url, **GOOD}
    command = ["give", *words, "--reason", "his letter of May"]
    return await asyncio.to_thread(CliRunner().invoke, audit, command, env=variables)


async def test_only_the_owner_can_read_the_file(sql: asyncpg.Connection, database_url: str, tmp_path: Path) -> None:
    """Mode 0600, complete; --json reports the rows per table (ASVS-54)."""
    out = tmp_path / "student.json"
    done = await export_data(database_url, tmp_path / "home", "7", "--out", str(out), "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.output) == {"student": 7, "file": str(out), "rows": {"students": 1, "audits": 0}}
    assert stat.S_IMODE(out.stat().st_mode) == PRIVATE
    given = json.loads(out.read_text(encoding="utf-8"))
    assert (given["studentId"], given["tables"]["students"][0]["first_name"]) == (7, "Shahzoda")
    assert given["leftOut"]["subject_keys"]
    assert await sql.fetchval("select verb || ' ' || actor_name from audits") == "people.data_given command line"


async def test_an_existing_file_is_not_overwritten(sql: asyncpg.Connection, database_url: str, tmp_path: Path) -> None:
    """It stays unchanged, and nothing is exported (ASVS-54)."""
    out = tmp_path / "student.json"
    out.write_text("mine", encoding="utf-8")
    done = await export_data(database_url, tmp_path / "home", "7", "--out", str(out))
    assert isinstance(done.exception, OperatorError)
    assert "is there already" in str(done.exception)
    assert out.read_text(encoding="utf-8") == "mine"
    assert await sql.fetchval("select count(*) from audits") == 0


async def test_an_unknown_student_leaves_no_file(sql: asyncpg.Connection, database_url: str, tmp_path: Path) -> None:
    """An unknown id or an unwritable place is reported; no file is left (ASVS-54)."""
    out = tmp_path / "student.json"
    unknown = await export_data(database_url, tmp_path / "home", "4000000", "--out", str(out))
    assert isinstance(unknown.exception, OperatorError)
    assert not out.exists()
    nowhere = await export_data(database_url, tmp_path / "home", "7", "--out", str(tmp_path / "no" / "student.json"))
    assert "can't be written" in str(nowhere.exception)
    assert await sql.fetchval("select count(*) from audits") == 0
