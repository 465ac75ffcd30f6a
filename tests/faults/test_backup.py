"""Backups under load, restores elsewhere, and every rejected restore in words."""

import asyncio
import json
import os
import stat
import subprocess
import sys
import time
import zipfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest
from click.testing import CliRunner, Result

from adapters.backup_file import DUMP, MANIFEST, PIECE
from adapters.postgres.core.audit.chain import head_of, seal_pending
from adapters.postgres.core.backup import snapshot
from adapters.postgres.core.engine import asyncpg_arguments
from adapters.school.hh import HhSchool
from adapters.security.cipher import AesCipher
from entrypoints.cli.audit import audit
from entrypoints.cli.backup.backup import backup
from entrypoints.cli.backup.restore import restore
from entrypoints.embedded.servers.pgdata import programs
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.server import serve
from tests.contracts.harnesses import HASTY
from tests.faults.support.centre import SECRET, STAFF, Centre, a_centre
from tests.faults.support.clients import Load
from tests.faults.support.figures import report
from tests.faults.support.kills import a_run_is_under_way
from tests.faults.support.seed import SEED, chance
from tests.faults.support.storm import some_students
from tests.faults.support.verdict import check_whole, wait_for_rest
from tests.support.builders import a_class_of, a_student
from tests.support.secret_storage import SecretStorage
from tests.support.storing import store
from tests.sync.centre import a_centre as a_centre_without_processes

STUDENTS = 60
MARKAZ = (sys.executable, "-m", "entrypoints.cli")
PROJECT = Path(__file__).resolve().parents[2]


@dataclass
class Saved:
    """A centre with some students, and its backup."""

    url: str
    file: Path
    printed: dict[str, Any]


def command(what: Any, *words: str, url: str, home: Path, key: str = SECRET) -> Result:
    """``markaz backup`` or ``markaz restore`` with a database of the tests."""
    variables = {"CONSOLE_HOME": str(home), "CONSOLE_DATABASE_URL": url, "CONSOLE_SECRET_KEY": key}
    return CliRunner().invoke(what, [*words, "--json"], env=variables)


async def run(what: Any, *words: str, url: str, home: Path, key: str = SECRET) -> Result:
    """The same outside the tests' event loop."""
    return await asyncio.to_thread(command, what, *words, url=url, home=home, key=key)


async def digest_of(url: str) -> dict[str, Any]:
    """The content of every table."""
    async with snapshot(url) as moment:
        return dict(await moment.tables())


@pytest.fixture
async def saved(database_url: str, tmp_path: Path) -> Saved:
    """Sixty students with documents, backed up with their stored files."""
    async with a_centre_without_processes(database_url) as centre:
        centre.cipher = AesCipher(SECRET, "papers")
        async with serve(GeneratedSchool(STUDENTS), "token") as url:
            register = HhSchool(url, "token", HASTY)
            assert (await centre.synchronise(register))["status"] == "done"
            await register.close()
    files = tmp_path / "home" / "files" / "photos"
    files.mkdir(parents=True)
    (files / "1.jpg").write_bytes(os.urandom(3000))
    file = tmp_path / "saved.zip"
    done = await run(backup, str(file), url=database_url, home=tmp_path / "home")
    assert done.exit_code == 0, done.output
    return Saved(database_url, file, json.loads(done.output))


def error_message(result: Result) -> str:
    """The error message of the rejection."""
    assert result.exit_code != 0
    return str(result.exception)


async def test_a_restore_equals_the_backup(saved: Saved, empty_database_url: str, tmp_path: Path) -> None:
    """Equal digest and files, ids continue; only the owner can read the file.

    Issue 3.
    """
    assert stat.S_IMODE(saved.file.stat().st_mode) == 0o600
    done = await run(restore, str(saved.file), url=empty_database_url, home=tmp_path / "elsewhere")
    assert done.exit_code == 0, error_message(done)
    printed = json.loads(done.output)
    assert (printed["digest"], printed["closedPapers"]) == (saved.printed["digest"], [])
    assert await digest_of(empty_database_url) == await digest_of(saved.url)
    photo = "files/photos/1.jpg"
    assert (tmp_path / "elsewhere" / photo).read_bytes() == (tmp_path / "home" / photo).read_bytes()
    async with a_centre_without_processes(empty_database_url) as centre:
        assert await centre.value("select nextval('students_id_seq') > max(id) from students")
        with pytest.raises(Exception, match="audit"):
            await centre.sql.execute("delete from audits")


