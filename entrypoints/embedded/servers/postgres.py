"""The embedded PostgreSQL 18: a foreground server on a private unix socket."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from entrypoints.embedded import children, locks
from entrypoints.embedded.children import Child
from entrypoints.embedded.errors import OperatorError
from entrypoints.embedded.identity import Identity, unprivileged
from entrypoints.embedded.logs import last_error
from entrypoints.embedded.servers import pgdata

_MEGABYTE = 1024 * 1024
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "max_wal_size": "1GB",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "jit": "off",
    # a violated constraint is logged without the values of its row, which are personal data (ASVS-42)
    "log_error_verbosity": "terse",
    # slow statements, without their parameters, which are personal data as well
    "log_min_duration_statement": "1s",
    "log_parameter_max_length": "0",
}
DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
_FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "autovacuum_naptime": "1h"}


def address(directory: Path) -> str:
    """The URL of the server in `directory`, running or not, for asyncpg.

    In the form of SQLAlchemy's dialect.
    """
    return f"postgresql+asyncpg://markaz@/markaz?host={quote(str(pgdata.socket_directory(directory)), safe='/')}"


@dataclass
class Postgres:
    """One server in one directory.

    `durable=False` trades safety in a power cut for speed: tests only.
    """

    directory: Path
    log: Path
    durable: bool = True
    _identity: Identity | None = field(default=None, init=False)
    _hold: int | None = field(default=None, init=False)

    @property
    def data(self) -> Path:
        """PGDATA."""
        return self.directory.resolve() / "data"

    @property
    def sockets(self) -> Path:
        """The directory of the socket."""
        return pgdata.socket_directory(self.directory)

    @property
    def url(self) -> str:
        """For SQLAlchemy's asyncpg dialect."""
        return address(self.directory)

    def acquire(self) -> None:
        """Locks the directory and prepares it.

        Ends servers that a killed console left running, and initialises once.
        """
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._identity = unprivileged(self.directory, (self.data, pgdata.programs() / "postgres"))
        pgdata.make_private(self.directory, self._identity)
        self._hold = locks.hold(self.directory / "owner.lock")
        if self._hold is None:
            owner = locks.holder(self.directory / "owner.lock")
            raise OperatorError(
                f"The database in {self.directory} is in use by process {owner}: stop it, or set another CONSOLE_HOME"
            )
        os.close(self._end_orphans())
        pgdata.make_private(self.sockets, self._identity)
        pgdata.initialise(self.data, self._identity, durable=self.durable)

    def start(self) -> Child:
        """Start the server (it isn't ready yet); also after a crash."""
        lease = self._end_orphans()
        pgdata.remove_stale_files(self.data, self.sockets)
        settings = SETTINGS | (DURABLE if self.durable else _FAST)
        settings |= {
            "shared_buffers": _shared_buffers(durable=self.durable),
            "unix_socket_directories": f'"{self.sockets}"',
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return children.spawn(
            [pgdata.programs() / "postgres", "-D", self.data, *options],
            log=self.log,
            lease=lease,
            environment=children.without_postgres_variables(os.environ) | {"LC_ALL": "C"},
            directory=Path("/"),
            identity=self._identity,
            if_orphaned=signal.SIGINT,
        )

    def is_ready(self, child: Child) -> bool:
        """True when the server accepts connections, as recorded in its pid file."""
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return len(lines) >= 8 and lines[0].strip() == str(child.pid) and lines[7].strip() == "ready"

    def make_database(self) -> None:
        """Creates the console's role and its database unless they exist.

        The role is no superuser: it may not read files.
        """
        if not self._psql("select 1 from pg_roles where rolname = 'markaz'"):
            self._psql("create role markaz login createdb")
        if not self._psql("select 1 from pg_database where datname = 'markaz'"):
            self._psql("create database markaz owner markaz")

    def stop(self, child: Child) -> None:
        """Shut the server down fast: sessions are closed, all data is written."""
        children.stop(child, (signal.SIGINT, 10), (signal.SIGQUIT, 5))

    def release(self) -> None:
        """Unlock the directory."""
        if self._hold is not None:
            if self.directory.resolve() not in self.sockets.parents:
                with contextlib.suppress(OSError):
                    self.sockets.rmdir()
            os.close(self._hold)
            self._hold = None

    def _end_orphans(self) -> int:
        """The lease on the directory's server processes.

        Those of a dead console or postmaster are stopped first.
        """
        path = self.directory / "server.lock"
        for number, timeout in ((None, 0.5), (signal.SIGINT, 10.0), (signal.SIGQUIT, 6.0)):
            if number is not None:
                pgdata.stop_orphan(self.data, number)
            if (lease := locks.lock(path, timeout)) is not None:
                return lease
        raise OperatorError(
            f"An earlier PostgreSQL in {self.data} does not end: stop it by hand (its number is in postmaster.pid)"
        )

    def _psql(self, statement: str) -> str:
        program, sockets = str(pgdata.programs() / "psql"), str(self.sockets)
        command = [program, "-h", sockets, "-U", "postgres", "-d", "postgres", "-XAtqc", statement]
        environment = children.without_postgres_variables(os.environ)
        done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment, timeout=30)
        if done.returncode:
            raise OperatorError(
                f"PostgreSQL refused to prepare the database: {done.stderr.strip()} (its log: {self.log})"
            )
        return done.stdout.strip()


@contextmanager
def embedded_postgres(
    directory: Path, *, durable: bool = False, timeout: float = 60, log: Path | None = None
) -> Iterator[str]:
    """A running PostgreSQL in `directory`, which stays.

    Yields the SQLAlchemy asyncpg URL of its empty database. Call it from the main thread: the server ends with the
    thread that started it.
    """
    directory.mkdir(parents=True, exist_ok=True)
    server = Postgres(directory, log or directory.parent / f"{directory.name}.log", durable=durable)
    with ExitStack() as undo:
        server.acquire()
        undo.callback(server.release)
        child = server.start()
        undo.callback(server.stop, child)
        _wait_until_ready(server, child, timeout)
        server.make_database()
        yield server.url


def _wait_until_ready(server: Postgres, child: Child, timeout: float) -> None:
    """Wait until the server is ready; OperatorError when it ends or takes longer."""
    deadline = time.monotonic() + timeout
    while not server.is_ready(child):
        if child.poll() is not None:
            raise OperatorError(f"PostgreSQL ended while starting ({last_error(server.log)}); its log: {server.log}")
        if time.monotonic() > deadline:
            raise OperatorError(f"PostgreSQL is not ready after {timeout:.0f} s; its log: {server.log}")
        time.sleep(0.01)


def _shared_buffers(*, durable: bool) -> str:
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // _MEGABYTE
    return f"{max(64, min(256, memory // 8))}MB" if durable else "64MB"
