"""Restart delays, log rotation and the detection of edited files."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from entrypoints.embedded import logs
from entrypoints.embedded.children import spawn, stop
from entrypoints.embedded.file_watcher import FileWatcher
from entrypoints.embedded.service import Service


def test_the_restart_delay_doubles_up_to_half_a_minute(tmp_path: Path) -> None:
    """So that a broken program can't fill disk and log."""
    reported: list[str] = []
    service = Service("x", lambda: subprocess.Popen(["false"]), stop, tmp_path / "x.log")
    for _ in range(8):
        service.start()
        assert service.child
        service.child.wait()
        service.supervise(reported.append)
    delays = [float(line.split(" in ")[1].split()[0]) for line in reported]
    assert delays == [0.5, 1, 2, 4, 8, 16, 30, 30]


def test_a_long_log_is_rotated_while_the_program_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One older file remains; the program notices nothing."""
    monkeypatch.setattr(logs, "_MAX_BYTES", 10)
    log = logs.log_file(tmp_path / "logs", "api")
    child = spawn(["sh", "-c", "echo a long first line; read x </dev/null; sleep 1; echo second"], log=log)
    while not log.read_text():
        pass
    logs.rotate(tmp_path / "logs")
    assert child.wait(10) == 0
    assert log.read_text() == "second\n"
    assert log.with_suffix(".log.old").read_text() == "a long first line\n"


def test_the_reason_of_an_end_is_the_last_error_not_the_last_line(tmp_path: Path) -> None:
    """A server that finds its port taken still logs how it shuts down."""
    log = tmp_path / "api.log"
    assert logs.last_error(log) == "it said nothing"
    log.write_text("initdb: error\n12\n")
    assert logs.last_error(log) == "12"
    entries = [("info", "up"), ("error", "the port is taken"), ("info", "shutdown complete")]
    log.write_text("".join(json.dumps({"level": level, "message": message}) + "\n" for level, message in entries))
    assert logs.last_error(log) == "the port is taken"


def test_an_error_of_an_earlier_start_is_not_the_reason(tmp_path: Path) -> None:
    """The log goes on from start to start; what it said before is about another end."""
    log = tmp_path / "api.log"
    log.write_text(json.dumps({"level": "error", "message": "the port is taken"}) + "\n")
    service = Service("api", lambda: spawn(["sh", "-c", "echo no such module; exit 1"], log=log), stop, log)
    service.start()
    assert service.child
    service.child.wait()
    assert service.last_error == "no such module"
    os.truncate(log, 0)
    assert service.last_error == "it said nothing"


def test_edited_new_and_removed_python_files_are_detected(tmp_path: Path) -> None:
    """`make dev` restarts the programs for them; other files are ignored."""
    (tmp_path / "a.py").write_text("1")
    watch = FileWatcher([tmp_path])
    assert not watch.has_changed()
    (tmp_path / "notes.txt").write_text("1")
    assert not watch.has_changed()
    (tmp_path / "b.py").write_text("1")
    assert watch.has_changed()
    (tmp_path / "a.py").unlink()
    assert watch.has_changed()
    assert not watch.has_changed()
