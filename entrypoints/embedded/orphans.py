"""Ends programs that outlived a killed console before a new one starts there."""

import contextlib
import os
import signal
import sys
from pathlib import Path

from entrypoints.embedded import locks
from entrypoints.embedded.errors import OperatorError


def end_orphans(home: Path, lease: Path) -> int:
    """The lease on the home's programs, once the last one of an earlier start ended.

    Programs that remain are killed.
    """
    for timeout, kills in ((6.0, False), (3.0, True)):
        if kills:
            _kill(home)
        if (descriptor := locks.lock(lease, timeout)) is not None:
            return descriptor
    raise OperatorError(f"Programs of an earlier start still run on {home}: end them, or set another CONSOLE_HOME")


def _kill(home: Path) -> None:
    """Kill the sessions whose leader this project started with exactly this home."""
    if sys.platform != "linux":
        return
    mark = os.fsencode(f"CONSOLE_HOME={home}")
    for entry in os.listdir("/proc"):
        with contextlib.suppress(OSError):
            if entry.isdigit() and int(entry) != os.getpid() and os.getsid(int(entry)) == int(entry):
                variables = Path(f"/proc/{entry}/environ").read_bytes().split(b"\0")
                command = Path(f"/proc/{entry}/cmdline").read_bytes()
                if mark in variables and b"\0entrypoints." in command:
                    os.killpg(int(entry), signal.SIGKILL)
