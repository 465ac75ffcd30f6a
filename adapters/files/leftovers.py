"""Temporary files of interrupted work: found, swept by age, in no backup."""

import contextlib
import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# the beginning of an upload's name until it is whole
UNFINISHED_UPLOAD = "new-"
# a file without content beside the stored ones
STORE_LOCK = ".lock"
# the directory of spreadsheets that are being written
SCRATCH = "tmp"
# work writes to its file continually: after an hour of silence nobody does
ABANDONED_AFTER_SECONDS = 3600.0
# a secret that is being written: mkstemp appends eight characters
_UNFINISHED_SECRET = re.compile(r"\.\w+\.[a-z0-9_]{8}")
# what a killed restore leaves; it may hold the only copy of files, so a person decides
_OF_RESTORES = ("files.restored", "files.before")


@dataclass(frozen=True)
class Leftover:
    """A file or directory of interrupted work; ``sweepable`` if nobody can want it."""

    path: Path
    seconds: float
    sweepable: bool = True


def is_stored(path: Path) -> bool:
    """True for a whole stored file, neither half-written nor the lock of the store."""
    return path.is_file() and path.name != STORE_LOCK and not path.name.startswith(UNFINISHED_UPLOAD)


def leftovers(home: Path, *, older_than: float = ABANDONED_AFTER_SECONDS) -> Iterator[Leftover]:
    """Everything temporary in the home that was not written to for so many seconds."""
    now = time.time()
    for path, sweepable in _temporary(home):
        with contextlib.suppress(OSError):
            seconds = now - max(one.stat().st_mtime for one in (path, *path.rglob("*")))
            if seconds >= older_than:
                yield Leftover(path, seconds, sweepable)


def sweep(home: Path, *, older_than: float = ABANDONED_AFTER_SECONDS) -> int:
    """Deletes what nobody can want; returns the number of entries."""
    found = [one.path for one in leftovers(home, older_than=older_than) if one.sweepable]
    for path in found:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    return len(found)


def _temporary(home: Path) -> Iterator[tuple[Path, bool]]:
    for path in (home / "files").glob(f"{UNFINISHED_UPLOAD}*"):
        yield path, True
    for path in (home / SCRATCH).glob("*"):
        yield path, True
    for directory in (home, home / "secrets"):
        for path in directory.glob(".*"):
            if _UNFINISHED_SECRET.fullmatch(path.name) and path.is_file():
                yield path, True
    for name in _OF_RESTORES:
        if (home / name).exists():
            yield home / name, False
