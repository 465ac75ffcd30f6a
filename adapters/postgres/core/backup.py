"""A consistent dump of the database and its restore.

Uses PostgreSQL's own programs and verifies the rows by digests.
"""

import asyncio
import os
import re
import shutil
import subprocess
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

import asyncpg

from adapters.backup_file import PIECE, TableState
from adapters.postgres.core.audit.chain import A_HEAD, HEAD, head_of
from adapters.postgres.core.engine import CONNECT_TIMEOUT, asyncpg_arguments

# settings that make the text of a row independent of the session
PLAIN = (
    "timezone to 'UTC'",
    "datestyle to 'ISO, YMD'",
    "intervalstyle to 'iso_8601'",
    "bytea_output to 'hex'",
    "extra_float_digits to 1",
)
TABLES = "select tablename from pg_tables where schemaname = 'public' order by 1"
# a digest of each row as two numbers; their sums do not depend on the order of rows
STATE = """
select '{table}' as name, count(*) as rows, coalesce(sum(('x' || left(d, 16))::bit(64)::bigint::numeric), 0)::text
    || ':' || coalesce(sum(('x' || substr(d, 17, 16))::bit(64)::bigint::numeric), 0)::text as digest
from (select encode(sha256(convert_to(t::text, 'UTF8')), 'hex') as d from public."{table}" t) rows
"""
# values encrypted with the console's key, in words for people
SEALED = {
    "students' identity papers": "select count(*) from students where papers is not null",
    "records put aside by synchronisation": "select count(*) from sync_parked where record is not null",
    "personal values in the audit log": "select count(*) from subject_keys where sealed_key is not null",
}
PAPERS = "select id, papers from students where papers is not null order by id"
SUPERADMIN = "select login from users where superadmin order by id limit 1"
OTHERS = """
select count(*) from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
"""
# seconds until a session disappears after its program has ended, and the number of polls within them
ENDING_TAKES, LOOKS = 3.0, 30
# drops everything of the console; the schema itself may belong to another owner
EMPTIED = """
do $$
declare thing record;
begin
    for thing in
        select format('drop table public.%I cascade', tablename) as it from pg_tables where schemaname = 'public'
        union all select format('drop routine %s cascade', oid::regprocedure) from pg_proc
        where pronamespace = 'public'::regnamespace
    loop execute thing.it; end loop;
end $$;
"""


class ProgramFailed(Exception):
    """A program of PostgreSQL failed; the message is its output."""


class Snapshot:
    """The database at one moment, while others continue to write."""

    def __init__(self, connection: Any, name: str) -> None:
        self._connection = connection
        self.name = name

    async def schema(self) -> str:
        """The schema revision; "" before the first migration."""
        if not await self._connection.fetchval("select to_regclass('public.alembic_version') is not null"):
            return ""
        return str(await self._connection.fetchval("select version_num from public.alembic_version") or "")

    async def server(self) -> str:
        """The server's version."""
        return str(await self._connection.fetchval("show server_version"))

    async def tables(self) -> dict[str, TableState]:
        """Every table: its rows and their digest."""
        names = [row[0] for row in await self._connection.fetch(TABLES)]
        found = [await self._connection.fetchrow(STATE.format(table=name)) for name in names]
        return {row["name"]: TableState(row["rows"], row["digest"]) for row in found}

    async def audit_head(self) -> str:
        """The newest seal of the audit log; "" before the first."""
        return await head_of(self._connection)

    async def sealed(self) -> dict[str, int]:
        """The number of encrypted values by kind."""
        return {kind: await self._connection.fetchval(count) for kind, count in SEALED.items()}


@asynccontextmanager
async def snapshot(database_url: str) -> AsyncIterator[Snapshot]:
    """A snapshot that lasts as long as the block."""
    connection = await asyncpg.connect(**asyncpg_arguments(database_url), timeout=CONNECT_TIMEOUT)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            for setting in PLAIN:
                await connection.execute(f"set local {setting}")
            yield Snapshot(connection, await connection.fetchval("select pg_export_snapshot()"))
    finally:
        await connection.close(timeout=CONNECT_TIMEOUT)


async def is_empty(database_url: str) -> bool:
    """True if there is no table yet."""
    async with _connected(database_url) as connection:
        return not await connection.fetch(TABLES)


async def others_connected(database_url: str) -> int:
    """The number of other sessions; those that are ending get a moment to end."""
    async with _connected(database_url) as connection:
        for _ in range(LOOKS):
            if not (others := int(await connection.fetchval(OTHERS))):
                break
            await asyncio.sleep(ENDING_TAKES / LOOKS)
    return others


async def papers(database_url: str) -> AsyncIterator[tuple[int, bytes]]:
    """Students' encrypted identity documents, by the student's id."""
    async with _connected(database_url) as connection, connection.transaction(readonly=True):
        async for row in connection.cursor(PAPERS):
            yield row["id"], row["papers"]


