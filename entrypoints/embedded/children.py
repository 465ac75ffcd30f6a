"""Child programs: started so that none outlives the console, stopped in words they understand."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from entrypoints.embedded.identity import Identity

_PR_SET_PDEATHSIG = 1
_C = ctypes.CDLL(None, use_errno=True)

Child = subprocess.Popen[bytes]


def spawn(
    command: Sequence[str | Path],
    *,
    log: Path,
    lease: int | None = None,
    environment: Mapping[str, str] | None = None,
    directory: Path | None = None,
    identity: Identity | None = None,
    if_orphaned: signal.Signals = signal.SIGTERM,
) -> Child:
    """Start a program in a session of its own, its words going to the log file.

    `lease`: an open lock that the child and its descendants keep until the last has ended (locks.lock); the
    caller's copy is closed here. `if_orphaned`: the signal that the kernel sends it when this thread dies, so
    call this from the thread that lives longest: the main one.
    """
    try:
        with log.open("ab") as words:
            return subprocess.Popen(
                [os.fspath(part) for part in command],
                stdin=subprocess.DEVNULL,
                stdout=words,
                stderr=words,
                env=environment,
                cwd=directory,
                start_new_session=True,
                pass_fds=() if lease is None else (lease,),
                preexec_fn=_before_exec(identity, if_orphaned),  # noqa: PLW1509 - one thread starts all children
            )
    finally:
        if lease is not None:
            os.close(lease)


def stop(child: Child, *words: tuple[signal.Signals, float]) -> bool:
    """Say each signal in turn and wait its seconds; SIGKILL last. True if it went before being killed."""
    for word, patience in words:
        with contextlib.suppress(ProcessLookupError):
            child.send_signal(word)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(patience)
            return True
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    return False


def without_surprises(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment less what would lead a PostgreSQL program or driver elsewhere (PGHOST, PGPORT …)."""
    return {name: value for name, value in environment.items() if not name.startswith("PG")}


def _before_exec(identity: Identity | None, if_orphaned: signal.Signals) -> Callable[[], None]:
    parent = os.getpid()

    def prepare() -> None:
        os.umask(0o077)
        if identity is not None:
            identity.assume()
        if sys.platform == "linux":
            # After the change of account, which would clear it; a parent that died meanwhile is noticed by its number.
            _C.prctl(_PR_SET_PDEATHSIG, int(if_orphaned), 0, 0, 0)
            if os.getppid() != parent:
                os._exit(1)

    return prepare
