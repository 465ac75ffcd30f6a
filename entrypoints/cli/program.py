"""The command line itself: finds a command, and says what went wrong in lines that say what to do."""

import json
import sys
from importlib import import_module

import click

from entrypoints.cli.commands import COMMANDS
from entrypoints.embedded.refusal import Refusal
from entrypoints.settings import InvalidSettings


class _Lazy(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's own signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if (row := COMMANDS.get(cmd_name)) is None:
            return None
        found = getattr(import_module(row.module), row.attribute)
        assert isinstance(found, click.Command)  # noqa: S101 - a wrong row in the table, seen by its first call
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, row.about) for name, row in COMMANDS.items()])


@click.command("markaz", cls=_Lazy)
def markaz() -> None:
    """Markaz, the staff console of an education centre."""


def main(arguments: list[str] | None = None) -> None:
    """Run one command; ends the process with 0, 1 (could not) or 2 (wrong settings or usage)."""
    try:
        markaz.main(arguments, prog_name="markaz", standalone_mode=True)
    except InvalidSettings as wrong:
        _leave(2, *wrong.problems)
    except Refusal as refused:
        _leave(1, str(refused))
    except KeyboardInterrupt:
        sys.exit(130)


def _leave(code: int, *lines: str) -> None:
    """Says what went wrong, as JSON to who asked for JSON, and ends."""
    if "--json" in sys.argv:
        click.echo(json.dumps({"errors": lines}, ensure_ascii=False), err=True)
    else:
        for line in lines:
            click.echo(f"markaz: {line}", err=True)
    sys.exit(code)
