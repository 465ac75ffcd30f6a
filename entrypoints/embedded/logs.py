"""The programs' words: a file each under CONSOLE_HOME/logs, bounded in size."""

import contextlib
import os
import shutil
from pathlib import Path

_LARGEST = 20 * 1024 * 1024


def log_file(directory: Path, name: str) -> Path:
    """The file of one program."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    return directory / f"{name}.log"


def bound(directory: Path) -> None:
    """Move what is too long aside (one older file each is kept); writers append, so they go on undisturbed."""
    for log in directory.glob("*.log"):
        if log.stat().st_size > _LARGEST:
            with contextlib.suppress(OSError):  # on a full disk room matters more than old words
                shutil.copyfile(log, log.with_suffix(".log.old"))
            os.truncate(log, 0)


def last_words(log: Path) -> str:
    """The last line that a program wrote."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - 4096))
            return file.read().decode(errors="replace").strip().splitlines()[-1].strip()
    except (OSError, IndexError):
        return "it said nothing"
