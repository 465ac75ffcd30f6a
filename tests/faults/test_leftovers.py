"""A kill -9 leaves no process; its temporary files are swept and in no backup."""

import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters import backup_file
from adapters.backup_file import Manifest
from adapters.files.leftovers import leftovers, sweep
from entrypoints.cli.doctor.diagnostics import check_machine
from entrypoints.embedded.orphans import helpers_without_program
from entrypoints.settings import read_settings

PROJECT = Path(__file__).resolve().parents[2]
# the helper sleeps in its work, or waits for the next
HELPED = """
import asyncio, os, sys, time
from adapters.files.sandbox import Sandbox

def work(content):
    if content == b"busy":
        time.sleep(15)
    return os.getpid()

async def main():
    sandbox = Sandbox()
    print(await sandbox.run(work, b""), flush=True)
    await sandbox.run(work, sys.argv[1].encode())
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""
UPLOADING = """
import asyncio, sys
from pathlib import Path
from adapters.files.local import LocalFileStore

async def content():
    yield b"half of a picture"
    print("begun", flush=True)
    await asyncio.sleep(60)
    yield b""

asyncio.run(LocalFileStore(Path(sys.argv[1])).put(content()))
"""


@contextmanager
def _started(directory: Path, source: str, *words: str) -> Iterator["subprocess.Popen[str]"]:
    program = directory / "program.py"
    program.write_text(source)
    environment = os.environ | {"PYTHONPATH": str(PROJECT), "CONSOLE_HOME": str(directory)}
    started = subprocess.Popen(
        [sys.executable, str(program), *words], env=environment, cwd=directory, stdout=subprocess.PIPE, text=True
    )
    try:
        yield started
    finally:
        started.kill()
        started.wait()


def _line(started: "subprocess.Popen[str]") -> str:
    assert started.stdout
    return started.stdout.readline().strip()


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


def _ends(pid: int, seconds: float = 5.0) -> bool:
    until = time.monotonic() + seconds
    while _is_alive(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return not _is_alive(pid)


@pytest.mark.parametrize("state", ["busy", "idle"])
def test_a_helper_ends_with_its_killed_parent(tmp_path: Path, state: str) -> None:
    """M9: in the middle of its work, and while it waits for some."""
    with _started(tmp_path, HELPED, state) as started:
        helper = int(_line(started))
        time.sleep(0.3)
        assert _is_alive(helper)
        started.send_signal(signal.SIGKILL)
        started.wait()
        assert _ends(helper)


def test_a_helper_that_outlived_its_program_is_named(tmp_path: Path) -> None:
    """By the doctor, with what to do; a helper of a living program is not."""
    outliving = "import time; time.sleep(60)  # multiprocessing.spawn"
    environment = os.environ | {"CONSOLE_HOME": str(tmp_path)}
    helper = subprocess.Popen([sys.executable, "-c", outliving], env=environment)
    try:
        assert helpers_without_program(tmp_path) == [helper.pid]
        assert helpers_without_program(tmp_path / "other") == []
        settings = read_settings({"CONSOLE_HOME": str(tmp_path), "CONSOLE_DEMO": "off"})
        finding = next(one for one in check_machine(settings) if one.about == "processes")
        assert (finding.state, finding.todo) == ("note", f"kill -9 {helper.pid}")
    finally:
        helper.kill()
        helper.wait()
    finding = next(one for one in check_machine(settings) if one.about == "processes")
    assert finding.state == "ok"


def test_a_killed_upload_is_swept_after_an_hour_and_in_no_backup(tmp_path: Path) -> None:
    """M9: what may still be written to stays; the doctor names what is old."""
    files = tmp_path / "files"
    with _started(tmp_path, UPLOADING, str(files)) as started:
        assert _line(started) == "begun"
        started.send_signal(signal.SIGKILL)
        started.wait()
    (left,) = files.iterdir()
    (files / "ab").mkdir()
    whole = files / "ab" / ("ab" * 32)
    whole.write_bytes(b"a picture")
    saved = tmp_path / "saved.zip"
    backup_file.write(saved, _manifest(), lambda file: print(file.write(b"dump")), files)
    with zipfile.ZipFile(saved) as archive:
        assert [name for name in archive.namelist() if name.startswith("files/")] == [f"files/ab/{whole.name}"]
    assert (list(leftovers(tmp_path)), sweep(tmp_path)) == ([], 0)
    _age(left)
    settings = read_settings({"CONSOLE_HOME": str(tmp_path), "CONSOLE_DEMO": "off"})
    named = [one for one in check_machine(settings) if one.about == "temporary"]
    assert [one.state for one in named] == ["note"]
    assert str(left) in named[0].message
    assert sweep(tmp_path) == 1
    assert (left.exists(), whole.exists()) == (False, True)


def test_every_kind_of_temporary_file_is_known(tmp_path: Path) -> None:
    """A restore's are named and stay: they may be the only copy."""
    swept = [tmp_path / "tmp" / "spreadsheet-x", tmp_path / "secrets" / ".secret_key.ab12_cd3"]
    kept = [tmp_path / "secrets" / "secret_key", tmp_path / "secrets" / ".shown", tmp_path / "files.before" / "ab"]
    for path in (*swept, *kept):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"")
        _age(path)
    _age(tmp_path / "files.before")
    assert {one.path: one.sweepable for one in leftovers(tmp_path)} == {
        swept[0]: True, swept[1]: True, tmp_path / "files.before": False,
    }  # fmt: skip
    assert sweep(tmp_path) == 2
    assert [path.exists() for path in (*swept, *kept)] == [False, False, True, True, True]


def test_a_new_backup_deletes_unfinished_ones(tmp_path: Path) -> None:
    """Of a killed backup; one that is being written stays."""
    old, new = tmp_path / ".markaz-1.zip.part", tmp_path / ".markaz-2.zip.part"
    for path in (old, new):
        path.write_bytes(b"")
    _age(old)
    assert backup_file.delete_abandoned(tmp_path) == 1
    assert (old.exists(), new.exists()) == (False, True)


def _manifest() -> Manifest:
    now = datetime.now(UTC)
    return Manifest(product="1", made_at=now, schema="1", server="18", key_id="key", sealed={}, tables={})


def _age(path: Path) -> None:
    then = time.time() - 2 * 3600
    os.utime(path, (then, then))