async def test_a_backup_says_that_videos_are_to_be_copied(saved: Saved, tmp_path: Path) -> None:
    """They are not in it; without any, nothing is said."""
    assert saved.printed["leftOut"] is None
    home = tmp_path / "home"
    (home / "videos" / "a").mkdir(parents=True)
    done = await run(backup, str(tmp_path / "again.zip"), url=saved.url, home=home)
    assert json.loads(done.output)["leftOut"] == str(home / "videos")


async def test_a_backup_holds_the_head_of_the_audit_log(saved: Saved, empty_database_url: str, tmp_path: Path) -> None:
    """Shown when made, checked at the restore and against the log that continues.

    ASVS-56.
    """
    async with a_centre_without_processes(saved.url) as centre:
        while await seal_pending(centre.sql):
            pass
        head = await head_of(centre.sql)
    file, home = tmp_path / "sealed.zip", tmp_path / "home"
    done = await run(backup, str(file), url=saved.url, home=home)
    assert json.loads(done.output)["auditHead"] == head
    other = head[:-1] + ("0" if head[-1] != "0" else "1")
    for wrong in (other, "'; drop table users; --"):
        lying = tmp_path / f"{len(wrong)}.zip"
        lying.write_bytes(file.read_bytes())
        rewritten(lying, partial(dict.update, auditHead=wrong))
        refusal = error_message(await run(restore, str(lying), url=empty_database_url, home=tmp_path / "elsewhere"))
        assert "the head of the audit log" in refusal
    restored = await run(restore, str(file), url=empty_database_url, home=tmp_path / "elsewhere")
    assert restored.exit_code == 0, error_message(restored)
    verified = await run(audit, "verify", "--holds", head, url=empty_database_url, home=home)
    assert (verified.exit_code, json.loads(verified.output)["head"]) == (0, head)
    plain = await run(audit, "verify", url=empty_database_url, home=home)
    assert (plain.exit_code, json.loads(plain.output)["head"]) == (0, head)
    missed = await run(audit, "verify", "--holds", other, url=empty_database_url, home=home)
    assert (missed.exit_code, json.loads(missed.output)["cut"]) == (1, other)


async def test_existing_data_is_replaced_only_on_request(saved: Saved, tmp_path: Path) -> None:
    """Nobody loses a centre by mistake; a running console is reported."""
    home = tmp_path / "home"
    before = await digest_of(saved.url)
    assert "--replace" in error_message(await run(restore, str(saved.file), url=saved.url, home=home))
    async with a_centre_without_processes(saved.url) as centre:
        await centre.sql.execute("update students set phone = '+998901234567'")
        connected = await run(restore, str(saved.file), "--replace", url=saved.url, home=home)
        assert "connected to the database" in error_message(connected)
    assert await digest_of(saved.url) != before
    done = await run(restore, str(saved.file), "--replace", url=saved.url, home=home)
    assert done.exit_code == 0, error_message(done)
    assert await digest_of(saved.url) == before


def a_byte_changed(file: Path) -> None:
    content = bytearray(file.read_bytes())
    with zipfile.ZipFile(file) as archive:
        content[archive.getinfo(DUMP).header_offset + 5000] ^= 0xFF
    file.write_bytes(content)


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-4000])


def no_backup(file: Path) -> None:
    file.write_bytes(b"my letters")


def without_its_dump(file: Path) -> None:
    rewritten(file, lambda manifest: None, drop=DUMP)


def rewritten(file: Path, change: Callable[[dict[str, Any]], object], drop: str = "") -> None:
    """The same backup with another manifest."""
    other = file.with_suffix(".other")
    with zipfile.ZipFile(file) as archive, zipfile.ZipFile(other, "w") as target:
        manifest = msgspec.json.decode(archive.read(MANIFEST))
        change(manifest)
        for name in archive.namelist():
            if name not in {MANIFEST, drop}:
                target.writestr(name, archive.read(name))
        target.writestr(MANIFEST, msgspec.json.encode(manifest))
    other.replace(file)


@pytest.mark.parametrize("damage", [a_byte_changed, cut_short, no_backup, without_its_dump])
async def test_a_damaged_file_changes_nothing(saved: Saved, tmp_path: Path, damage: Callable[[Path], None]) -> None:
    before = await digest_of(saved.url)
    damage(saved.file)
    words = error_message(await run(restore, str(saved.file), "--replace", url=saved.url, home=tmp_path / "home"))
    assert "can't be restored" in words
    assert "Nothing was changed" in words
    assert await digest_of(saved.url) == before