async def superadmin(database_url: str) -> str:
    """The login of the superadmin."""
    async with _connected(database_url) as connection:
        return str(await connection.fetchval(SUPERADMIN) or "superadmin")


@asynccontextmanager
async def _connected(database_url: str) -> AsyncIterator[Any]:
    connection = await asyncpg.connect(**asyncpg_arguments(database_url), timeout=CONNECT_TIMEOUT)
    try:
        yield connection
    finally:
        await connection.close(timeout=CONNECT_TIMEOUT)


def dump(database_url: str, programs: Path, snapshot_name: str, target: IO[bytes]) -> None:
    """Writes the database as of the snapshot. Raises ProgramFailed."""
    options = ("--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot_name}")
    with _started(database_url, programs / "pg_dump", *options) as (_, dumped):
        shutil.copyfileobj(dumped, target, PIECE)


def restore(
    database_url: str, programs: Path, source: IO[bytes], expected: Mapping[str, TableState], audit_head: str = ""
) -> None:
    """Replaces the database with a dump in one transaction, rolled back on any error.

    Before the commit each table is compared with ``expected``, and the audit log must end in ``audit_head`` where one
    is given. Raises ProgramFailed.
    """
    # Not --single-transaction: that commits at the end of its input, also where the writer was killed halfway.
    write = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null")
    # psql ends at an error, and its message is read when it is waited for
    with _started(database_url, programs / "psql", *write) as (statements, _), suppress(BrokenPipeError):
        statements.write(f"begin;\n{EMPTIED}".encode())
        with _started("", programs / "pg_restore", "--file=-", "--no-owner", "--no-privileges") as (taken, read):
            feeding = threading.Thread(target=_feed, args=(source, taken), daemon=True)
            feeding.start()
            shutil.copyfileobj(read, statements, PIECE)
        # only a dump that was read completely is compared, and only then committed
        statements.write(f"{_compared(expected, audit_head)}commit;\n".encode())
        statements.close()


def _compared(expected: Mapping[str, TableState], audit_head: str) -> str:
    """SQL that fails with the names of all tables that differ from the expected state."""
    wanted = ", ".join(f"('{name}', {state.rows}::bigint, '{state.digest}')" for name, state in expected.items())
    found = " union all ".join(STATE.format(table=name) for name in expected)
    if audit_head and not re.fullmatch(A_HEAD, audit_head):
        raise ProgramFailed("not as it was saved: the head of the audit log")
    ends = f"if '{audit_head}' is distinct from ({HEAD}) then differing := 'the head of the audit log'; end if;"
    settings = "".join(f"set local {setting};\n" for setting in PLAIN)
    return f"""
set local search_path to public;
{settings}
do $$
declare differing text;
begin
    select string_agg(name, ', ') into differing
    from (values {wanted}) wanted (name, rows, digest) join ({found}) found using (name)
    where (wanted.rows, wanted.digest) is distinct from (found.rows, found.digest);
    {ends if audit_head else ""}
    if differing is not null then raise exception 'not as it was saved: %', differing; end if;
end $$;
"""  # noqa: S608 - names and digests of our own manifest, which was checked


def _feed(source: IO[bytes], target: IO[bytes]) -> None:
    try:
        shutil.copyfileobj(source, target, PIECE)
    except BrokenPipeError:
        pass
    finally:
        target.close()


@contextmanager
def _started(database_url: str, program: Path, *options: str) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """A running PostgreSQL program with its input and output.

    Raises ProgramFailed with its message unless it exits with 0. Without a database it only translates. The program
    is killed where the block fails.
    """
    pipe = subprocess.PIPE
    command = [os.fspath(program), *options]
    environment = _environment(database_url)
    started = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment)  # noqa: S603 - ours
    given, gives, errors = (cast("IO[bytes]", end) for end in (started.stdin, started.stdout, started.stderr))
    output: list[bytes] = []
    listening = threading.Thread(target=lambda: output.append(errors.read()), daemon=True)
    listening.start()
    try:
        yield given, gives
    except BaseException:
        started.kill()
        raise
    finally:
        code = started.wait()
        listening.join()
    if code:
        lines = b"".join(output).decode(errors="replace").strip().splitlines()
        raise ProgramFailed(f"{program.name}: {_telling(lines)}")


def _telling(lines: list[str]) -> str:
    """The line of the output that describes the error."""
    return next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "no reason given")


def _environment(database_url: str) -> dict[str, str]:
    """The connection as environment variables: a command line would expose it."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    if not database_url:
        return clean
    names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD", "ssl": "PGSSLMODE"}
    arguments = asyncpg_arguments(database_url)
    given = {names.get(name, "PGDATABASE"): str(value) for name, value in arguments.items()}
    return clean | given | {"PGCONNECT_TIMEOUT": str(int(CONNECT_TIMEOUT)), "PGAPPNAME": "markaz-backup"}
