"""The supervisor's side of the fork server.

One process imports the console once, and each program is a fork of it. A forked program is a child of the supervisor,
not of the fork server: the fork server forks twice, and the kernel hands the orphaned grandchild to the nearest
subreaper, which the supervisor is. So exit codes, signals and the death signal work as for a program that was started
by exec.
"""

import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from entrypoints.embedded import children
from entrypoints.embedded.children import Child

PROCESS = "entrypoints.embedded.fork_server_process"
# room in the command line for those of the programs: a process can't make its own longer
ROOM_FOR_COMMAND_LINES = 400
_PR_SET_CHILD_SUBREAPER = 36
_REPLY_SECONDS = 60.0  # the first reply waits for the imports
_POLL_SECONDS = 0.01
_C = ctypes.CDLL(None, use_errno=True)


def become_subreaper() -> bool:
    """Adopt orphaned descendants from now on; False where the system can't."""
    return sys.platform == "linux" and not _C.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def reap_orphans(known: set[int]) -> None:
    """Collects the exit codes of adopted processes.

    Those of ``known`` ones belong to their starters.
    """
    while True:
        try:
            ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return
        if ended is None or ended.si_pid in known:
            return
        os.waitpid(ended.si_pid, 0)


class ForkedChild:
    """A child that another process forked for this one.

    It has the part of ``Popen`` that the supervisor uses.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        """The exit code, negative for a signal; None while the process runs."""
        if self._code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._code = os.waitstatus_to_exitcode(status)
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """The exit code. Raises TimeoutExpired after ``timeout`` seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
            time.sleep(_POLL_SECONDS)
        return code

    def send_signal(self, number: int) -> None:
        """Signal the process unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


class ForkServer:
    """A process with ``modules`` imported, which forks programs.

    Requires ``become_subreaper``.
    """

    def __init__(self, modules: Sequence[str], log: Path) -> None:
        self._modules = tuple(modules)
        self._log = log
        self._control: socket.socket | None = None
        self._ready = False

    def start(self, lease: int, environment: Mapping[str, str], directory: Path) -> Child:
        """Starts the process, which then imports. ``lease`` as in ``children.spawn``."""
        self._close()
        here, there = socket.socketpair()
        here.settimeout(_REPLY_SECONDS)
        with there:
            child = children.spawn(
                [sys.executable, "-m", PROCESS, str(there.fileno()), " " * ROOM_FOR_COMMAND_LINES],
                log=self._log,
                lease=lease,
                environment=environment,
                directory=directory,
                inherited=(there.fileno(),),
            )
        self._control, self._ready = here, False
        _send(here, {"modules": self._modules})
        return child

    def is_ready(self, _: Child) -> bool:
        """True once all modules are imported."""
        if not self._ready and self._control and select.select([self._control], [], [], 0)[0]:
            self._receive()
            self._ready = True
        return self._ready

    def fork(self, command: Sequence[str], *, log: Path, environment: Mapping[str, str], directory: Path) -> Child:
        """Runs ``python -m module option …`` in a fork.

        Raises OSError when it cannot be started.
        """
        if not self._ready:
            self._receive()
            self._ready = True
        assert self._control  # noqa: S101 - _receive has used it
        _send(
            self._control,
            {
                "command": list(command),
                "log": os.fspath(log),
                "environment": dict(environment),
                "directory": os.fspath(directory),
            },
        )
        reply = self._receive()
        if "pid" not in reply:
            raise OSError(f"the fork server could not start it: {reply.get('error')}")
        return ForkedChild(int(reply["pid"]))

    def stop(self, child: Child) -> None:
        """Stops the process; forked programs continue."""
        self._close()
        children.stop(child, (signal.SIGTERM, 2))

    def _receive(self) -> dict[str, Any]:
        if self._control is None:
            raise ConnectionError("the fork server is not running")
        line = b""
        while not line.endswith(b"\n"):
            part = self._control.recv(65536)
            if not part:
                self._close()
                raise ConnectionError("the fork server has ended")
            line += part
        found: dict[str, Any] = json.loads(line)
        return found

    def _close(self) -> None:
        if self._control is not None:
            self._control.close()
        self._control, self._ready = None, False


def _send(control: socket.socket, message: Mapping[str, Any]) -> None:
    control.sendall(json.dumps(message).encode() + b"\n")
