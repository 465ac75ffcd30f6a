"""A restored copy sends nothing outside until it goes live (D-159)."""

import asyncio
import json
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from click.testing import CliRunner

from application.actor import system
from application.attendance.ports.pushes import SchoolAttendance
from application.jobs.lifecycle import JobQueue
from application.jobs.run import run_job
from application.messaging.ports import SmsSenders
from application.ports import NotLive
from contracts.job_kinds import OUTWARD_KINDS
from domain.jobs.job import DROPPED
from entrypoints.cli.backup.backup import backup
from entrypoints.cli.backup.restore import restore
from entrypoints.cli.go_live import go_live
from entrypoints.installation import identify, place
from entrypoints.simulators.sms import Provider, serve
from entrypoints.worker.handlers import JOBS, job_handlers
from entrypoints.worker.scheduler import send_and_poll_sms
from tests.support.builders import Student, a_branch, a_student, a_superadmin, a_user_with
from tests.support.console import SECRET_KEY, Console, Visitor, a_console, data

KINDS = list(OUTWARD_KINDS)
INTEGRATIONS = {"settings:integrations": ["read", "update"]}


async def _command(command: Any, *words: str, url: str, home: Path) -> Any:
    variables = {"CONSOLE_HOME": str(home), "CONSOLE_DATABASE_URL": url, "CONSOLE_SECRET_KEY": SECRET_KEY}
    result = await asyncio.to_thread(CliRunner().invoke, command, [*words], env=variables)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


async def _work(console: Console) -> None:
    """Runs every waiting job once, as the worker does, and the scheduler's round."""
    c = console.container
    store = c.jobs()
    queue = JobQueue(c.uow, store.clock)
    for row in await console.sql.fetch("select id from jobs where state = 'waiting' order by id"):
        assert await run_job(row["id"], handlers=job_handlers(c), actor=system(), queue=queue, store=store)
    await send_and_poll_sms(c)


async def _jobs(console: Console) -> list[tuple[str, str, int]]:
    rows = await console.sql.fetch("select kind, state, tries from jobs where kind = any ($1) order by id", KINDS)
    return [tuple(row) for row in rows]


async def _connect(chief: Visitor, url: str) -> None:
    values = {"email": Provider.email, "password": Provider.password, "from": "4546", "url": url, "centre": "Ziyo"}
    data(await chief.put("/integrations", {"kind": "sms", "adapter": "eskiz", "values": values, "version": 0}))


async def _send(console: Console, student: Student) -> None:
    """A message that waits, and its job."""
    message = await console.sql.fetchval(
        "insert into sms_messages (student_id, phone, text, parts) values ($1, '+998901234567', 'Salom', 1) "
        "returning id",
        student.id,
    )
    await console.sql.execute(
        "insert into jobs (kind, payload) values ('sms.send', jsonb_build_object('messageId', $1::bigint))", message
    )


@asynccontextmanager
async def _restored(url: str, other_url: str, directory: Path, provider_url: str) -> AsyncIterator[Console]:
    """The copy of a console whose three messages still wait, one of them for two days."""
    first, second = directory / "first", directory / "second"
    async with a_console(url, first) as console:
        await console.container.live().claim()
        owner = a_superadmin()
        chief = await console.sign_in(owner)
        await _connect(chief, provider_url)
        student = a_student().having(phone="+998901234567")
        await console.store(student)
        await _send(console, student)
        for table in ("jobs", "sms_messages"):
            await console.sql.execute(f"update {table} set created_at = now() - interval '2 days'")
        await _send(console, student)
        await _send(console, student)
    (first / "files" / "ab").mkdir(parents=True)
    (first / "files" / "ab" / ("ab" * 32)).write_bytes(b"a picture")
    file = directory / "saved.zip"
    await _command(backup, str(file), url=url, home=first)
    lines = (await _command(restore, str(file), url=other_url, home=second)).splitlines()
    assert lines[0].startswith(f"sign in as {owner.login} with its password of ")
    assert "this is a copy" in lines[1]
    async with a_console(other_url, second) as console:
        await console.container.live().claim()
        yield console


