"""The setup of a fresh machine: complete, repeatable, errors in one line (A1).

A half-done setup is repaired.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
TOOLS = ("sh", "cat", "cksum", "sort", "tr", "grep", "tail", "rm", "mkdir", "find", "xargs", "dirname", "env")
TOOLS += ("printf", "flock", "sleep", "touch", "chmod", "readlink", "mv")

# Behaves like a Python that creates environments and installs; records its calls.
PYTHON = """#!/bin/sh
case "$*" in
  *"print("*) echo "$FAKE_VERSION"; case $FAKE_VERSION in 3.11*|3.12*) ;; *) exit 1 ;; esac ;;
  *"import venv, ensurepip"*) exit "${FAKE_NO_VENV:-0}" ;;
  "-m venv .venv")
    echo venv >>"$FAKE_CALLS"; mkdir -p .venv/bin; cat "$0" >.venv/bin/python; chmod +x .venv/bin/python ;;
  *"pip install"*)
    echo "pip ${*##* }" >>"$FAKE_CALLS"; sleep "${FAKE_SECONDS:-0}"
    [ -z "${FAKE_PIP_FAILS:-}" ] || { echo "ERROR: No matching distribution found for x"; exit 1; } ;;
esac
"""
NODE = '#!/bin/sh\necho "$FAKE_NODE"\n'
NPM = """#!/bin/sh
echo "npm $1" >>"$FAKE_CALLS"
case $1 in
  ci) mkdir -p web/node_modules ;;
  run) mkdir -p web/dist web/src/api; touch web/dist/index.html web/src/api/schema.ts ;;
