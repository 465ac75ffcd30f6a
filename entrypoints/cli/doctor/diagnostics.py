"""`markaz doctor` on this machine: programs, directories, secrets, disk and port."""

import http.client
import os
import shutil
import socket
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from adapters.files.leftovers import leftovers
from entrypoints.embedded import locks, orphans
from entrypoints.embedded.servers.ports import is_taken
from entrypoints.settings import PROJECT, Settings, unknown_variables

_MEGABYTE = 1024 * 1024
_LITTLE_SPACE, _NO_SPACE = 2048, 256  # megabytes; PostgreSQL writes up to 1 GB of write-ahead log


@dataclass(frozen=True)
class Finding:
    """One check's result: fine, a notice, or a fault; `todo` says how to fix it."""

    about: str
    state: Literal["ok", "note", "fail"]
    message: str
    todo: str = ""


def check_machine(settings: Settings) -> Iterator[Finding]:
    """All checks that need no server."""
    yield _python()
    yield _web()
    yield _home(settings.home)
    yield from _open_secrets(settings.home)
    yield _space(settings.home)
    yield _port(settings)
    yield _orphans(settings.home)
    yield from _temporary_files(settings.home)
    for name, near in unknown_variables(os.environ).items():
        yield Finding("settings", "note", f"{name} is no setting", f"did you mean {near}?" if near else "unset it")


def is_running(home: Path) -> bool:
    """True when a console runs on this home."""
    path = home / "run" / "run.lock"
    if not path.exists():
        return False
    descriptor = locks.lock(path)
    if descriptor is not None:
        os.close(descriptor)
    return descriptor is None


def _python() -> Finding:
    return Finding("python", "ok", ".".join(map(str, sys.version_info[:3])))


def _web() -> Finding:
    node = shutil.which("node")
    version = subprocess.run([node, "--version"], check=False, capture_output=True, text=True).stdout if node else ""  # noqa: S603
    detail = f"node {version.strip().removeprefix('v') or 'missing'}"
    if (PROJECT / "web" / "dist" / "index.html").exists():
        return Finding("web", "ok", f"built; {detail}")
    return Finding("web", "fail", f"not built; {detail}", "install Node 20 or newer, then run tools/setup")


def _home(home: Path) -> Finding:
    if not home.exists():
        return Finding("home", "note", f"{home} does not exist yet", "it is made at the first `make run`")
    if not os.access(home, os.W_OK | os.X_OK):
        return Finding("home", "fail", f"{home} can't be written", "start as its owner, or set CONSOLE_HOME")
    if stat.S_IMODE(home.stat().st_mode) & 0o077:
        return Finding("home", "note", f"{home} can be read by other accounts", f"chmod 700 {home}")
    return Finding("home", "ok", str(home))


def _open_secrets(home: Path) -> Iterator[Finding]:
    """Secrets that another account may read."""
    for file in sorted((home / "secrets").glob("*")) if os.access(home, os.X_OK) else ():
        if stat.S_IMODE(file.stat().st_mode) & 0o077:
            yield Finding("secrets", "fail", f"{file} can be read by other accounts", f"chmod 600 {file}")
        elif file.stat().st_uid != os.geteuid():
            yield Finding("secrets", "note", f"{file} belongs to another account", "run this as the console's account")


def _space(home: Path) -> Finding:
    existing = next(path for path in (home, *home.parents) if path.exists())
    free = shutil.disk_usage(existing).free // _MEGABYTE
    state: Literal["ok", "note", "fail"] = "fail" if free < _NO_SPACE else "note" if free < _LITTLE_SPACE else "ok"
    todo = "" if state == "ok" else f"make room on the disk of {existing}, or set CONSOLE_HOME to another"
    return Finding("disk", state, f"{free / 1024:.1f} GB free", todo)


def _is_ours(settings: Settings) -> bool:
    """True when the program on our port is `markaz serve api` with named servers."""
    if settings.is_embedded("database_url"):
        return False
    try:
        with urllib.request.urlopen(f"{settings.address}/api/health", timeout=2) as answer:  # noqa: S310 - our own
            return b'"version"' in answer.read(200)
    except (OSError, http.client.HTTPException):
        return False


def _port(settings: Settings) -> Finding:
    where = f"{settings.host}:{settings.port}"
    try:
        taken = is_taken(settings.port, settings.host)
    except (OSError, socket.gaierror) as error:
        return Finding("port", "fail", f"can't listen on {where} ({error.strerror})", "set CONSOLE_HOST, CONSOLE_PORT")
    if taken and not is_running(settings.home) and not _is_ours(settings):
        return Finding("port", "fail", f"{where} is taken by another program", "set CONSOLE_PORT to another")
    return Finding("port", "ok", f"{where} {'is the console' if taken else 'is free'}")


def _orphans(home: Path) -> Finding:
    """Processes that outlived a killed program or console."""
    found = orphans.helpers_without_program(home)
    if not is_running(home):
        found += orphans.programs_without_console(home)
    if not found:
        return Finding("processes", "ok", "none outlived its console")
    pids = " ".join(map(str, sorted(found)))
    return Finding("processes", "note", f"{len(found)} outlived what started them", f"kill -9 {pids}")


def _temporary_files(home: Path) -> Iterator[Finding]:
    """Temporary files of interrupted work."""
    found = list(leftovers(home)) if os.access(home, os.X_OK) else []
    swept = [one for one in found if one.sweepable]
    if swept:
        hours = max(one.seconds for one in swept) / 3600
        detail = f"{len(swept)} of interrupted work, the oldest {hours:.0f} h: {swept[0].path}"
        yield Finding("temporary", "note", detail, "the relay deletes them within an hour: is it running?")
    for one in found:
        if not one.sweepable:
            todo = f"an interrupted restore left it: when no file is missing in the console, rm -r {one.path}"
            yield Finding("temporary", "note", str(one.path), todo)
    if not found:
        yield Finding("temporary", "ok", "no files of interrupted work")
