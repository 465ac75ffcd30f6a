"""Generates docs/events.md from contracts/events.py and the emitting code."""

import ast
from pathlib import Path

import msgspec

from contracts.events import EVENTS, Event
from tools.pages.markdown import table

ROOT = Path(__file__).resolve().parents[2]
HEAD = """# Events

What the console sends through its outbox, from `contracts/events.py`. Made by `make docs`; a test keeps it fresh.

An event is a row of the outbox in the commit of the change that it tells. The relay publishes it to JetStream under the
subject `markaz.events.<topic>` (the topic `job` to `markaz.jobs`, for the worker) with the header
`Nats-Msg-Id: outbox-<row>`, at least once and in no promised order. The payload is JSON with the fields below. An event
only grows: a new field has a default and its version is one higher; rows of every version are kept in
`tests/contracts/kept-events.json` and must be read for ever.
"""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_event(kind) for kind in EVENTS.values())


def _event(kind: type[Event]) -> str:
    fields = table("field", "type", "if absent", rows=map(_field, msgspec.structs.fields(kind)))
    senders = ", ".join(f"`{name}`" for name in _senders(kind.__name__))
    doc = " ".join((kind.__doc__ or "").split()).replace("``", "`")
    return f"\n## {kind.topic}, version {kind.version}\n\n{doc}\n\nSent by {senders}.\n\n{fields}"


def _field(field: msgspec.structs.FieldInfo) -> tuple[str, str, str]:
    absent = "never" if field.required else f"`{msgspec.json.encode(field.default).decode()}`"
    return f"`{field.encode_name}`", _written(field.type), absent


def _written(kind: object) -> str:
    """A type as its JSON form."""
    shape = msgspec.json.schema(kind)
    if "enum" in shape:
        return " or ".join(f"`{value}`" for value in shape["enum"])
    kinds = [part["type"] for part in shape.get("anyOf", [shape])]
    return " or ".join(str(kind) for kind in kinds)


def _senders(name: str) -> list[str]:
    """The functions that name the event: "module:function"."""
    found = []
    for ring in ("application", "adapters/postgres"):
        for path in sorted((ROOT / ring).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            functions = [node for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
            found += [f"{module}:{function.name}" for function in functions if _names(function, name)]
    return found


def _names(function: ast.AST, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(function))
