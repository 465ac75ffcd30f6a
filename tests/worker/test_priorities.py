"""Programs that come after others, also where the kernel weighs sessions."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adapters.video_host.built_in.processing.confined import NICENESS, Limits, run_confined
from tests.support.served import LOWEST, session_niceness

PROJECT = Path(__file__).resolve().parents[2]
NOBODY = 65534
# as an unprivileged account, whose processes may change the files of their own in /proc
LOWERED = """
import ctypes, os, sys
from adapters.process_priority import lower_priority
if os.getuid() == 0:
    os.setuid({nobody})
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)
lower_priority(7)
print("lowered", flush=True)
sys.stdin.read()
"""


def _has_session_weights() -> bool:
    """True if the kernel gives a new session a weight of its own.

    The first session of a machine has none.
    """
    with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE, start_new_session=True) as process:
        return session_niceness(process.pid) is not None


WEIGHS_SESSIONS = _has_session_weights()


def lowered(*, leads: bool) -> subprocess.Popen[str]:
    """A process that lowers its priority by 7."""
    code = LOWERED.format(nobody=NOBODY)
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", code], cwd=PROJECT, stdin=pipe, stdout=pipe, text=True, start_new_session=leads
    )


@pytest.mark.parametrize("count", [1, 4])
def test_the_session_of_a_process_of_its_own_comes_later(count: int) -> None:
    """Several at once, as programs start.

    The kernel takes one change in a tenth of a second.
    """
    processes = [lowered(leads=True) for _ in range(count)]
    try:
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "lowered\n"
            assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(os.getpriority(os.PRIO_PROCESS, 0) + 7, LOWEST)
            assert session_niceness(process.pid) == (7 if WEIGHS_SESSIONS else None)
    finally:
        for process in processes:
            process.communicate("")


def test_a_process_in_a_session_of_others_leaves_it_as_it_is() -> None:
    before, process = session_niceness(os.getpid()), lowered(leads=False)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "lowered\n"
        assert session_niceness(process.pid) == before
    finally:
        process.communicate("")


async def test_a_conversion_comes_after_all_others() -> None:
    """It has a session of its own, so niceness alone would make it equal to the API."""
    lines: list[str] = []

    async def note(line: str) -> None:
        lines.append(line)

    show = "cut -d' ' -f19 /proc/self/stat; cat /proc/self/autogroup || true"
    outcome = await run_confined(["/bin/sh", "-c", show], Limits(30, 2**31, 2**31), note)
    assert outcome.code == 0
    assert int(lines[0]) == min(os.getpriority(os.PRIO_PROCESS, 0) + NICENESS, LOWEST)
    if WEIGHS_SESSIONS:
        assert lines[1].endswith(f" nice {NICENESS}")
