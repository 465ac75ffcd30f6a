"""A check killed between any two statements leaves all or nothing (D-30)."""

import subprocess
import sys

import pytest

from tests.postgres.gamification.ledger_centre import opened, prepare

# more than a check has statements, so that the last runs are not killed
MAX_STATEMENTS = 30


def _check(url: str, group: int, student: int, score: int, dies_before: int) -> int:
    program = [sys.executable, "-m", "tests.postgres.gamification.dying"]
    arguments = [url, *map(str, (group, student, score, dies_before))]
    return subprocess.run([*program, *arguments], check=False, timeout=60).returncode


@pytest.mark.long
async def test_a_check_killed_anywhere_earns_once_when_it_is_repeated(database_url: str) -> None:
    """Ledger and event: both or neither, and after the repetition exactly once."""
    group = await prepare(database_url, MAX_STATEMENTS)
    killed = 0
    async with opened(database_url, group) as centre:
        for dies_before, student in enumerate(centre.students, start=1):
            await centre.check(student, 51, 64)
            code = _check(database_url, group, student, 97, dies_before)
            killed += code != 0
            events = "select count(*) from outbox where payload::text like '%' || $1 || '%'"
            own = f'"studentId": {student},'
            entries = await centre.sql.fetchval("select count(*) from ledger_entries where student_id = $1", student)
            assert (entries, await centre.sql.fetchval(events, own)) in ((1, 1), (3, 2))
            await centre.check(student, 51, 97)
            assert (await centre.ledger.read([student], ()))[student].balance.xp == 300
            assert await centre.sql.fetchval(events, own) == 2
            assert await centre.faults() == []
            if code == 0:
                break
    assert killed >= 5
