"""`markaz audit leavers` lists who would be anonymised before it is enabled.

WISH-20.
"""

import asyncio
import json
from pathlib import Path

import asyncpg
from click.testing import CliRunner, Result

from adapters.postgres.core.engine import asyncpg_arguments
from entrypoints.cli.audit import audit
from entrypoints.embedded.errors import OperatorError
from tests.cli.test_security_checks import GOOD


async def run_leavers(url: str, home: Path, *words: str, **more: str) -> Result:
    """The result of the command."""
    variables = {"CONSOLE_HOME": str(home), "CONSOLE_DATABASE_URL": url, **GOOD, **more}
    return await asyncio.to_thread(CliRunner().invoke, audit, ["leavers", *words], env=variables)


async def test_candidates_are_listed_and_nothing_is_changed(database_url: str, tmp_path: Path) -> None:
    """Students who left long ago are listed unless blocked; recent ones are not."""
    connection = await asyncpg.connect(**asyncpg_arguments(database_url))
    people = [(7, "2015-06-01", 1), (8, "2016-06-01", 2), (9, "2026-06-01", 1)]
    for id, gone, status in people:
        await connection.execute(
            "insert into students (id, first_name, created_at, school_deleted_at, system_status)"
            " values ($1, 'Ali', '2014-01-01', $2::text::timestamptz, $3)",
            *(id, gone, status),
        )
    done = await run_leavers(database_url, tmp_path / "home", "--years", "5", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.output) == {
        "years": 5,
        "go": 1,
        "stay": 1,
        "students": [
            {"id": 7, "left_on": "2015-06-01", "open": []},
            {"id": 8, "left_on": "2016-06-01", "open": ["blocked"]},
        ],
    }
    printed = await run_leavers(database_url, tmp_path / "home", CONSOLE_ANONYMISE_AFTER="5")
    assert "after 5 years: 1 would be anonymised, 1 are skipped" in printed.output
    assert await connection.fetchval("select count(*) from students where first_name = 'Ali'") == 3
    assert await connection.fetchval("select count(*) from audits") == 0
    await connection.close()


async def test_disabled_retention_explains_how_to_enable_it(database_url: str, tmp_path: Path) -> None:
    """It is off by default."""
    done = await run_leavers(database_url, tmp_path / "home")
    assert isinstance(done.exception, OperatorError)
    assert "--years" in str(done.exception)
