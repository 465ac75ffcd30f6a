"""The command line itself: finds a command, and prints errors with their remedy."""

import json
import sys
from importlib import import_module

import click

from entrypoints.cli.commands import COMMANDS
from entrypoints.embedded.errors import OperatorError
from entrypoints.safe_output import safe_json, safe_lines
from entrypoints.settings import InvalidSettings


class _LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's own signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if (row := COMMANDS.get(cmd_name)) is None:
            return None
        found = getattr(import_module(row.module), row.attribute)
        assert isinstance(found, click.Command)  # noqa: S101 - a wrong row in the table, found by its first call
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, row.about) for name, row in COMMANDS.items()])


@click.command("markaz", cls=_LazyGroup)
def markaz() -> None:
    """Markaz, the staff console of an education centre."""


def main(arguments: list[str] | None = None) -> None:
    """Run one command; the exit code is 0, 1 (failure) or 2 (wrong settings or usage)."""
    try:
        markaz.main(arguments, prog_name="markaz", standalone_mode=True)
    except InvalidSettings as invalid:
        _exit_with(2, *invalid.problems)
    except OperatorError as error:
        _exit_with(1, str(error))
    except KeyboardInterrupt:
        sys.exit(130)


def _exit_with(code: int, *lines: str) -> None:
    """Print the errors, as JSON with `--json`, and end the process."""
    if "--json" in sys.argv:
        click.echo(safe_json(json.dumps({"errors": lines}, ensure_ascii=False)), err=True)
    else:
        for line in lines:
            click.echo(f"markaz: {safe_lines(line)}", err=True)
    sys.exit(code)