esac
"""


class Machine:
    """A machine with only these programs, and a fresh clone of the setup's inputs."""

    def __init__(self, directory: Path) -> None:
        self.project, self.bin = directory / "clone", directory / "bin"
        self.calls = directory / "calls"
        self.bin.mkdir()
        for name in TOOLS:
            if (found := shutil.which(name)) is not None:
                (self.bin / name).symlink_to(found)
        for name, script in {"python3": PYTHON, "node": NODE, "npm": NPM}.items():
            self.program(name, script)
        web = ("web/package.json", "web/package-lock.json")
        for name in ("tools/setup", "requirements/run.lock", "requirements/test.lock", *web):
            (self.project / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, self.project / name)
        (self.project / "contracts").mkdir()

    def program(self, name: str, script: str) -> None:
        """Adds a program to the machine."""
        (self.bin / name).write_text(script)
        (self.bin / name).chmod(0o755)

    def variables(self, more: Mapping[str, str]) -> dict[str, str]:
        """The environment of the machine."""
        usual = {"FAKE_VERSION": "3.11.7", "FAKE_NODE": "v20.20.2", "FAKE_CALLS": str(self.calls)}
        return {"PATH": str(self.bin), "HOME": "/nowhere"} | usual | dict(more)

    def setup(self, *options: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Runs tools/setup."""
        command = [str(self.project / "tools" / "setup"), *options]
        return subprocess.run(
            command, capture_output=True, text=True, env=self.variables(more), check=False, timeout=60
        )

    def new_calls(self) -> list[str]:
        """The calls of Python and npm since the last check."""
        lines = self.calls.read_text().splitlines() if self.calls.exists() else []
        self.calls.unlink(missing_ok=True)
        return lines


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A fresh machine."""
    return Machine(tmp_path)


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    """The single line of the error."""
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_a_fresh_clone_is_set_up_once(machine: Machine) -> None:
    """Each step once, with a line each; the second run calls nothing."""
    assert machine.setup().returncode == 0
    assert machine.new_calls() == ["venv", "pip requirements/run.lock", "npm ci", "npm run"]
    began = time.monotonic()
    again = machine.setup()
    assert time.monotonic() - began < 0.3
    assert (again.returncode, again.stdout, again.stderr, machine.new_calls()) == (0, "", "", [])


def test_only_changed_parts_are_rebuilt(machine: Machine) -> None:
    """A changed lock file or page repeats only its own step."""
    machine.setup("--tests")
    machine.new_calls()
    (machine.project / "web" / "page.tsx").write_text("new")
    machine.setup("--tests")
    assert machine.new_calls() == ["npm run"]
    (machine.project / "requirements" / "test.lock").write_text("new")
    machine.setup("--tests")
    assert [line.split()[0] for line in machine.new_calls()] == ["pip"]


def test_an_interrupted_installation_is_repeated(machine: Machine) -> None:
    """After a kill the next run creates the environment again."""
    with subprocess.Popen(
        [machine.project / "tools" / "setup", "--no-web"],
        env=machine.variables({"FAKE_SECONDS": "30"}),
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    ) as first:
        while not machine.calls.exists() or "pip" not in machine.calls.read_text():
            time.sleep(0.01)
        os.killpg(first.pid, 9)
    machine.new_calls()
    assert machine.setup("--no-web").returncode == 0
    assert machine.new_calls() == ["venv", "pip requirements/run.lock"]


def test_an_interrupted_installation_of_the_test_packages_is_repeated(machine: Machine) -> None:
    """The environment is shared, so all of it is created again."""
    machine.setup("--no-web")
    (machine.project / ".cache" / "setup" / "tests.begun").touch()
    machine.new_calls()
    assert machine.setup("--no-web", "--tests").returncode == 0
    assert machine.new_calls() == ["venv", "pip requirements/run.lock", "pip requirements/test.lock"]


def test_a_removed_python_is_replaced(machine: Machine) -> None:
    """The Python below .venv was uninstalled."""
    machine.setup("--no-web")
    machine.new_calls()
    (machine.project / ".venv" / "bin" / "python").unlink()
    machine.setup("--no-web")
    assert machine.new_calls() == ["venv", "pip requirements/run.lock"]


@pytest.mark.skipif(shutil.which("flock") is None, reason="no flock here")
def test_two_concurrent_setups_do_the_work_once(machine: Machine) -> None:
    """`make run` and `make test` started in two windows."""
    variables = machine.variables({"FAKE_SECONDS": "1"})
    command = [machine.project / "tools" / "setup", "--no-web"]
    both = [subprocess.Popen(command, env=variables, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [one.wait(30) for one in both] == [0, 0]
    assert machine.new_calls() == ["venv", "pip requirements/run.lock"]


def test_an_old_python_is_reported(machine: Machine) -> None:
    """One line with the found version and the remedy."""
    line = one_line(machine.setup(FAKE_VERSION="3.9.2"))
    assert "needs Python 3.11 or newer (python3 here is 3.9.2)" in line
    assert "install" in line


def test_a_newer_python_under_another_name_is_used(machine: Machine) -> None:
    """python3 is old, python3.12 is available."""
    machine.program("python3.12", PYTHON.replace("$FAKE_VERSION", "3.12.1"))
    assert machine.setup("--no-web", FAKE_VERSION="3.9.2").returncode == 0


def test_a_missing_python_is_reported(machine: Machine) -> None:
    """A bare machine."""
    (machine.bin / "python3").unlink()
    assert "there is no python3" in one_line(machine.setup())


def test_a_python_without_venv_is_reported(machine: Machine) -> None:
    """Debian has it in a separate package."""
    assert "apt-get install python3-venv" in one_line(machine.setup(FAKE_NO_VENV="1"))


@pytest.mark.parametrize("version", ["v18.19.0", ""])
def test_an_old_node_is_reported(machine: Machine, version: str) -> None:
    """Only when the web must be built; the finished Python part stays."""
    assert "needs Node 20 or newer" in one_line(machine.setup(FAKE_NODE=version))
    machine.new_calls()
    assert machine.setup().returncode == 0
    assert machine.new_calls() == ["npm ci", "npm run"]


def test_a_missing_node_does_not_matter_if_the_web_is_built(machine: Machine) -> None:
    """A built clone on a server without Node."""
    machine.setup()
    (machine.bin / "node").unlink()
    assert machine.setup().returncode == 0


def test_an_unavailable_package_is_reported(machine: Machine) -> None:
    """The relevant line of pip, and the path of the full log."""
    line = one_line(machine.setup(FAKE_PIP_FAILS="1"))
    assert "No matching distribution found for x" in line
    assert ".cache/setup/python.log" in line
