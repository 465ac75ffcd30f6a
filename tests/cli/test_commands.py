"""The command line starts quickly, helps, and reports errors in one line.

Issue 2.
"""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

from entrypoints.cli.commands import COMMANDS

PROJECT = Path(__file__).resolve().parents[2]


def markaz(home: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command on a home of its own."""
    command = [sys.executable, "-m", "entrypoints.cli", *words]
    environment = {"CONSOLE_HOME": str(home), "PATH": "/usr/bin:/bin"} | variables
    return subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_table_exists(name: str) -> None:
    """Everything that `--help` lists can be called."""
    command = getattr(import_module(COMMANDS[name].module), COMMANDS[name].attribute)
    assert isinstance(command, click.Command)
    assert command.help


def test_help_lists_all_commands_without_importing_any() -> None:
    """`markaz --help` prints before any framework is imported."""
    program = "import sys; from entrypoints.cli.program import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    report = "print([name for name in ('litestar', 'sqlalchemy', 'taskiq', 'nats') if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program + report], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert all(name in done.stdout for name in COMMANDS)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_wrapper_works_from_anywhere(tmp_path: Path) -> None:
    """./markaz by path, by link, and in a directory with equally named modules."""
    (tmp_path / "click.py").write_text("raise RuntimeError('not this one')")
    (tmp_path / "link").symlink_to(PROJECT / "markaz")
    for way in (PROJECT / "markaz", tmp_path / "link"):
        done = subprocess.run([way, "config", "--json"], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout)[0]["name"] == "CONSOLE_HOME"


def test_wrong_settings_end_a_command_with_2(tmp_path: Path) -> None:
    """All of them, each in a line that names its variable."""
    done = markaz(tmp_path, "config", CONSOLE_PORT="x", CONSOLE_DEMO="y")
    assert done.returncode == 2
    assert [line.split()[1] for line in done.stderr.splitlines()] == ["CONSOLE_PORT", "CONSOLE_DEMO"]


def test_an_impossible_home_is_reported_in_one_line(tmp_path: Path) -> None:
    """CONSOLE_HOME below a file."""
    (tmp_path / "file").touch()
    done = markaz(tmp_path / "file" / "home", "up")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "set CONSOLE_HOME to another directory" in done.stderr


def test_simulate_school_prints_its_own_help(tmp_path: Path) -> None:
    """Its options are the simulator's own."""
    assert "--students" in markaz(tmp_path, "simulate", "school", "--help").stdout


def test_doctor_names_readable_secrets_and_the_remedy(tmp_path: Path) -> None:
    """A secret that others can read is a failure, with the command that fixes it."""
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "secret_key").write_text("x" * 32)
    (tmp_path / "secrets" / "secret_key").chmod(0o644)
    done = markaz(tmp_path, "doctor", "--json")
    assert done.returncode == 1
    todo = {finding["about"]: finding["todo"] for finding in json.loads(done.stdout)}
    assert todo["secrets"] == f"chmod 600 {tmp_path}/secrets/secret_key"


def test_doctor_reports_an_unreachable_database(tmp_path: Path) -> None:
    """Within seconds, without its password."""
    named = {"CONSOLE_DATABASE_URL": "postgresql://me:hidden@127.0.0.1:1/x", "CONSOLE_NATS_URL": "nats://127.0.0.1:1"}
    done = markaz(tmp_path, "doctor", **named)
    failed = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("fail")]
    assert {"database", "nats"} <= set(failed)
    assert "hidden" not in done.stdout
