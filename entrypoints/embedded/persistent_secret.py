"""Secrets that the first start generates and later ones read.

One file each, readable by its owner only.
"""

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path


def read_private(path: Path) -> str:
    """The stored value, or '' if there is none.

    Raises PermissionError when it belongs to another account.
    """
    try:
        return path.read_text(encoding="utf-8").strip()
    except (FileNotFoundError, NotADirectoryError):
        return ""


def persistent_secret(path: Path, make: Callable[[], str]) -> str:
    """The stored value, generated now if there is none.

    The file appears whole (0600); of two processes that generate it at once one wins and both use its value.
    """
    if value := read_private(path):
        return value
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    written = _write_beside(path, make())
    try:
        with contextlib.suppress(FileExistsError):
            os.link(written, path)
        if not read_private(path):  # an empty file, left by a full disk or a power cut
            os.replace(written, path)
    finally:
        written.unlink(missing_ok=True)
    return read_private(path)


def write_private(path: Path, value: str) -> None:
    """Replace the stored value atomically."""
    os.replace(_write_beside(path, value), path)


def _write_beside(path: Path, value: str) -> Path:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(f"{value}\n")
        file.flush()
        os.fsync(file.fileno())
    return Path(name)
