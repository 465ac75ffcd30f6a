"""`markaz up`: the whole console on this machine, until Ctrl-C."""

import json
import os
from dataclasses import replace
from functools import partial

import click

from entrypoints.cli.support.home import console_settings
from entrypoints.cli.support.output import as_json
from entrypoints.embedded.errors import OperatorError
from entrypoints.embedded.plan import PLAN, dev_plan, dev_port
from entrypoints.embedded.supervisor import Supervisor
from entrypoints.installation import is_restored
from entrypoints.settings import MADE_ONCE, Settings


@click.command()
@click.option("--dev", is_flag=True, help="Reload what is edited: Python here, the web on its own port.")
@as_json
def up(*, dev: bool, as_json: bool) -> None:
    """Start everything; Ctrl-C stops it.

    Starts the built-in PostgreSQL, NATS and demo school (those that no CONSOLE_… variable replaces), brings the
    database up to date, starts the console, and prints its address; with --json in one line of JSON.
    """
    settings = console_settings()
    web = dev_port() if dev else settings.port
    plan = dev_plan(web) if dev else PLAN
    try:
        Supervisor(settings, partial(click.echo, err=True), plan).run(partial(_ready, port=web, as_json=as_json))
    except OSError as error:
        if error.filename is None or not str(error.filename).startswith(str(settings.home)):
            raise
        raise OperatorError(
            f"CONSOLE_HOME can't be used ({error.strerror}: {error.filename}): see `markaz doctor`"
        ) from None


def _ready(settings: Settings, *, port: int, as_json: bool) -> None:
    address, sign_in = replace(settings, port=port).address, _sign_in(settings)
    if as_json:
        click.echo(json.dumps({"address": address, "login": "superadmin", "signIn": sign_in}, ensure_ascii=False))
    else:
        click.echo(f"Markaz is ready: {address} — {sign_in}")


def _sign_in(settings: Settings) -> str:
    """The sign-in line; a generated password is shown at the first start only (D-11)."""
    if is_restored(settings.home):
        return "sign in as superadmin with its password in the backup (lost: ./markaz user reset-password superadmin)"
    if settings.sources["superadmin_password"] != MADE_ONCE:
        return "sign in as superadmin (first password: CONSOLE_SUPERADMIN_PASSWORD)"
    try:
        os.close(os.open(settings.home / "secrets" / ".shown", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        path = settings.home / "secrets" / "superadmin_password"
        return f"sign in as superadmin (first password in {path}; lost: ./markaz user reset-password superadmin)"
    return f"sign in as superadmin with {settings.superadmin_password}"
