"""The programs' output: a file each under CONSOLE_HOME/logs, rotated by size."""

import contextlib
import os
import shutil
from pathlib import Path

_MAX_BYTES = 20 * 1024 * 1024


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


def last_line(log: Path) -> str:
    """The last line that a program wrote."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - 4096))
            return file.read().decode(errors="replace").strip().splitlines()[-1].strip()
    except (OSError, IndexError):
        return "it said nothing"
