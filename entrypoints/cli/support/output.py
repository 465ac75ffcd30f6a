"""The output of commands: lines for people, or one JSON document with `--json`."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

from entrypoints.safe_output import safe_json, safe_line

as_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


def show(data: Any, lines: Callable[[], Iterable[str]], *, as_json: bool) -> None:
    """Print `data` as JSON, or else the lines, with their marks escaped."""
    if as_json:
        click.echo(safe_json(json.dumps(data, ensure_ascii=False, indent=2, default=str)))
        return
    for line in lines():
        click.echo(safe_line(line))


def columns(rows: Iterable[Mapping[str, str]], *names: str) -> list[str]:
    """The named values of each row under each other."""
    table = [[safe_line(row[name]) for name in names] for row in rows]
    widths = [max((len(row[place]) for row in table), default=0) for place in range(len(names))]
    return ["  ".join(value.ljust(width) for value, width in zip(row, widths, strict=True)).rstrip() for row in table]
