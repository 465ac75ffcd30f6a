"""Detects edited source files, for `make dev`."""

import contextlib
from collections.abc import Iterable
from pathlib import Path


class FileWatcher:
    """Remembers the state of the Python files below some folders."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = tuple(folders)
        self._seen = self._scan()

    def has_changed(self) -> bool:
        """True when a file was written, added or removed since the previous call."""
        now = self._scan()
        changed, self._seen = now != self._seen, now
        return changed

    def _scan(self) -> frozenset[tuple[str, int]]:
        found = set()
        for folder in self._folders:
            for file in folder.rglob("*.py"):
                with contextlib.suppress(FileNotFoundError):  # editors replace files
                    found.add((str(file), file.stat().st_mtime_ns))
        return frozenset(found)
