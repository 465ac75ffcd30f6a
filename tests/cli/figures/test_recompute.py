"""`markaz recompute` shows a period, and commits what it has shown (D-93)."""

import asyncio
import json
from pathlib import Path

from click.testing import CliRunner, Result

from entrypoints.cli.figures.recompute import recompute
from tests.cli.test_security_checks import GOOD
from tests.http.attendance.scenario import ATTENDED, DAY, AttendanceScenario
from tests.http.gamification.earning import balance, seed
from tests.support.console import a_console


async def run_recompute(url: str, home: Path, *words: str) -> Result:
    """The result of the command for the day of the lesson."""
    variables = {"CONSOLE_HOME": str(home), "CONSOLE_DATABASE_URL": url, **GOOD}
    days = ["--from", DAY.isoformat(), "--to", DAY.isoformat()]
    return await asyncio.to_thread(CliRunner().invoke, recompute, [*days, *words], env=variables)


async def test_a_period_is_shown_and_then_committed(database_url: str, tmp_path: Path) -> None:
    """The attendance of a lesson that ended before the first start with gamification."""
    async with a_console(database_url, tmp_path / "console") as console:
        stage = await AttendanceScenario.of(console, size=1)
        (student,) = stage.students
        await (await stage.teacher()).save({student: ATTENDED})
        stage.at("18:00")
        await seed(console)
        printed = await run_recompute(database_url, tmp_path / "home")
        assert printed.exit_code == 0, printed.output
        assert "1 awards of 1 students differ: +20 XP, +2 silver" in printed.output
        assert "nothing was written" in printed.output
        assert await balance(console, student.id) == (0, 0)
        done = await run_recompute(database_url, tmp_path / "home", "--commit", "--json")
        assert json.loads(done.output)["recomputation"]["state"] == "done"
        assert await balance(console, student.id) == (20, 2)
        again = await run_recompute(database_url, tmp_path / "home", "--commit")
        assert "nothing to write" in again.output
