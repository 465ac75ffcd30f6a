"""Values that are made at the first start and kept: one file each, its owner's eyes only."""

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path


def kept(path: Path) -> str:
    """The kept value, or '' if it was never made. Raises PermissionError when it is somebody else's."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except (FileNotFoundError, NotADirectoryError):
        return ""


def made_once(path: Path, make: Callable[[], str]) -> str:
    """The kept value, made now if there is none: the file appears whole (0600), and of two who make it one wins."""
    if value := kept(path):
        return value
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    written = _whole(path, make())
    try:
        with contextlib.suppress(FileExistsError):
            os.link(written, path)
        if not kept(path):  # an empty file, left by a disk that was full or a power cut
            os.replace(written, path)
    finally:
        written.unlink(missing_ok=True)
    return kept(path)


def keep(path: Path, value: str) -> None:
    """Put a value in the place of the kept one, whole or not at all."""
    os.replace(_whole(path, value), path)


def _whole(path: Path, value: str) -> Path:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(f"{value}\n")
        file.flush()
        os.fsync(file.fileno())
    return Path(name)
