"""What the supervisor does beside starting and stopping: patience with what keeps dying, logs, edited files."""

import subprocess
from pathlib import Path

import pytest

from entrypoints.embedded import logs
from entrypoints.embedded.children import spawn, stop
from entrypoints.embedded.service import Service
from entrypoints.embedded.watch import Watch


def test_who_dies_at_once_waits_longer_each_time(tmp_path: Path) -> None:
    """Twice as long each time up to half a minute, so that a broken program can't fill disk and log."""
    said: list[str] = []
    service = Service("x", lambda: subprocess.Popen(["false"]), stop, tmp_path / "x.log")
    for _ in range(8):
        service.start()
        assert service.child
        service.child.wait()
        service.look_after(said.append)
    delays = [float(line.split(" in ")[1].split()[0]) for line in said]
    assert delays == [0.5, 1, 2, 4, 8, 16, 30, 30]


def test_a_long_log_is_put_aside_and_written_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One older file is kept; the program that writes notices nothing."""
    monkeypatch.setattr(logs, "_LARGEST", 10)
    log = logs.log_file(tmp_path / "logs", "api")
    child = spawn(["sh", "-c", "echo a long first line; read x </dev/null; sleep 1; echo second"], log=log)
    while not log.read_text():
        pass
    logs.bound(tmp_path / "logs")
    assert child.wait(10) == 0
    assert log.read_text() == "second\n"
    assert log.with_suffix(".log.old").read_text() == "a long first line\n"


def test_an_edited_a_new_and_a_removed_file_are_noticed(tmp_path: Path) -> None:
    """What `make dev` starts the programs again for; other files are none of it."""
    (tmp_path / "a.py").write_text("1")
    watch = Watch([tmp_path])
    assert not watch.has_changed()
    (tmp_path / "notes.txt").write_text("1")
    assert not watch.has_changed()
    (tmp_path / "b.py").write_text("1")
    assert watch.has_changed()
    (tmp_path / "a.py").unlink()
    assert watch.has_changed()
    assert not watch.has_changed()
