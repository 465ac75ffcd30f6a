"""Ends programs that outlived a killed console before a new one starts there."""

import contextlib
import os
import signal
import sys
from pathlib import Path

from entrypoints.embedded import locks
from entrypoints.embedded.errors import OperatorError

# the command line of a helper that multiprocessing started
_HELPER = b"multiprocessing."
# commands, and programs that a person or an orchestrator starts
_BY_ITSELF = (b"\0entrypoints.cli\0", b"\0entrypoints.simulators")
_PROGRAM = b"\0entrypoints."


def helpers_without_program(home: Path) -> list[int]:
    """Helper processes of this home whose program has ended."""
    if sys.platform != "linux":
        return []
    found = []
    for pid in _of_home(home):
        with contextlib.suppress(OSError, ValueError):
            if _HELPER in _command(pid):
                above = _command(_parent(pid))
                if _PROGRAM not in above and _HELPER not in above:
                    found.append(pid)
    return found


def programs_without_console(home: Path) -> list[int]:
    """Programs that a console of this home started; only right while none runs."""
    if sys.platform != "linux":
        return []
    found = []
    for pid in _of_home(home):
        with contextlib.suppress(OSError, ValueError):
            command = _command(pid)
            if _PROGRAM in command and not any(part in command for part in _BY_ITSELF):
                found.append(pid)
    return found


def end_orphans(home: Path, lease: Path) -> int:
    """The lease on the home's programs, once the last one of an earlier start ended.

    Programs that remain are killed.
    """
    for timeout, kills in ((6.0, False), (3.0, True)):
        if kills:
            _kill(home)
        if (descriptor := locks.lock(lease, timeout)) is not None:
            for pid in helpers_without_program(home):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
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


def _of_home(home: Path) -> list[int]:
    """Processes of this account whose environment names exactly this home."""
    mark, found = os.fsencode(f"CONSOLE_HOME={home}"), []
    for entry in os.listdir("/proc"):
        with contextlib.suppress(OSError):
            other = entry.isdigit() and int(entry) != os.getpid()
            if other and mark in Path(f"/proc/{entry}/environ").read_bytes().split(b"\0"):
                found.append(int(entry))
    return found


def _command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