async def test_a_backup_of_another_key_reports_what_stays_encrypted(
    saved: Saved, empty_database_url: str, tmp_path: Path
) -> None:
    """The backup holds only the key's name; a restore lists the unreadable documents."""
    assert SECRET.encode() not in saved.file.read_bytes()
    other = {"url": empty_database_url, "home": tmp_path / "elsewhere", "key": "another-secret-key-of-thirty-two-signs"}
    words = error_message(await run(restore, str(saved.file), **other))
    async with a_centre_without_processes(saved.url) as centre:
        with_papers = [row[0] for row in await centre.rows("select id from students where papers is not null")]
    assert len(with_papers) > STUDENTS / 2
    assert f"{len(with_papers)} students' identity papers" in words
    assert "CONSOLE_SECRET_KEY" in words
    assert await digest_of(empty_database_url) == {}
    done = await run(restore, str(saved.file), "--other-key", **other)
    assert done.exit_code == 0, error_message(done)
    assert json.loads(done.output)["closedPapers"] == sorted(with_papers)


async def test_a_newer_backup_is_rejected_in_words(saved: Saved, empty_database_url: str, tmp_path: Path) -> None:
    """An older console names the versions that it accepts (issue 3)."""
    rewritten(saved.file, lambda manifest: manifest.update(schema="9999", product="7.0.0"))
    words = error_message(await run(restore, str(saved.file), url=empty_database_url, home=tmp_path / "elsewhere"))
    assert "newer Markaz (7.0.0, schema 9999)" in words
    assert await digest_of(empty_database_url) == {}


async def test_a_restore_that_differs_from_its_digest_is_rolled_back(saved: Saved, tmp_path: Path) -> None:
    """The comparison runs before the commit: the present data stays."""
    before = await digest_of(saved.url)
    rewritten(saved.file, lambda manifest: manifest["tables"]["students"].update(rows=61))
    words = error_message(await run(restore, str(saved.file), "--replace", url=saved.url, home=tmp_path / "home"))
    assert "not as it was saved: students" in words
    assert await digest_of(saved.url) == before


async def test_a_restore_that_is_killed_changes_nothing(saved: Saved, tmp_path: Path) -> None:
    """One transaction: killed at any point, the present data stays."""
    before = await digest_of(saved.url)
    variables = {"CONSOLE_HOME": str(tmp_path / "home"), "CONSOLE_DATABASE_URL": saved.url}
    variables |= {"CONSOLE_SECRET_KEY": SECRET}
    for later in (0, 0.1, 0.2):
        started = await asyncio.create_subprocess_exec(
            *MARKAZ, "restore", str(saved.file), "--replace", cwd=PROJECT, env=os.environ | variables, stdout=-3
        )
        await _until(partial(_at_work, saved.url))
        await asyncio.sleep(later)
        # its child processes live on and receive nothing more
        started.kill()
        await started.wait()
        await _until(partial(_idle, saved.url))
        assert await digest_of(saved.url) == before


# sends a whole statement, larger than any buffer in between, and then nothing more
HALF_A_DUMP = f"""#!/bin/sh
echo "create table half_restored ();"
yes -- "-- and so on" | head -c {3 * PIECE}
exec sleep 60
"""
RESTORING = """
import io, sys
from pathlib import Path
from adapters.postgres.core.backup import restore
restore(sys.argv[1], Path(sys.argv[2]), io.BytesIO(), {})
"""


async def test_half_a_dump_is_never_applied(saved: Saved, tmp_path: Path) -> None:
    """Killed between two statements, when all that was received could be applied."""
    before = await digest_of(saved.url)
    halved = tmp_path / "programs"
    halved.mkdir()
    (halved / "psql").symlink_to(programs() / "psql")
    (halved / "pg_restore").write_text(HALF_A_DUMP)
    (halved / "pg_restore").chmod(0o755)
    started = await asyncio.create_subprocess_exec(
        sys.executable, "-c", RESTORING, saved.url, str(halved), cwd=PROJECT, start_new_session=True
    )
    await _until(partial(_has_session, saved.url, "state = 'idle in transaction' and query like 'create table half%'"))
    started.kill()
    await started.wait()
    await _until(partial(_idle, saved.url))
    assert await digest_of(saved.url) == before


async def _until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(30):
        while not await holds():  # noqa: ASYNC110 - another process is looked at
            await asyncio.sleep(0.002)


async def _idle(url: str) -> bool:
    return not await _at_work(url)


