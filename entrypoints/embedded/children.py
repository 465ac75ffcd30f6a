"""Starts child processes that cannot outlive the console, and stops them."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from adapters.parent_death import end_with_parent
from entrypoints.embedded.identity import Identity


class Child(Protocol):
    """A child process, as ``subprocess.Popen`` has it."""

    pid: int

    def poll(self) -> int | None:
        """The exit code, negative for a signal; None while the process runs."""

    def wait(self, timeout: float | None = None) -> int:
        """The exit code. Raises TimeoutExpired after ``timeout`` seconds."""

    def send_signal(self, number: int, /) -> None:
        """Signal the process unless it has ended."""


def spawn(
    command: Sequence[str | Path],
    *,
    log: Path,
    lease: int | None = None,
    inherited: Sequence[int] = (),
    environment: Mapping[str, str] | None = None,
    directory: Path | None = None,
    identity: Identity | None = None,
    if_orphaned: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Starts a program in its own session, with its output appended to the log file.

    `lease`: an open lock that the child and its descendants hold until the last has ended (locks.lock); the caller's
    copy is closed here. `inherited`: further descriptors for the child. `if_orphaned`: the signal that the kernel
    sends it when this thread ends, so call this from the thread that lives longest: the main one.
    """
    try:
        with log.open("ab") as output:
            return subprocess.Popen(
                [os.fspath(part) for part in command],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=environment,
                cwd=directory,
                start_new_session=True,
                pass_fds=(*inherited, *(() if lease is None else (lease,))),
                preexec_fn=_before_exec(identity, if_orphaned),  # noqa: PLW1509 - one thread starts all children
            )
    finally:
        if lease is not None:
            os.close(lease)


def stop(child: Child, *signals: tuple[signal.Signals, float]) -> bool:
    """Sends each signal in order and waits its seconds; SIGKILL last.

    True if the child ended before it was killed.
    """
    for number, seconds in signals:
        with contextlib.suppress(ProcessLookupError):
            child.send_signal(number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(seconds)
            return True
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    return False


def without_postgres_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment without variables that redirect PostgreSQL's programs.

    Programs and drivers read PGHOST, PGPORT and others.
    """
    return {name: value for name, value in environment.items() if not name.startswith("PG")}


def _before_exec(identity: Identity | None, if_orphaned: signal.Signals) -> Callable[[], None]:
    parent = os.getpid()

    def prepare() -> None:
        os.umask(0o077)
        if identity is not None:
            identity.assume()
        try:
            end_with_parent(parent, if_orphaned)  # after the change of account, which would clear it
        except ProcessLookupError:
            os._exit(1)

    return prepare
