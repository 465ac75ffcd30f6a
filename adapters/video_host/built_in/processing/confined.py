"""Runs a program on an untrusted file within limits of memory, time and disk."""

import asyncio
import contextlib
import os
import resource
import signal
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from adapters.parent_death import end_with_parent
from adapters.process_priority import lower_priority

# it yields to everything else of the machine, and is the first to go where memory runs out
NICENESS = 15
FIRST_TO_GO = "900"
OPEN_FILES = 64
# of what the program writes to its log, so much of the beginning and of the end is read
LOG_BYTES = 64 * 1024
# a static ffmpeg must not load the system's converters of texts: at every transport stream it ended with signal 11
ENVIRONMENT = {"LC_ALL": "C", "AV_LOG_FORCE_NOCOLOR": "1", "GCONV_PATH": "/nonexistent"}


@dataclass(frozen=True)
class Limits:
    """Limits of one run: its time in seconds, memory, and size of each file."""

    seconds: float
    file_bytes: int
    memory_bytes: int


@dataclass(frozen=True)
class Outcome:
    """The end of a run.

    ``code``: negative for a signal; None: it took too long and was killed.
    """

    code: int | None
    log: str


OnLine = Callable[[str], Awaitable[None]]


async def run_confined(command: Sequence[str], limits: Limits, on_line: OnLine | None = None) -> Outcome:
    """Runs a program to its end; ``on_line`` takes each line of its output.

    Killed at the limit of time, when the caller is cancelled, and with this process.
    """
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=ENVIRONMENT,
        start_new_session=True,
        preexec_fn=_before_exec(limits, os.getpid()),
    )
    if process.stdout is None or process.stderr is None:
        raise RuntimeError("no pipes")
    log = asyncio.create_task(_ends_of(process.stderr))
    try:
        async with asyncio.timeout(limits.seconds):
            async for line in process.stdout:
                if on_line:
                    await on_line(line.decode(errors="replace").strip())
            code: int | None = await process.wait()
    except TimeoutError:
        code = None
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    return Outcome(code, await log)


async def _ends_of(stream: asyncio.StreamReader) -> str:
    """The beginning and the end of a log, which a hostile file may flood."""
    head, tail = b"", b""
    while piece := await stream.read(LOG_BYTES):
        room = LOG_BYTES - len(head)
        head, tail = head + piece[:room], (tail + piece[room:])[-LOG_BYTES:]
    return (head + tail).decode(errors="replace")


def _before_exec(limits: Limits, parent: int) -> Callable[[], None]:
    cpu_seconds = int(limits.seconds * (os.cpu_count() or 1)) + 1
    bounds = (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_FSIZE, limits.file_bytes),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    )

    def confine() -> None:
        try:
            end_with_parent(parent, signal.SIGKILL)
        except ProcessLookupError:
            os._exit(1)
        lower_priority(NICENESS)
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO)
        for kind, value in bounds:
            resource.setrlimit(kind, (value, value))

    return confine
