"""``markaz explain``: the code behind a call of the API or a screen."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import click

from entrypoints.cli.support.output import as_json, show
from entrypoints.embedded.errors import OperatorError

# the heads of the lines, in their order; a head without anything behind it is not shown
LINES = {
    "screens": "screens",
    "file": "file",
    "route": "route",
    "permission": "permission",
    "scope": "scope",
    "use_cases": "use case",
    "rules": "rules",
    "tables": "tables",
    "events": "events",
    "errors": "errors",
    "calls": "calls",
    "jobs": "then, as a job",
    "tests": "tests",
}


@click.command()
@click.argument("what")
@as_json
def explain(what: str, *, as_json: bool) -> None:
    """Say what stands behind a call ("GET /students/all") or a screen ("/students").

    Screens, route, permission, use case, rules, tables, events, errors and the tests that name it.
    """
    from entrypoints.call_graph.calls import explainer

    found = [asdict(one) for one in _found(explainer(), *_read(what))]
    if not found:
        raise OperatorError(
            f"{what} is neither a call nor a screen; for example: markaz explain {_near(explainer(), what)}"
        )
    show(
        found[0] if len(found) == 1 else found, lambda: (line for one in found for line in _lines(one)), as_json=as_json
    )


def _read(what: str) -> tuple[str, str]:
    """The method, or none for a screen and for every call of a path; and the path."""
    method, _, path = what.strip().rpartition(" ")
    return method.strip().upper(), path if path.startswith("/") else f"/{path}"


def _found(explainer: Any, method: str, path: str) -> Iterator[Any]:
    if method:
        if call := explainer.find_call(method, path):
            yield explainer.call(*call)
        return
    if screen := explainer.find_screen(path):
        yield explainer.screen(screen)
        return
    for verb in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        if call := explainer.find_call(verb, path):
            yield explainer.call(*call)


def _near(explainer: Any, what: str) -> str:
    """A call that begins like what was asked."""
    import difflib

    names = [f"{method} {path.removeprefix('/api/staff')}" for method, path in explainer.calls()]
    return f'"{next(iter(difflib.get_close_matches(what, names, 1, 0)))}"'


def _lines(one: dict[str, Any]) -> Iterator[str]:
    yield one["screen"] if "screen" in one else f"{one['method']} {one['path']}  ({one['name']})"
    if one.get("about"):
        yield f"  {one['about']}"
    for name, head in LINES.items():
        lines = _lines_of(name, one)
        for number, line in enumerate(lines):
            yield f"  {head if number == 0 else '':<14}  {line}"


def _lines_of(name: str, one: dict[str, Any]) -> list[str]:
    value = one.get(name)
    if not value:
        return []
    if name == "permission":
        return [f"{value} {one['action']}".strip()]
    if name == "jobs":
        return [line for job in value for line in _job(job)]
    return [", ".join(value)] if name in ("events", "tables") else [value] if isinstance(value, str) else value


def _job(job: dict[str, Any]) -> list[str]:
    heads = {"use_cases": "use case", "tables": "tables", "events": "events", "rules": "rules"}
    return [job["kind"], *(f"  {head}: {', '.join(job[name])}" for name, head in heads.items() if job[name])]
