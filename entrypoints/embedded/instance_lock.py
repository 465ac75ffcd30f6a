"""Locks a home and its port for one console, or raises an error with a solution."""

import os
import pwd
from contextlib import ExitStack
from pathlib import Path

from entrypoints.embedded import locks
from entrypoints.embedded.errors import OperatorError
from entrypoints.embedded.orphans import end_orphans
from entrypoints.embedded.servers.ports import is_taken
from entrypoints.settings import Settings


def lock_instance(settings: Settings, undo: ExitStack) -> int:
    """Locks the home until `undo`, then checks the port.

    Returns the lease that every program of this start inherits.
    """
    run = settings.home / "run"
    run.mkdir(mode=0o700, parents=True, exist_ok=True)
    _check_owner(settings.home, run)
    _lock_home(settings, run / "run.lock", undo)
    lease = end_orphans(settings.home, run / "programs.lock")
    undo.callback(os.close, lease)
    _check_port(settings)
    return lease


def _check_owner(home: Path, run: Path) -> None:
    """Rejects root in another account's home.

    Files that root creates there would be unusable for the owner.
    """
    if (owner := run.stat().st_uid) != os.geteuid():
        name = next((account.pw_name for account in pwd.getpwall() if account.pw_uid == owner), str(owner))
        raise OperatorError(
            f"{home} was made by the account {name}: start as {name}, or hand it over first (chown -R), "
            "or choose another CONSOLE_HOME"
        )


def _lock_home(settings: Settings, path: Path, undo: ExitStack) -> None:
    hold = locks.hold(path, timeout=0.2)  # `markaz doctor` may hold it for a moment
    if hold is None:
        raise OperatorError(
            f"Markaz already runs on {settings.home} (process {locks.holder(path)}): "
            "stop that one, or choose another CONSOLE_HOME and CONSOLE_PORT"
        )
    undo.callback(os.close, hold)


def _check_port(settings: Settings) -> None:
    address = f"{settings.host}:{settings.port}"
    try:
        if is_taken(settings.port, settings.host):
            raise OperatorError(
                f"{address} is taken by another program: choose another port, e.g. {_free_port_near(settings)}"
            )
    except OSError as error:
        raise OperatorError(
            f"Can't listen on {address} ({error.strerror}): set CONSOLE_HOST and CONSOLE_PORT"
        ) from None


def _free_port_near(settings: Settings) -> str:
    nearby = range(settings.port + 1, min(65536, settings.port + 100))
    return f"CONSOLE_PORT={next((port for port in nearby if not is_taken(port, settings.host)), 8080)}"
