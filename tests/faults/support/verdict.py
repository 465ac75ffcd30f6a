"""The invariants that must hold at rest after any fault."""

import asyncio
import time
from collections.abc import Collection
from typing import Any

from adapters.postgres.core.audit.chain import verify
from adapters.postgres.core.outbox import connect
from adapters.school.hh import HhSchool
from adapters.security.cipher import AesCipher
from tests.contracts.harnesses import HASTY
from tests.faults.support.centre import SECRET, TOKEN, Centre
from tests.faults.support.clients import Edits, Load
from tests.faults.support.moving import EVENT, VERB
from tests.sync.centre import a_centre as a_centre_without_processes
from tests.sync.records.test_equivalence import snapshot

OPEN = """
select (select count(*) from jobs where state in ('waiting', 'running')) as jobs,
       (select count(*) from outbox where published_at is null) as outbox,
       (select count(*) from audit_pending) as unsealed,
       (select count(*) from sync_runs where status in ('waiting', 'running')) as runs
"""
KEYS = "select payload ->> 'key', state, tries, last_error from jobs where payload ->> 'tag' = $1"
EFFECTS = "select key from fault_moves where key like $1 || '-%'"
AUDITED = "select params ->> 'key' from audits where verb = $2 and params ->> 'key' like $1 || '-%'"
SENT = "select payload ->> 'key' from outbox where topic = $2 and payload ->> 'key' like $1 || '-%'"
BALANCE = """
select (select sum(balance) from fault_accounts where id > 0),
       (select coalesce(sum((j.payload ->> 'amount')::int), 0) from jobs j
        join fault_moves m on m.key = j.payload ->> 'key' where j.payload ->> 'account' <> '0')
"""


async def wait_for_rest(centre: Centre, seconds: float = 90) -> float:
    """Waits until nothing is in progress; returns the seconds."""
    began = time.monotonic()
    async with centre.sql() as connection:
        while True:
            still = dict(await connection.fetchrow(OPEN))
            if not any(still.values()):
                return time.monotonic() - began
            assert time.monotonic() - began < seconds, f"still under way after {seconds} s: {still}"
            await asyncio.sleep(0.1)


async def check_jobs(centre: Centre, load: Load) -> dict[str, Any]:
    """Acknowledged jobs exist and are done, failed ones do not exist.

    Each had its effect, its record and its event once.
    """
    kept = {key: (state, tries, error) for key, state, tries, error in await centre.rows(KEYS, load.tag)}
    promises = load.promises
    assert promises.acked <= set(kept), f"acknowledged and lost: {promises.acked - set(kept)}"
    assert not promises.failed & set(kept), "there although it failed"
    assert set(kept) <= promises.acked | promises.unknown, "nobody asked for it"
    undone = {key: how for key, how in kept.items() if how[0] != "done"}
    assert not undone, f"not done: {undone}"
    effects = await _column(centre, EFFECTS, load.tag)
    audited = await _column(centre, AUDITED, load.tag, VERB)
    sent = await _column(centre, SENT, load.tag, EVENT)
    assert sorted(effects) == sorted(kept), "an effect for each job"
    assert sorted(audited) == sorted(kept), "one audit record for each effect"
    assert sorted(sent) == sorted(kept), "one event for each effect"
    tries = sum(how[1] for how in kept.values())
    return {
        "jobs": len(kept),
        "acked": len(promises.acked),
        "unknown": len(promises.unknown),
        "failed": len(promises.failed),
        "effects": len(effects),
        "taken_up_again": tries - len(kept),
    }


async def check_edits(centre: Centre, loads: list[Load]) -> dict[str, Any]:
    """Each student has the last acknowledged phone and one audit record per change."""
    by_student: dict[int, list[Edits]] = {}
    for load in loads:
        for editor in load.editors:
            by_student.setdefault(editor.edits.student, []).append(editor.edits)
    wrong = [word for all in by_student.values() for edits in all for word in edits.wrong]
    assert not wrong, wrong
    for student, all in by_student.items():
        phones = [edits.phone for edits in all if edits.phone]
        acked = sum(edits.acked for edits in all)
        counted = "select count(*) from audits where verb = 'people.student_changed' and entity_id = $1"
        assert await centre.value(counted, student) == acked, f"student {student}: an audit record for each change"
        if phones:
            assert await centre.value("select phone from students where id = $1", student) == phones[-1]
    edits = [one for all in by_student.values() for one in all]
    return {
        "edits_acked": sum(one.acked for one in edits),
        "edits_refused": sum(one.refused for one in edits),
        "edits_repeated": sum(one.repeated for one in edits),
    }


async def check_whole(centre: Centre) -> None:
    """The accounts sum to all jobs done; audit chain, runs and cursors are intact."""
    have, owed = (await centre.rows(BALANCE))[0]
    assert have == owed, "money was made or lost"
    connection = await connect(centre.url)
    try:
        verdict = await verify(connection)
    finally:
        await connection.close()
    assert verdict.sound, verdict
    assert verdict.pending == 0


async def check_school(centre: Centre, database_url: str, but: Collection[str] = ()) -> None:
    """The centre equals an unharmed one of the same school, ``but`` these students."""
    afresh = await _read_afresh(centre, database_url)
    for name, rows in (await snapshot(centre)).items():  # type: ignore[arg-type]
        changed = but if name == "students" else ()
        expected = [row for row in afresh[name] if row[0] not in changed]
        assert [row for row in rows if row[0] not in changed] == expected, name


async def _read_afresh(centre: Centre, database_url: str) -> dict[str, list[tuple[object, ...]]]:
    async with a_centre_without_processes(database_url) as other:
        other.cipher = AesCipher(SECRET, "papers")
        register = HhSchool(f"http://{centre.school_line.address}", TOKEN, HASTY)
        run = await other.synchronise(register)
        await register.close()
        assert run["status"] == "done"
        return await snapshot(other)


async def _column(centre: Centre, statement: str, *arguments: object) -> list[str]:
    return [row[0] for row in await centre.rows(statement, *arguments)]
