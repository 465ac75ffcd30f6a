"""The identity of this installation, a file of its home.

The database records which installation is live. A home or a database that was copied or restored names another one,
and sends nothing outside until somebody presses *go live* (D-159).
"""

import hashlib
import secrets
from pathlib import Path

from entrypoints.embedded.persistent_secret import persistent_secret, read_private, write_private

_RESTORED = "restored-"
_MACHINE = Path("/etc/machine-id")


def place(home: Path) -> str:
    """Identifies this home in its place; "" before its first start.

    A copied directory is another place: its path counts, and with the embedded database the machine.
    """
    name = read_private(_file(home))
    if not name:
        return ""
    parts = (name, str(home.resolve()), _machine() if (home / "postgres" / "data").is_dir() else "")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def identify(home: Path) -> str:
    """The place, with an identity that is generated now if there is none."""
    persistent_secret(_file(home), lambda: secrets.token_hex(16))
    return place(home)


def is_restored(home: Path) -> bool:
    """True if a backup was restored here."""
    return read_private(_file(home)).startswith(_RESTORED)


def begin_restore(home: Path) -> str:
    """Gives the home a new identity; returns the former one for `abandon_restore`.

    Written before the database is replaced: whatever is interrupted afterwards, no copy is live.
    """
    file = _file(home)
    before = read_private(file)
    write_private(file, _RESTORED + secrets.token_hex(16))
    return before


def abandon_restore(home: Path, before: str) -> None:
    """Returns the former identity: the database is the former one as well."""
    if before:
        write_private(_file(home), before)
    else:
        _file(home).unlink(missing_ok=True)


def _file(home: Path) -> Path:
    return home / "installation"


def _machine() -> str:
    try:
        return _MACHINE.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