async def test_a_restored_copy_sends_nothing_until_it_goes_live(
    database_url: str, empty_database_url: str, tmp_path: Path
) -> None:
    """D-159, M8: jobs wait uncounted, are listed, then each is sent once.

    Old ones are dropped on choice.
    """
    provider = Provider(delay=0.05)
    async with serve(provider) as url, _restored(database_url, empty_database_url, tmp_path, url) as copy:
        for _ in range(3):
            await _work(copy)
        assert provider.messages == []
        assert await _jobs(copy) == [("sms.send", "waiting", 0)] * 3
        await copy.sql.execute("update outbox set published_at = now() - interval '2 minutes'")
        await copy.sql.execute("update jobs set created_at = created_at - interval '2 minutes'")
        assert await copy.container.jobs().requeue_lost(OUTWARD_KINDS) == 0
        with pytest.raises(NotLive):
            async with copy.container.integrations().attendance():
                pass
        clerk = await copy.sign_in(a_user_with(INTEGRATIONS).of(a_branch()))
        assert (await clerk.data("/profile"))["copy"] is True
        assert (await clerk.put("/live-mode", {"dropOld": False})).status_code == 403
        chief = await copy.sign_in(a_superadmin())
        found = await chief.data("/live-mode")
        assert found == {"live": False, "jobs": [{"kind": "sms.send", "count": 3, "old": 1}]}
        assert data(await chief.put("/live-mode", {"dropOld": True})) == {"resumed": 2, "dropped": 1}
        assert data(await chief.put("/live-mode", {"dropOld": True})) == {"resumed": 0, "dropped": 0}
        assert (await clerk.data("/profile"))["copy"] is False
        assert await copy.sql.fetchval("select count(*) from outbox where published_at is null") >= 2
        for _ in range(2):
            await _work(copy)
        assert len(provider.messages) == 2
        assert [state for _, state, _ in await _jobs(copy)] == ["failed", "done", "done"]
        assert await copy.sql.fetchval("select last_error from jobs order by id limit 1") == DROPPED
        assert await copy.sql.fetchval("select error from sms_messages order by id limit 1") == "too_late"
        entry = (await chief.data("/audits"))["audits"][0]
        assert "2 jobs run, 1 were dropped" in json.dumps(entry)


async def test_the_command_goes_live_as_well(database_url: str, empty_database_url: str, tmp_path: Path) -> None:
    """Without dropping: a message that is too old says so by itself."""
    provider = Provider(delay=0.05)
    async with serve(provider) as url, _restored(database_url, empty_database_url, tmp_path, url) as copy:
        printed = json.loads(await _command(go_live, "--json", url=empty_database_url, home=tmp_path / "second"))
        assert (printed["before"]["live"], printed["resumed"], printed["dropped"]) == (False, 3, 0)
        await _work(copy)
        assert len(provider.messages) == 2
        assert await copy.sql.fetchval("select count(*) from sms_messages where error = 'too_late'") == 1


async def test_a_dropped_broadcast_is_not_under_way_for_ever(
    database_url: str, empty_database_url: str, tmp_path: Path
) -> None:
    """D-159: its recipients were not reached, whether their message was made or not."""
    async with serve(Provider()) as url, _restored(database_url, empty_database_url, tmp_path, url) as copy:
        chief = await copy.sign_in(a_superadmin())
        students = [a_student().having(phone=f"+99890123456{n}") for n in range(2)]
        await copy.store(*students)
        sent = data(await chief.post("/sms/send-many", {"studentIds": [it.id for it in students], "text": "Salom"}))
        await copy.sql.execute("update jobs set created_at = now() - interval '2 days' where kind = 'sms.batch'")
        data(await chief.put("/live-mode", {"dropOld": True}))
        shown = await chief.data(f"/sms/batches/{sent['batchId']}")
        assert {state: n for state, n in shown["counts"].items() if n} == {"failed": 2}
        assert {row["problem"] for row in shown["rows"]} == {"It could not be sent within a day, so it was not sent"}


async def test_a_restored_home_is_private(database_url: str, empty_database_url: str, tmp_path: Path) -> None:
    """ASVS-71: modes stay 600 and 700."""
    async with serve(Provider()) as url, _restored(database_url, empty_database_url, tmp_path, url):
        made = [
            path for path in (tmp_path / "second").rglob("*") if "files" in path.parts or path.name == "installation"
        ]
        assert any(path.name == "ab" * 32 for path in made)
        assert {oct(stat.S_IMODE(path.stat().st_mode)) for path in made if path.is_file()} == {"0o600"}
        assert {oct(stat.S_IMODE(path.stat().st_mode)) for path in made if path.is_dir()} == {"0o700"}


async def test_a_database_beside_another_home_is_a_copy(database_url: str, tmp_path: Path) -> None:
    """The first home stays live; a second or a copied one is not."""
    for name in ("first", "second"):
        async with a_console(database_url, tmp_path / name) as console:
            await console.container.live().claim()
            assert await console.container.live().is_open() is (name == "first")
    first, moved = tmp_path / "first", tmp_path / "moved"
    await asyncio.to_thread(first.rename, moved)
    before = place(moved)
    assert before
    await asyncio.to_thread(moved.rename, first)
    assert before != place(first) == identify(first)
    async with a_console(database_url, first) as console:
        assert await console.container.live().is_open()


def test_every_job_that_sends_outside_is_known_as_outward() -> None:
    """A kind that is missing there would not be listed before going live."""
    outward = {SmsSenders, SchoolAttendance}
    sending = {kind for kind, use_case in JOBS.items() if outward & set(get_type_hints(use_case).values())}
    assert sending == set(OUTWARD_KINDS)
