"""`markaz config`: every setting, its value (secrets masked) and its source."""

import os

import click

from entrypoints.cli.support.home import console_settings
from entrypoints.cli.support.output import as_json, columns, show
from entrypoints.settings import unknown_variables


@click.command()
@as_json
def config(*, as_json: bool) -> None:
    """Show the settings and where each comes from.

    Sources: environment (a CONSOLE_… variable), default, made once (kept in CONSOLE_HOME), embedded (a server of ours).
    """
    rows = console_settings(make_secrets=False).shown()
    show(rows, lambda: columns(rows, "name", "value", "source"), as_json=as_json)
    for name, near in unknown_variables(os.environ).items():
        click.echo(f"markaz: {name} is no setting{f'; did you mean {near}?' if near else ''}", err=True)
