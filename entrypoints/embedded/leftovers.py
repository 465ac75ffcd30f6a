"""Programs that outlived a killed console: waited for, then ended, before a new one starts in the same directory."""

import contextlib
import os
import signal
import sys
from pathlib import Path

from entrypoints.embedded import locks
from entrypoints.embedded.refusal import Refusal


def take_over(home: Path, lease: Path) -> int:
    """The lease on the home's programs, once the last of an earlier start is gone; kills what lingers."""
    for patience, ends_them in ((6.0, False), (3.0, True)):
        if ends_them:
            _kill(home)
        if (descriptor := locks.lock(lease, patience)) is not None:
            return descriptor
    raise Refusal(f"Programs of an earlier start still run on {home}: end them, or set another CONSOLE_HOME")


def _kill(home: Path) -> None:
    """End the sessions whose leader was started by this project with exactly this home."""
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
