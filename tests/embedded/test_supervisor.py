"""One command starts everything, Ctrl-C stops it, after any crash (issue 2, A1)."""

import contextlib
import os
import signal
import socket
import time
from pathlib import Path

import pytest

from tests.embedded.console import Console, console, until
from tests.embedded.ports import free_port


def _wait_until_gone(it: Console) -> None:
    until(lambda: not it.processes(), f"nothing of {it.home} runs", 10)


def test_ctrl_c_stops_all_programs(tmp_path: Path) -> None:
    """Ctrl-C leaves no process behind, and the exit code is 0."""
    with console(tmp_path / "home") as it:
        it.wait_for("ready")
        names = " ".join(it.processes().values())
        assert all(program in names for program in ("postgres", "nats-server", "api", "worker", "relay"))
        began = time.monotonic()
        assert it.end() == 0
        assert time.monotonic() - began < 5
        _wait_until_gone(it)


def test_sigterm_during_the_start_stops_all_programs(tmp_path: Path) -> None:
    """The signal arrives while PostgreSQL is being initialised."""
    with console(tmp_path / "home") as it:
        until((tmp_path / "home" / "run" / "run.lock").exists, "it has begun")
        time.sleep(0.3)
        assert it.end(signal.SIGTERM) in {0, -signal.SIGTERM}
        _wait_until_gone(it)


def test_a_killed_console_leaves_nothing_and_starts_again(tmp_path: Path) -> None:
    """The programs end with a killed supervisor; the same home and port start again.

    kill -9 of the supervisor.
    """
    with console(tmp_path / "home") as first:
        first.wait_for("ready")
        first.end(signal.SIGKILL)
    began = time.monotonic()
    with console(tmp_path / "home", port=first.port) as second:
        second.wait_for("ready")
        assert time.monotonic() - began < 10


def test_a_console_killed_with_all_its_programs_starts_again(tmp_path: Path) -> None:
    """Every process is killed at once, as in a power cut."""
    with console(tmp_path / "home") as first:
        first.wait_for("ready")
        for pid in [first.started.pid, *first.processes()]:
            with contextlib.suppress(ProcessLookupError):
                # some end by themselves when the first of them has ended
                os.kill(pid, signal.SIGKILL)
    with console(tmp_path / "home", port=first.port) as second:
        second.wait_for("ready")


@pytest.mark.parametrize("name", ["bin/postgres", "nats-server", "stand_ins worker"])
def test_a_killed_program_is_restarted_and_reported(tmp_path: Path, name: str) -> None:
    """kill -9 of one program: another one takes its place, and the console stays up."""
    with console(tmp_path / "home") as it:
        it.wait_for("ready")
        first = it.pid_of(name)
        os.kill(first, signal.SIGKILL)
        it.wait_for("was killed by signal 9; it starts again in 0.5 s")
        until(lambda: it.pid_of(name) != first, f"another {name}")
        assert it.end() == 0


def test_two_consoles_run_side_by_side(tmp_path: Path) -> None:
    """Different CONSOLE_HOME and CONSOLE_PORT: neither affects the other."""
    with console(tmp_path / "one") as one, console(tmp_path / "two") as two:
        assert one.wait_for("ready") != two.wait_for("ready")
        assert one.end() == 0
        assert two.started.poll() is None


def test_a_second_start_on_the_same_home_is_rejected(tmp_path: Path) -> None:
    """One line within two seconds names the running process, which is not affected."""
    with console(tmp_path / "home") as first:
        first.wait_for("ready")
        began = time.monotonic()
        with console(tmp_path / "home") as second:
            assert second.started.wait(10) == 1
            assert time.monotonic() - began < 2
            line = second.wait_for("already runs")
        assert f"process {first.started.pid}" in line
        assert first.started.poll() is None


def test_a_taken_port_is_rejected(tmp_path: Path) -> None:
    """One line that names another port; nothing is started."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        began = time.monotonic()
        with console(tmp_path / "home", port=port) as it:
            assert it.started.wait(10) == 1
            assert time.monotonic() - began < 2
            assert f"127.0.0.1:{port} is taken" in it.wait_for("CONSOLE_PORT=")
        assert not (tmp_path / "home" / "postgres").exists()


def test_an_address_of_another_machine_is_rejected(tmp_path: Path) -> None:
    """CONSOLE_HOST that this machine doesn't have."""
    with console(tmp_path / "home", CONSOLE_HOST="192.0.2.1") as it:
        assert it.started.wait(10) == 1
        it.wait_for("Can't listen on 192.0.2.1")


def test_named_servers_replace_the_embedded_ones(tmp_path: Path) -> None:
    """With CONSOLE_DATABASE_URL and CONSOLE_NATS_URL no embedded server starts."""
    named = {"CONSOLE_DATABASE_URL": "postgresql://nobody@127.0.0.1/x", "CONSOLE_NATS_URL": "nats://127.0.0.1:1"}
    with console(tmp_path / "home", **named) as it:
        assert "postgresql+asyncpg://nobody@127.0.0.1/x" in it.wait_for("ready")
        assert not any("bin/postgres" in words or "nats-server" in words for words in it.processes().values())


def test_secrets_persist_and_are_private(tmp_path: Path) -> None:
    """Directories 0700, secrets 0600, the same at the second start."""
    home = tmp_path / "home"
    for _ in range(2):
        with console(home, port=free_port()) as it:
            it.wait_for("ready")
            it.end()
        kept = {file.name: (file.stat().st_mode & 0o777, file.read_text()) for file in (home / "secrets").iterdir()}
        assert {mode for mode, _ in kept.values()} == {0o600}
        assert kept.setdefault("before", kept["secret_key"]) == kept["secret_key"]
    assert {folder.stat().st_mode & 0o777 for folder in (home, home / "secrets", home / "postgres")} == {0o700}
