"""The embedded PostgreSQL: real, private, and back after any death (issue 2)."""

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

from entrypoints.embedded.pgdata import live_servers, programs
from entrypoints.embedded.postgres import Postgres, embedded_postgres
from entrypoints.embedded.refusal import Refusal
from tests.embedded.console import PROJECT, until


async def _ask(url: str, question: str) -> object:
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            answer = await connection.execute(text(question))
            return answer.scalar() if answer.returns_rows else None
    finally:
        await engine.dispose()


def ask(url: str, question: str) -> object:
    """One statement, its first value."""
    return asyncio.run(_ask(url, question))


def test_it_is_postgresql_18_with_uzbek_letters(tmp_path: Path) -> None:
    """The version that the console is written for; upper and lower Cyrillic are one letter to it."""
    with embedded_postgres(tmp_path / "pg") as url:
        assert str(ask(url, "show server_version")).startswith("18.")
        assert ask(url, "select 'Ўзбек' ilike 'ўзбек'") is True
        assert ask(url, "show timezone") == "UTC"


def test_asyncpg_itself_takes_the_socket_directory(tmp_path: Path) -> None:
    """The second form of the address, for the fast reads."""

    async def version() -> object:
        connection = await asyncpg.connect(host=str(tmp_path / "pg" / "socket"), user="markaz", database="markaz")
        try:
            return await connection.fetchval("select 1")
        finally:
            await connection.close()

    with embedded_postgres(tmp_path / "pg"):
        assert asyncio.run(version()) == 1


def test_the_console_is_no_superuser_of_its_database(tmp_path: Path) -> None:
    """What gets into a statement can't read the machine's files."""
    with embedded_postgres(tmp_path / "pg") as url:
        assert ask(url, "select rolsuper from pg_roles where rolname = current_user") is False


def test_what_was_committed_is_there_after_kill_9(tmp_path: Path) -> None:
    """The postmaster and its children die at once; the next start has every committed row."""
    with embedded_postgres(tmp_path / "pg", durable=True) as url:
        ask(url, "create table kept as select 42 as value")
        for pid in live_servers(tmp_path / "pg" / "data"):
            os.kill(pid, signal.SIGKILL)
    with embedded_postgres(tmp_path / "pg", durable=True) as url:
        assert ask(url, "select value from kept") == 42


