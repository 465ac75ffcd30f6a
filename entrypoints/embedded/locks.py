"""File locks that the kernel releases when their holders have ended.

A *hold* belongs to the one process that starts things. A *lease* is inherited by a child and all its descendants, so
that it is free exactly when the last of them has ended; zombies and reused process numbers hold nothing.
"""

import contextlib
import fcntl
import os
import time
from pathlib import Path

_POLL_SECONDS = 0.02


def lock(path: Path, timeout: float = 0.0) -> int | None:
    """Acquires the lock file within `timeout` seconds.

    Returns its open descriptor, or None while another process holds it.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    _give_to_owner_of(path.parent, descriptor)
    deadline = time.monotonic() + timeout
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            if time.monotonic() >= deadline:
                os.close(descriptor)
                return None
            time.sleep(_POLL_SECONDS)


def hold(path: Path, timeout: float = 0.0) -> int | None:
    """Acquires the lock and writes this process's number into it.

    A second start shows the number in its error message.
    """
    descriptor = lock(path, timeout)
    if descriptor is not None:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    return descriptor


def holder(path: Path) -> str:
    """The process number that a hold's owner wrote, or '?'."""
    with contextlib.suppress(OSError):
        return path.read_text().strip() or "?"
    return "?"


def _give_to_owner_of(directory: Path, descriptor: int) -> None:
    """Gives a lock that root created to the owner of its directory."""
    if os.geteuid() == 0:
        owner = directory.stat()
        os.fchown(descriptor, owner.st_uid, owner.st_gid)
