"""Programs forked from a preloaded process behave as programs started by exec.

Issue 14, 7.
"""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.embedded.console import UP, Console, console, until

FORKING = (*UP[:-1], "up-forking")
SERVER = "fork_server_process"
PROGRAMS = ("stand_ins relay", "stand_ins worker", "stand_ins api")


@pytest.fixture
def forking(tmp_path: Path) -> Iterator[Console]:
    """A running console with a fork server."""
    with console(tmp_path / "home", command=FORKING) as it:
        it.wait_for("ready")
        yield it


def _status(pid: int, name: str) -> str:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(line.split(":")[1].strip() for line in lines if line.startswith(f"{name}:"))


def _descriptors(pid: int) -> dict[int, str]:
    folder = Path(f"/proc/{pid}/fd")
    return {int(entry.name): os.readlink(entry) for entry in folder.iterdir()}


def test_each_forked_program_is_a_child_of_the_supervisor_in_its_own_session(forking: Console) -> None:
    """So Ctrl-C reaches the supervisor alone, and the supervisor gets each exit code."""
    pids = [forking.pid_of(name) for name in PROGRAMS]
    assert {int(_status(pid, "PPid")) for pid in pids} == {forking.started.pid}
    assert [os.getsid(pid) for pid in pids] == pids
    assert int(_status(forking.pid_of(SERVER), "Threads")) == 1, "a fork would lose the other threads"


def test_a_forked_program_inherits_no_descriptor_but_the_lease(forking: Console) -> None:
    """Neither the supervisor's locks and sockets nor the fork server's connection."""
    home = forking.home
    for name in ("relay", "worker"):
        log = str(home / "logs" / f"{name}.log")
        found = _descriptors(forking.pid_of(f"stand_ins {name}"))
        assert (found.pop(0), found.pop(1), found.pop(2)) == ("/dev/null", log, log)
        assert list(found.values()) == [str(home / "run" / "programs.lock")]


def test_forked_programs_have_random_numbers_of_their_own(forking: Console) -> None:
    """From Python's and from OpenSSL's generators, both loaded by the fork server."""
    logs = [forking.home / "logs" / f"{name}.log" for name in ("relay", "worker")]
    first, second = (until(lambda log=log: log.read_text().split(), f"{log} is written") for log in logs)  # type: ignore[misc]
    assert len(first) == len(second) == 2
    assert not set(first) & set(second)


@pytest.mark.parametrize("name", [SERVER, "stand_ins worker"])
def test_a_killed_program_is_restarted_and_the_others_are_left_alone(forking: Console, name: str) -> None:
    """Also the fork server: later restarts are forked from the next one."""
    others = {other: forking.pid_of(other) for other in PROGRAMS if other != name}
    first = forking.pid_of(name)
    os.kill(first, signal.SIGKILL)
    forking.wait_for("was killed by signal 9; it starts again in 0.5 s")
    until(lambda: forking.pid_of(name) != first, f"another {name}")
    assert {other: forking.pid_of(other) for other in others} == others
    relay = others["stand_ins relay"]
    os.kill(relay, signal.SIGKILL)
    until(lambda: forking.pid_of("stand_ins relay") != relay, "another relay")
    assert forking.end() == 0
    until(lambda: not forking.processes(), "nothing runs", 10)


def test_a_killed_supervisor_takes_its_forked_programs_along(forking: Console) -> None:
    """kill -9: the kernel signals each of them within a second."""
    forking.processes()
    forking.end(signal.SIGKILL)
    until(lambda: not any("stand_ins" in words for words in forking.processes().values()), "all have ended", 1)
    until(lambda: not forking.processes(), "nothing runs", 10)


def test_adopted_processes_leave_no_zombies(forking: Console) -> None:
    """Backends of a killed postmaster become its children, and it reaps them."""
    os.kill(forking.pid_of("bin/postgres"), signal.SIGKILL)
    forking.wait_for("postgres was killed by signal 9; it starts again in 0.5 s")
    until(lambda: not _zombies_of(forking.started.pid), "no zombie is left", 40)


def _zombies_of(parent: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] == "Z" and int(fields[1]) == parent:
                found.append(int(entry.name))
    return found


def test_a_module_that_can_not_be_imported_fails_in_its_own_log(tmp_path: Path) -> None:
    """With the traceback, as with exec; the fork server continues."""
    with console(tmp_path / "home", command=(*UP[:-1], "up-broken")) as it:
        assert it.started.wait(30) == 1
        it.wait_for("broken keeps ending: ModuleNotFoundError: No module named 'tests.embedded.missing'")
    assert "Traceback" in (tmp_path / "home" / "logs" / "broken.log").read_text()