def test_only_the_postmaster_killed(tmp_path: Path) -> None:
    """Its children notice within moments; the next start waits for them instead of running beside them."""
    with embedded_postgres(tmp_path / "pg", durable=True) as url:
        ask(url, "create table kept as select 1 as value")
        postmaster = int((tmp_path / "pg" / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(postmaster, signal.SIGKILL)
    with embedded_postgres(tmp_path / "pg", durable=True) as url:
        assert ask(url, "select value from kept") == 1


def test_files_of_a_dead_server_that_name_a_living_process(tmp_path: Path) -> None:
    """After a kill another process can have the old number: the pid file and the socket lock are no proof of life."""
    with embedded_postgres(tmp_path / "pg"):
        pass
    pid_file = f"{os.getpid()}\n{tmp_path / 'pg' / 'data'}\n{int(time.time())}\n5432\n{tmp_path / 'pg' / 'socket'}\n\n"
    (tmp_path / "pg" / "data" / "postmaster.pid").write_text(pid_file)
    (tmp_path / "pg" / "socket" / ".s.PGSQL.5432.lock").write_text(pid_file)
    (tmp_path / "pg" / "socket" / ".s.PGSQL.5432").touch()
    with embedded_postgres(tmp_path / "pg") as url:
        assert ask(url, "select 1") == 1


def test_a_shell_in_the_data_directory_is_no_server(tmp_path: Path) -> None:
    """Somebody looks at the files: that neither stops the start nor ends his shell."""
    with embedded_postgres(tmp_path / "pg"):
        pass
    with subprocess.Popen(["sleep", "60"], cwd=tmp_path / "pg" / "data") as shell:
        with embedded_postgres(tmp_path / "pg") as url:
            assert ask(url, "select 1") == 1
        assert shell.poll() is None
        shell.kill()


def test_a_server_left_by_a_killed_process_goes_with_it(tmp_path: Path) -> None:
    """kill -9 of whoever started it: no PostgreSQL stays, and the directory can be used at once."""
    program = (
        "import sys, time; from pathlib import Path; from entrypoints.embedded.postgres import embedded_postgres\n"
        "with embedded_postgres(Path(sys.argv[1])): print('up', flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "pg")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        assert other.stdout.readline() == "up\n"
        other.kill()
    with embedded_postgres(tmp_path / "pg") as url:
        assert ask(url, "select 1") == 1
    until(lambda: not live_servers(tmp_path / "pg" / "data"), "no server left")


def test_half_an_initialisation_heals(tmp_path: Path) -> None:
    """The first start was killed while it made the directory."""
    (tmp_path / "pg" / "data.new" / "base").mkdir(parents=True)
    (tmp_path / "pg" / "data.new" / "PG_VERSION").write_text("18\n")
    with embedded_postgres(tmp_path / "pg") as url:
        assert ask(url, "select 1") == 1


def test_a_directory_in_use_is_refused(tmp_path: Path) -> None:
    """Two at once on one directory: the second is told at once, the first goes on."""
    with embedded_postgres(tmp_path / "pg") as url:
        began = time.monotonic()
        second = Postgres(tmp_path / "pg", tmp_path / "second.log")
        with pytest.raises(Refusal, match=f"in use by process {os.getpid()}"):
            second.open()
        assert time.monotonic() - began < 1
        assert ask(url, "select 1") == 1


def test_another_version_is_refused(tmp_path: Path) -> None:
    """A directory of an older PostgreSQL stays untouched, in words."""
    with embedded_postgres(tmp_path / "pg"):
        pass
    (tmp_path / "pg" / "data" / "PG_VERSION").write_text("16\n")
    with (
        pytest.raises(Refusal, match="was made by PostgreSQL 16, this is 18"),
        embedded_postgres(tmp_path / "pg"),
    ):
        pass


@pytest.mark.parametrize("name", ["x" * 120, "a, b", "it's 100% c:d"])
def test_any_directory_name_will_do(tmp_path: Path, name: str) -> None:
    """A path too long for a socket, or with characters that addresses give a meaning to."""
    with embedded_postgres(tmp_path / name / "pg") as url:
        assert ask(url, "select 1") == 1


def test_no_directory_above_changes_its_mode(tmp_path: Path) -> None:
    """Below a private directory the server runs all the same, and the directory stays private."""
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    before = [stat.S_IMODE(path.stat().st_mode) for path in private.parents]
    with embedded_postgres(private / "deep" / "pg") as url:
        assert ask(url, "select 1") == 1
        assert (private / "deep" / "pg" / "data").stat().st_mode & 0o777 == 0o700
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in private.parents] == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root lends an account")
def test_root_lends_an_account_and_one_capability(tmp_path: Path) -> None:
    """The server is neither root nor able to do more than walk past directory modes."""
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
def test_a_copy_that_root_brought_back_is_used(tmp_path: Path) -> None:
    """A data directory restored from a backup as root belongs to root."""
    with embedded_postgres(tmp_path / "pg") as url:
        ask(url, "create table kept as select 7 as value")
    subprocess.run(["cp", "-r", tmp_path / "pg", tmp_path / "copy"], check=True)
    with embedded_postgres(tmp_path / "copy") as url:
        assert ask(url, "select value from kept") == 7


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user can walk to his own programs")
def test_programs_below_a_private_directory(tmp_path: Path) -> None:
    """A clone in root's own home: the server's account can't walk to its programs by plain modes either."""
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
        "import sys; from pathlib import Path; from entrypoints.embedded.postgres import embedded_postgres\n"
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


def test_its_log_names_no_value_of_a_refused_row(tmp_path: Path) -> None:
    """ASVS-42: PostgreSQL would write down the key, or the whole row, that a constraint has refused."""
    log = tmp_path / "pg.log"
    with embedded_postgres(tmp_path / "pg", log=log) as url:
        ask(url, "create table people (phone text unique, age int check (age > 0))")
        ask(url, "insert into people values ('998901112233', 1)")
        for phone, age in (("998901112233", 2), ("998904445566", -1)):
            with pytest.raises(asyncpg.IntegrityConstraintViolationError):
                asyncio.run(_add(tmp_path / "pg" / "socket", phone, age))
    said = log.read_text()
    assert "unique constraint" in said, "what was refused is still told"
    assert "check constraint" in said
    assert "99890" not in said
