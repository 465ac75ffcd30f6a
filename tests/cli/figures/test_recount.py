"""`markaz recount` counts homework anew and shows what it corrected (D-106)."""

import asyncio
import json
from pathlib import Path

from click.testing import CliRunner, Result

from entrypoints.cli.figures.recount import recount
from tests.cli.test_security_checks import GOOD
from tests.http.gamification.earning import seed
from tests.http.homework.statistics.term import Term, give, hand_in
from tests.support.console import a_console


async def _run(url: str, home: Path, *words: str) -> Result:
    variables = {"CONSOLE_HOME": str(home), "CONSOLE_DATABASE_URL": url, **GOOD}
    return await asyncio.to_thread(CliRunner().invoke, recount, [*words], env=variables)


async def test_a_period_is_counted_and_corrected(database_url: str, tmp_path: Path) -> None:
    """Shows what was missing by day, group and teacher; the second time nothing."""
    async with a_console(database_url, tmp_path / "console") as console:
        await seed(console)
        term = await Term.of(console)
        await give(term, 0)
        await hand_in(term, 0, 0, 0)
        days = ("--from", "2026-11-01", "--to", "2026-12-31")
        first = await _run(database_url, tmp_path / "home", *days)
        assert (first.exit_code, first.output.strip()) == (0, "no counter differs"), first.output
        await console.sql.execute("delete from homework_counters")
        group, teacher = term.group.id, term.teachers[0].id
        printed = (await _run(database_url, tmp_path / "home", *days)).output
        assert f"2026-11-26  group {group}  teacher {teacher}  homework +1, waiting +1, uncompleted +2" in printed
        assert "1 counters differed and are corrected" in printed
        again = await _run(database_url, tmp_path / "home", *days, "--json")
        assert json.loads(again.output) == {"differences": []}
        assert (await console.sql.fetchval("select count(*) from homework_recounts where is_nightly")) == 0
        backwards = await _run(database_url, tmp_path / "home", "--from", "2026-12-01", "--to", "2026-11-01")
        assert backwards.exit_code == 1
        await term.check()
