"""The embedded PostgreSQL: private, and available again after any crash.

Issue 2.
"""

import asyncio
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from entrypoints.embedded.errors import OperatorError
from entrypoints.embedded.servers.pgdata import live_servers, programs
from entrypoints.embedded.servers.postgres import Postgres, embedded_postgres
from tests.embedded.console import PROJECT, until


async def _fetch_value(url: str, statement: str) -> object:
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            answer = await connection.execute(text(statement))
            return answer.scalar() if answer.returns_rows else None
    finally:
        await engine.dispose()


def fetch_value(url: str, statement: str) -> object:
    """The first value of a statement."""
    return asyncio.run(_fetch_value(url, statement))


def test_it_is_postgresql_18_with_uzbek_letters(tmp_path: Path) -> None:
    """The version the console is written for, folding the case of Cyrillic letters."""
    with embedded_postgres(tmp_path / "pg") as url:
        assert str(fetch_value(url, "show server_version")).startswith("18.")
        assert fetch_value(url, "select 'Ўзбек' ilike 'ўзбек'") is True
        assert fetch_value(url, "show timezone") == "UTC"


def test_asyncpg_accepts_the_socket_directory(tmp_path: Path) -> None:
    """The second form of the address, for the fast reads."""

    async def version() -> object:
        connection = await asyncpg.connect(host=str(tmp_path / "pg" / "socket"), user="markaz", database="markaz")
        try:
            return await connection.fetchval("select 1")
        finally:
            await connection.close()

    with embedded_postgres(tmp_path / "pg"):
        assert asyncio.run(version()) == 1


def test_the_console_is_not_a_superuser_of_its_database(tmp_path: Path) -> None:
    """An injected statement can't read the machine's files."""
    with embedded_postgres(tmp_path / "pg") as url:
        assert fetch_value(url, "select rolsuper from pg_roles where rolname = current_user") is False


def test_committed_rows_survive_kill_9(tmp_path: Path) -> None:
    """A SIGKILL of the postmaster and its children loses no committed row."""
    with embedded_postgres(tmp_path / "pg", durable=True) as url:
        fetch_value(url, "create table kept as select 42 as value")
        for pid in live_servers(tmp_path / "pg" / "data"):
            os.kill(pid, signal.SIGKILL)
    with embedded_postgres(tmp_path / "pg", durable=True) as url:
        assert fetch_value(url, "select value from kept") == 42