async def _at_work(url: str) -> bool:
    """True once a restore has begun to change something there."""
    return await _has_session(url, "xact_start is not null")


async def _has_session(url: str, state: str) -> bool:
    """True while a restore is working on this database.

    Queried through another database, since a restore wants exclusive use of its own.
    """
    server = await asyncpg.connect(**asyncpg_arguments(url) | {"database": "postgres"})
    try:
        sessions = f"select count(*) from pg_stat_activity where application_name = 'markaz-backup' and {state}"
        return bool(await server.fetchval(sessions))
    finally:
        await server.close()


async def test_a_backup_is_never_overwritten_and_leaves_nothing_partial(saved: Saved, tmp_path: Path) -> None:
    home, content = tmp_path / "home", saved.file.read_bytes()
    assert "never written over" in error_message(await run(backup, str(saved.file), url=saved.url, home=home))
    assert saved.file.read_bytes() == content
    folder = tmp_path / "backups"
    folder.mkdir()
    done = await run(backup, str(folder), url=saved.url, home=home)
    assert [path.name for path in folder.iterdir()] == [Path(json.loads(done.output)["file"]).name]
    nowhere = saved.url.replace("host=", "host=/nowhere")
    assert "could not back up" in error_message(await run(backup, str(folder / "other.zip"), url=nowhere, home=home))
    assert len(list(folder.iterdir())) == 1


def markaz(centre: Centre, home: Path, *words: str) -> dict[str, Any]:
    """A command in its own process on the embedded servers of a home."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CONSOLE_")}
    given = environment | centre.variables | {"CONSOLE_HOME": str(home)}
    done = subprocess.run([*MARKAZ, *words, "--json"], cwd=PROJECT, env=given, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return dict(json.loads(done.stdout))


async def test_a_backup_under_load_is_consistent_and_starts_elsewhere(calm: Centre, tmp_path: Path) -> None:
    """People save, jobs run, a synchronisation writes; the restored home agrees.

    Trust E2.
    """
    students = await some_students(calm, after=10)
    load, file, home = Load(calm, "backup", chance("backup")), tmp_path / "saved.zip", tmp_path / "elsewhere"
    async with load.at_work(60, students):
        await a_run_is_under_way(calm)
        await asyncio.sleep(0.5)
        saved = await asyncio.to_thread(markaz, calm, calm.home, "backup", str(file))
    restored = await asyncio.to_thread(markaz, calm, home, "restore", str(file))
    again = await asyncio.to_thread(markaz, calm, home, "backup", str(tmp_path / "again.zip"))
    assert saved["digest"] == restored["digest"] == again["digest"]
    assert restored["closedPapers"] == []
    assert load.reader.figures()["slowest_answer_s"] < 5
    async with a_centre(home, with_tables=False) as elsewhere:
        await wait_for_rest(elsewhere, 120)
        await check_whole(elsewhere)
        async with elsewhere.browser() as http:
            card = (await http.get(f"{STAFF}/students/{students[0]}")).raise_for_status().json()["data"]["student"]
    assert any(card["papers"].values())
    figures = {name: saved[name] for name in ("rows", "bytes")} | {"backup_s": saved["seconds"]}
    report("backup", "quick", SEED, figures | {"restore_s": restored["seconds"]})


@pytest.mark.long
async def test_a_hundred_thousand_students_are_restored_in_time(
    database_url: str, empty_database_url: str, tmp_path: Path
) -> None:
    """Trust E2: restored within a minute."""
    cipher = AesCipher(SECRET, "papers")
    async with a_centre_without_processes(database_url) as centre:
        for _ in range(100):
            people = [a_student().with_documents(personal_id="31210632040244") for _ in range(1000)]
            await store(centre.sql, a_class_of(0).with_students(*people), secrets=SecretStorage(encrypt=cipher.encrypt))
    began = time.monotonic()
    saved = await run(backup, str(tmp_path / "saved.zip"), url=database_url, home=tmp_path / "home")
    middle = time.monotonic()
    done = await run(restore, str(tmp_path / "saved.zip"), url=empty_database_url, home=tmp_path / "elsewhere")
    ended = time.monotonic()
    assert done.exit_code == 0, error_message(done)
    figures = {"rows": json.loads(saved.output)["rows"], "bytes": json.loads(saved.output)["bytes"]}
    report(
        "backup", "long", SEED, figures | {"backup_s": round(middle - began, 1), "restore_s": round(ended - middle, 1)}
    )
    assert ended - middle < 60
