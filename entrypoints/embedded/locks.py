"""Who is at home: file locks that the kernel itself gives back when their holders are gone.

A *hold* belongs to the one process that starts things. A *lease* is handed down to a child and all its
descendants, so that it is free exactly when the last of them has ended; zombies and reused process numbers
hold nothing.
"""

import contextlib
import fcntl
import os
import time
from pathlib import Path

_STEP = 0.02


def lock(path: Path, patience: float = 0.0) -> int | None:
    """Take the lock file within `patience` seconds: its open descriptor, or None while somebody holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    _belong_to(path.parent, descriptor)
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            if time.monotonic() >= deadline:
                os.close(descriptor)
                return None
            time.sleep(_STEP)


def hold(path: Path, patience: float = 0.0) -> int | None:
    """Take the lock and write this process's number into it, for the message of whoever comes second."""
    descriptor = lock(path, patience)
    if descriptor is not None:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    return descriptor


def holder(path: Path) -> str:
    """The process number that a hold's owner left, or '?'."""
    with contextlib.suppress(OSError):
        return path.read_text().strip() or "?"
    return "?"


def _belong_to(directory: Path, descriptor: int) -> None:
    """A lock that root made in somebody's directory stays usable by that somebody."""
    if os.geteuid() == 0:
        owner = directory.stat()
        os.fchown(descriptor, owner.st_uid, owner.st_gid)