def test_a_start_after_only_the_postmaster_was_killed_waits_for_its_children(tmp_path: Path) -> None:
    """They notice within moments; the next server does not run beside them."""
    with embedded_postgres(tmp_path / "pg", durable=True) as url:
        fetch_value(url, "create table kept as select 1 as value")
        postmaster = int((tmp_path / "pg" / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(postmaster, signal.SIGKILL)
    with embedded_postgres(tmp_path / "pg", durable=True) as url:
        assert fetch_value(url, "select value from kept") == 1


def test_stale_files_that_name_another_live_process_do_not_block_a_start(tmp_path: Path) -> None:
    """Another process can have the old number, in the pid file and the socket lock."""
    with embedded_postgres(tmp_path / "pg"):
        pass
    pid_file = f"{os.getpid()}\n{tmp_path / 'pg' / 'data'}\n{int(time.time())}\n5432\n{tmp_path / 'pg' / 'socket'}\n\n"
    (tmp_path / "pg" / "data" / "postmaster.pid").write_text(pid_file)
    (tmp_path / "pg" / "socket" / ".s.PGSQL.5432.lock").write_text(pid_file)
    (tmp_path / "pg" / "socket" / ".s.PGSQL.5432").touch()
    with embedded_postgres(tmp_path / "pg") as url:
        assert fetch_value(url, "select 1") == 1


def test_a_shell_in_the_data_directory_is_not_taken_for_a_server(tmp_path: Path) -> None:
    """It neither blocks the start nor is killed by it."""
    with embedded_postgres(tmp_path / "pg"):
        pass
    with subprocess.Popen(["sleep", "60"], cwd=tmp_path / "pg" / "data") as shell:
        with embedded_postgres(tmp_path / "pg") as url:
            assert fetch_value(url, "select 1") == 1
        assert shell.poll() is None
        shell.kill()


def test_a_server_ends_with_the_killed_process_that_started_it(tmp_path: Path) -> None:
    """kill -9 of the parent: no PostgreSQL remains, the directory is usable at once."""
    program = (
        "import sys, time; from pathlib import Path\n"
        "from entrypoints.embedded.servers.postgres import embedded_postgres\n"
        "with embedded_postgres(Path(sys.argv[1])): print('up', flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "pg")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        assert other.stdout.readline() == "up\n"
        other.kill()
    with embedded_postgres(tmp_path / "pg") as url:
        assert fetch_value(url, "select 1") == 1
    until(lambda: not live_servers(tmp_path / "pg" / "data"), "no server left")


def test_an_interrupted_initialisation_is_repeated(tmp_path: Path) -> None:
    """The first start was killed while it created the directory."""
    (tmp_path / "pg" / "data.new" / "base").mkdir(parents=True)
    (tmp_path / "pg" / "data.new" / "PG_VERSION").write_text("18\n")
    with embedded_postgres(tmp_path / "pg") as url:
        assert fetch_value(url, "select 1") == 1


def test_a_directory_in_use_is_rejected(tmp_path: Path) -> None:
    """A second server on one directory fails at once; the first is not affected."""
    with embedded_postgres(tmp_path / "pg") as url:
        began = time.monotonic()
        second = Postgres(tmp_path / "pg", tmp_path / "second.log")
        with pytest.raises(OperatorError, match=f"in use by process {os.getpid()}"):
            second.acquire()
        assert time.monotonic() - began < 1
        assert fetch_value(url, "select 1") == 1


def test_a_directory_of_another_version_is_rejected(tmp_path: Path) -> None:
    """An older PostgreSQL's directory is untouched; the error names both versions."""
    with embedded_postgres(tmp_path / "pg"):
        pass
    (tmp_path / "pg" / "data" / "PG_VERSION").write_text("16\n")
    with (
        pytest.raises(OperatorError, match="was made by PostgreSQL 16, this is 18"),
        embedded_postgres(tmp_path / "pg"),
    ):
        pass


@pytest.mark.parametrize("name", ["x" * 120, "a, b", "it's 100% c:d"])
def test_any_directory_name_is_accepted(tmp_path: Path, name: str) -> None:
    """A path too long for a socket, or with characters special in addresses."""
    with embedded_postgres(tmp_path / name / "pg") as url:
        assert fetch_value(url, "select 1") == 1


def test_parent_directories_keep_their_mode(tmp_path: Path) -> None:
    """The server runs below a private directory, and the directory stays private."""
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    before = [stat.S_IMODE(path.stat().st_mode) for path in private.parents]
    with embedded_postgres(private / "deep" / "pg") as url:
        assert fetch_value(url, "select 1") == 1
        assert (private / "deep" / "pg" / "data").stat().st_mode & 0o777 == 0o700
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in private.parents] == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root lends an account")
def test_root_grants_an_account_and_one_capability(tmp_path: Path) -> None:
    """The server is neither root nor able to do more than bypass directory modes."""
    with embedded_postgres(tmp_path / "pg"):
        postmaster = (tmp_path / "pg" / "data" / "postmaster.pid").read_text().split()[0]
        status = dict(
            line.split(":\t", 1)
            for line in Path(f"/proc/{postmaster}/status").read_text().splitlines()
            if ":\t" in line
        )
        assert status["Uid"].split()[0] != "0"
        assert int(status["CapEff"], 16) in {0, 1 << 1, 1 << 2}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can copy for another account")
def test_a_data_directory_restored_by_root_is_used(tmp_path: Path) -> None:
    """Its files belong to root after the restore."""
    with embedded_postgres(tmp_path / "pg") as url:
        fetch_value(url, "create table kept as select 7 as value")
    subprocess.run(["cp", "-r", tmp_path / "pg", tmp_path / "copy"], check=True)
    with embedded_postgres(tmp_path / "copy") as url:
        assert fetch_value(url, "select value from kept") == 7


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user can walk to his own programs")
def test_programs_below_a_private_directory_can_be_run(tmp_path: Path) -> None:
    """Directory modes alone keep the server's account out of a clone in root's home."""
    installed = programs().parents[1]
    package = tmp_path / "private" / installed.name
    package.mkdir(parents=True)
    (tmp_path / "private").chmod(0o700)
    (package / "__init__.py").touch()
    subprocess.run(["cp", "-a", programs().parent, package], check=True)
    libraries = installed.with_name(f"{installed.name}.libs")
    if libraries.exists():
        subprocess.run(["cp", "-a", libraries, tmp_path / "private"], check=True)
    program = (
        "import sys; from pathlib import Path; from entrypoints.embedded.servers.postgres import embedded_postgres\n"
        "with embedded_postgres(Path(sys.argv[1])): print('up')"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "pg")]
    environment = os.environ | {"PYTHONPATH": f"{tmp_path / 'private'}:{PROJECT}"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.stdout == "up\n", done.stderr


async def _add(sockets: Path, phone: str, age: int) -> None:
    connection = await asyncpg.connect(host=str(sockets), user="markaz", database="markaz")
    try:
        await connection.execute("insert into people values ($1, $2)", phone, age)
    finally:
        await connection.close()


def test_the_log_contains_no_value_of_a_rejected_row(tmp_path: Path) -> None:
    """By default PostgreSQL logs the key or row that violates a constraint (ASVS-42)."""
    log = tmp_path / "pg.log"
    with embedded_postgres(tmp_path / "pg", log=log) as url:
        fetch_value(url, "create table people (phone text unique, age int check (age > 0))")
        fetch_value(url, "insert into people values ('998901112233', 1)")
        for phone, age in (("998901112233", 2), ("998904445566", -1)):
            with pytest.raises(asyncpg.IntegrityConstraintViolationError):
                asyncio.run(_add(tmp_path / "pg" / "socket", phone, age))
    logged = log.read_text()
    assert "unique constraint" in logged, "what was refused is still told"
    assert "check constraint" in logged
    assert "99890" not in logged


async def _wait(sockets: Path, seconds: float, phone: str) -> None:
    connection = await asyncpg.connect(host=str(sockets), user="markaz", database="markaz")
    try:
        await connection.execute("select pg_sleep($1), $2::text", seconds, phone)
    finally:
        await connection.close()


def test_the_log_contains_a_slow_statement_without_its_parameters(tmp_path: Path) -> None:
    """The values are personal data (ASVS-42)."""
    log = tmp_path / "pg.log"
    with embedded_postgres(tmp_path / "pg", log=log):
        asyncio.run(_wait(tmp_path / "pg" / "socket", 1.01, "998901112233"))
        asyncio.run(_wait(tmp_path / "pg" / "socket", 0.01, "998904445566"))
    logged = log.read_text()
    assert logged.count("select pg_sleep($1)") == 1
    assert "duration: 1" in logged
    assert "99890" not in logged
