"""Whether a console may start here: its home and its port are nobody else's, or one line says what to do."""

import os
import pwd
from contextlib import ExitStack
from pathlib import Path

from entrypoints.embedded import locks
from entrypoints.embedded.leftovers import take_over
from entrypoints.embedded.ports import is_taken
from entrypoints.embedded.refusal import Refusal
from entrypoints.settings import Settings


def claim(settings: Settings, undo: ExitStack) -> int:
    """Take the home, then the port, until `undo`; gives the lease that every program of this start inherits."""
    run = settings.home / "run"
    run.mkdir(mode=0o700, parents=True, exist_ok=True)
    _check_owner(settings.home, run)
    _hold(settings, run / "run.lock", undo)
    lease = take_over(settings.home, run / "programs.lock")
    undo.callback(os.close, lease)
    _check_port(settings)
    return lease


def _check_owner(home: Path, run: Path) -> None:
    """Root could use anybody's home, but would leave files there that its owner can't use any more."""
    if (owner := run.stat().st_uid) != os.geteuid():
        name = next((account.pw_name for account in pwd.getpwall() if account.pw_uid == owner), str(owner))
        raise Refusal(
            f"{home} was made by the account {name}: start as {name}, or hand it over first (chown -R), "
            "or choose another CONSOLE_HOME"
        )


def _hold(settings: Settings, path: Path, undo: ExitStack) -> None:
    hold = locks.hold(path, patience=0.2)  # `markaz doctor` may just be asking
    if hold is None:
        raise Refusal(
            f"Markaz already runs on {settings.home} (process {locks.holder(path)}): "
            "stop that one, or choose another CONSOLE_HOME and CONSOLE_PORT"
        )
    undo.callback(os.close, hold)


def _check_port(settings: Settings) -> None:
    wanted = f"{settings.host}:{settings.port}"
    try:
        if is_taken(settings.port, settings.host):
            raise Refusal(f"{wanted} is taken by another program: choose another port, e.g. {_free_one(settings)}")
    except OSError as refused:
        raise Refusal(f"Can't listen on {wanted} ({refused.strerror}): set CONSOLE_HOST and CONSOLE_PORT") from None


def _free_one(settings: Settings) -> str:
    nearby = range(settings.port + 1, min(65536, settings.port + 100))
    return f"CONSOLE_PORT={next((port for port in nearby if not is_taken(port, settings.host)), 8080)}"
