"""The programs' output: a file each under CONSOLE_HOME/logs, rotated by size."""

import contextlib
import json
import os
import shutil
from pathlib import Path

_MAX_BYTES = 20 * 1024 * 1024
_TAIL_BYTES = 64 * 1024


def log_file(directory: Path, name: str) -> Path:
    """The file of one program."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    return directory / f"{name}.log"


def rotate(directory: Path) -> None:
    """Copies long files to one older file each and truncates them.

    Writers append, so they notice nothing.
    """
    for log in directory.glob("*.log"):
        if log.stat().st_size > _MAX_BYTES:
            with contextlib.suppress(OSError):  # on a full disk free space matters more than an old log
                shutil.copyfile(log, log.with_suffix(".log.old"))
            os.truncate(log, 0)


def length(log: Path) -> int:
    """The bytes in a log; 0 without one."""
    return log.stat().st_size if log.exists() else 0


def last_error(log: Path, since: int = 0) -> str:
    """The last error in a program's log, or else its last line.

    After an error, such as a port that is taken, a server still logs that it shuts down. ``since``: the bytes of
    earlier starts, which say nothing of this one.
    """
    try:
        with log.open("rb") as file:
            file.seek(max(since if since <= length(log) else 0, length(log) - _TAIL_BYTES))
            lines = file.read().decode(errors="replace").strip().splitlines()
        return next(filter(None, map(_error, reversed(lines))), lines[-1].strip())
    except (OSError, IndexError):
        return "it said nothing"


def _error(line: str) -> str | None:
    """The message of a JSON line that tells an error."""
    with contextlib.suppress(ValueError, TypeError, KeyError):
        entry = json.loads(line)
        if entry["level"] in {"error", "critical"}:
            return str(entry["message"])
    return None
