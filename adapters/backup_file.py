"""The backup file: a zip of the database dump, stored files and a manifest.

The manifest verifies everything else.
"""

import contextlib
import hashlib
import os
import shutil
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO

import msgspec

from adapters.files.leftovers import ABANDONED_AFTER_SECONDS, is_stored

FORMAT = 1
MANIFEST, DUMP, FILES = "manifest.json", "database.dump", "files/"
PIECE = 1024 * 1024


class Damaged(Exception):
    """The file is no backup, or incomplete; the message names the fault."""


class TableState(msgspec.Struct, frozen=True):
    """The row count of a table, and a digest of its rows in any order."""

    rows: int
    digest: str


class Manifest(msgspec.Struct, rename="camel", kw_only=True):
    """The contents of a backup.

    ``key_id`` identifies the secret key without revealing it; ``sealed``: the number of values encrypted with that
    key, by kind. ``audit_head`` is the newest seal of the audit log: a later log still contains it. ``schema`` is the
    revision of the tables, ``checks`` has the SHA-256 of every other member by its name.
    """

    product: str
    made_at: datetime
    schema: str
    server: str
    key_id: str
    sealed: dict[str, int]
    tables: dict[str, TableState]
    audit_head: str = ""
    checks: dict[str, str] = {}
    format: int = FORMAT

    @property
    def digest(self) -> str:
        """One digest for all tables."""
        lines = [f"{name}:{state.rows}:{state.digest}" for name, state in sorted(self.tables.items())]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    @property
    def rows(self) -> int:
        """The number of rows in all tables."""
        return sum(state.rows for state in self.tables.values())


def write(target: Path, manifest: Manifest, dump: Callable[[IO[bytes]], None], files: Path) -> None:
    """Writes a backup atomically, readable only by its owner (0600).

    ``dump`` writes the database to the stream it receives. Raises FileExistsError: a backup is never overwritten.
    """
    unfinished = target.with_name(f".{target.name}.part")
    descriptor = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            with zipfile.ZipFile(file, "w") as archive:
                manifest.checks[DUMP] = _add(archive, DUMP, dump)
                for path in sorted(path for path in files.rglob("*") if is_stored(path)):
                    name = FILES + path.relative_to(files).as_posix()
                    manifest.checks[name] = _add(archive, name, _copier(path))
                archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
            file.flush()
            os.fsync(file.fileno())
        os.link(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)


def delete_abandoned(directory: Path) -> int:
    """Deletes unfinished backups that nobody wrote to for an hour.

    Returns their number.
    """
    before, deleted = time.time() - ABANDONED_AFTER_SECONDS, 0
    for path in directory.glob(".markaz-*.zip.part"):
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < before:
                path.unlink()
                deleted += 1
    return deleted


class Backup:
    """A backup that is read. Raises Damaged for an invalid or incomplete file."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        try:
            self.manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
        except KeyError:
            raise Damaged("it has no manifest") from None
        except (msgspec.DecodeError, zipfile.BadZipFile) as problem:
            raise Damaged(f"its manifest can't be read ({problem})") from problem
        if self.manifest.format > FORMAT:
            raise Damaged(f"its form ({self.manifest.format}) is newer than what this console knows ({FORMAT})")

    def check(self) -> None:
        """Reads the whole file and compares it with the manifest. Raises Damaged."""
        missing = self.manifest.checks.keys() - set(self._archive.namelist())
        if missing or DUMP not in self.manifest.checks:
            raise Damaged(f"it lacks {', '.join(sorted(missing)) or DUMP}")
        for name, expected in self.manifest.checks.items():
            try:
                with self._archive.open(name) as member:
                    found = _digest(member)
            except (zipfile.BadZipFile, OSError, EOFError) as problem:
                raise Damaged(f"{name} can't be read ({problem})") from problem
            if found != expected:
                raise Damaged(f"{name} was changed")

    def dump(self) -> IO[bytes]:
        """The database dump."""
        return self._archive.open(DUMP)

    def unpack_files(self, directory: Path) -> int:
        """Writes the stored files below ``directory``; returns their number.

        Only their owner may read them.
        """
        names = [name for name in self.manifest.checks if name.startswith(FILES)]
        for name in names:
            target = (directory / name.removeprefix(FILES)).resolve()
            if not target.is_relative_to(directory.resolve()):
                raise Damaged(f"{name} would lie elsewhere")
            _make_private(target.parent)
            with self._archive.open(name) as member, open(target, "wb", opener=_private) as file:
                shutil.copyfileobj(member, file, PIECE)
        return len(names)


@contextmanager
def opened(path: Path) -> Iterator[Backup]:
    """Opens a backup. Raises Damaged, or OSError where there is no file."""
    try:
        archive = zipfile.ZipFile(path)
    except zipfile.BadZipFile as problem:
        raise Damaged("it is no backup, or was cut short") from problem
    with archive:
        yield Backup(archive)


def _add(archive: zipfile.ZipFile, name: str, fill: Callable[[IO[bytes]], None]) -> str:
    with archive.open(name, "w", force_zip64=True) as member:
        counted = _Counted(member)
        fill(counted)  # type: ignore[arg-type]
    return counted.digest.hexdigest()


def _digest(file: IO[bytes]) -> str:
    found = hashlib.sha256()
    while piece := file.read(PIECE):
        found.update(piece)
    return found.hexdigest()


def _make_private(directory: Path) -> None:
    """Creates a directory and its missing parents with mode 0700.

    ``Path.mkdir`` applies its mode to the last one only.
    """
    missing = [path for path in (directory, *directory.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=0o700, exist_ok=True)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


class _Counted:
    """A writer that computes the digest of the data it passes on."""

    def __init__(self, file: IO[bytes]) -> None:
        self.digest = hashlib.sha256()
        self._file = file

    def write(self, piece: bytes) -> int:
        self.digest.update(piece)
        return self._file.write(piece)


def _copier(path: Path) -> Callable[[IO[bytes]], None]:
    def copy(target: IO[bytes]) -> None:
        with path.open("rb") as file:
            shutil.copyfileobj(file, target, PIECE)

    return copy
