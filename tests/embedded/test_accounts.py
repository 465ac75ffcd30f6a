"""The console starts for root and for an ordinary user alike (issue 2, A1)."""

import os
import pwd
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.embedded.console import PROJECT, UP, console

_NOBODY = 65534

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")


@pytest.fixture
def nobodys_home() -> Iterator[Path]:
    """A directory of an account without any rights."""
    home = Path(tempfile.mkdtemp(dir="/var/tmp"))
    os.chown(home, _NOBODY, _NOBODY)
    yield home
    shutil.rmtree(home)


@pytest.fixture
def nobodys_python() -> str:
    """A Python that this account may run and that finds the console's packages."""
    as_nobody = {"user": _NOBODY, "group": _NOBODY, "extra_groups": ()}
    for candidate in (sys.executable, *(shutil.which(name, path="/usr/local/bin:/usr/bin") for name in _NAMES)):
        if candidate is None:
            continue
        try:
            command = [candidate, "-c", "import asyncpg, click, entrypoints"]
            subprocess.run(command, check=True, cwd=PROJECT, env=_packages(), capture_output=True, **as_nobody)
        except (OSError, subprocess.CalledProcessError):
            continue
        return candidate
    pytest.skip("no Python here can be run by an account without rights")


_NAMES = (f"python3.{sys.version_info.minor}", "python3")


def _packages() -> dict[str, str]:
    return os.environ | {
        "PYTHONPATH": sysconfig.get_path("purelib"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": "/nowhere",
    }


def test_an_ordinary_user_can_start_and_stop_the_console(nobodys_home: Path, nobodys_python: str) -> None:
    """It needs only its own directory, and everything runs under that account."""
    start = partial(console, command=[nobodys_python, *UP[1:]], account=_NOBODY)
    with start(nobodys_home / "home", **_packages()) as it:
        it.wait_for("ready")
        assert {Path(f"/proc/{pid}").stat().st_uid for pid in it.processes()} == {_NOBODY}
        assert it.end() == 0


def test_an_unwritable_home_is_reported(nobodys_python: str) -> None:
    """A directory of another account: one line that names it, nothing else."""
    command = [nobodys_python, "-m", "entrypoints.cli", "up"]
    with console(Path("/var/markaz"), command=command, account=_NOBODY, **_packages()) as it:
        assert it.started.wait(10) == 1
        line = it.wait_for("/var/markaz can't be used (Permission denied")
        assert it.lines == [line]


def test_root_is_rejected_on_the_home_of_an_ordinary_user(nobodys_home: Path, nobodys_python: str) -> None:
    """Root's files would lock the owner out: the error names the owner to start as."""
    for _ in range(2):
        with console(nobodys_home / "home", command=[nobodys_python, *UP[1:]], account=_NOBODY, **_packages()) as it:
            it.wait_for("ready")
            assert it.end() == 0
        with console(nobodys_home / "home") as it:
            assert it.started.wait(10) == 1
            it.wait_for("was made by the account nobody")


def test_root_runs_the_database_as_an_existing_account(tmp_path: Path) -> None:
    """No account is created for it."""
    before = {account.pw_name for account in pwd.getpwall()}
    with console(tmp_path / "home") as it:
        it.wait_for("ready")
        owner = Path(f"/proc/{it.pid_of('bin/postgres')}").stat().st_uid
    assert owner != 0
    assert {account.pw_name for account in pwd.getpwall()} == before
