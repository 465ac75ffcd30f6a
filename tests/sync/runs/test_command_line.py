"""``markaz sync`` shows, approves and reverts runs as the screens do."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from contracts.sync.school_records import Feed
from tests.cli.test_commands import markaz
from tests.sync.centre import Centre
from tests.sync.school_records import a_school, student


async def output(centre: Centre, home: Path, *words: str, code: int = 0) -> Any:
    """The output of the command, decoded if JSON was requested."""
    done = await asyncio.to_thread(markaz, home, "sync", *words, CONSOLE_DATABASE_URL=centre.url)
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout) if "--json" in words else done.stdout + done.stderr


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home directory of the console."""
    return tmp_path / "home"


async def test_a_stopped_run_is_shown_approved_and_reverted(centre: Centre, home: Path) -> None:
    """The person is named (D-49); markaz sync approve, changes, revert (issue 3)."""
    await centre.a_person("nodira")
    await centre.sql.execute("""update roles set permissions = '{"users:students": ["read", "update"]}'""")
    school = a_school(30)
    await centre.synchronise(school)
    for number in range(1, 7):
        school.remove(Feed.STUDENTS, f"s{number}")
    school.put(Feed.STUDENTS, student("s7", first_name="Nigora"))
    stopped = str((await centre.synchronise(school))["id"])

    shown = await output(centre, home, "show", stopped)
    assert "students: 6 removed; up to 5 need no approval" in shown
    assert "saved before the stop: 0 new, 1 changed, 0 ended" in shown
    assert f"markaz sync revert {stopped} --by LOGIN" in shown
    assert "students: 6 would change, and 6 group memberships end with them" in shown
    assert "s1  Karimova s1 Shahzoda  removed" in shown
    assert f"markaz sync approve {stopped} --by LOGIN" in shown
    refused = await output(centre, home, "approve", stopped, "--by", "nobody", code=1)
    assert "Not found" in refused
    run = await output(centre, home, "approve", stopped, "--by", "nodira", "--comment", "seen", "--no-wait", "--json")
    await centre.perform(run["id"], school)
    done = await output(centre, home, "show", str(run["id"]), "--json")
    assert (done["status"], done["approves"], done["allowedBy"]["name"]) == ("done", int(stopped), "nodira")

    shown_changes = await output(centre, home, "changes", stopped)
    assert "updated student s7  Karimova s7 Nigora\n    First name: Shahzoda -> Nigora" in shown_changes
    gone = await output(centre, home, "changes", str(run["id"]), "--entity", "student", "--json")
    assert gone["total"] == 6
    reverting = await output(centre, home, "revert", str(run["id"]), "--by", "nodira", "--no-wait", "--json")
    await centre.run_revert(reverting["id"])
    assert await centre.value("select count(*) from students where school_deleted_at is null") == 30
    again = await output(centre, home, "revert", "1", "--by", "nodira", code=1)
    assert "first full synchronisation" in again
