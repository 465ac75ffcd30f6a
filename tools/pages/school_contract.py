"""Generates the records' schemas of contracts/external/hh-v1.yaml."""

import re
from typing import Any

import msgspec
import yaml

from contracts.sync.school_records import RECORDS, Record
from tools.pages.region import with_region

NAME = "contracts/external/hh-v1.yaml"
BEGIN = "    # records: generated from contracts/sync/school_records.py (make docs)"
END = "    # end of the records"
_SCHEMAS = "#/components/schemas/"


def page() -> str:
    """The whole contract."""
    _, found = msgspec.json.schema_components((Record, *RECORDS.values()), ref_template=_SCHEMAS + "{name}")
    common = found[Record.__name__]["properties"]
    made = (_schema(name, schema, {} if name == Record.__name__ else common) for name, schema in found.items())
    return with_region(NAME, BEGIN, END, "".join(made))


def _schema(name: str, schema: dict[str, Any], common: dict[str, Any]) -> str:
    """The schema of a Struct; a record refers to the fields of every record."""
    is_record = bool(common) and common.keys() <= schema["properties"].keys()
    own = {field: kind for field, kind in schema["properties"].items() if not (is_record and field in common)}
    required = [field for field in schema["required"] if field in own] if "required" in schema else []
    lines = ["type: object", *([f"required: {_flow(required)}"] if required else []), "properties:"]
    lines += [f"  {field}: {_flow(_plain(kind))}" for field, kind in own.items()]
    if is_record:
        lines = [f"  {line}" for line in lines]
        lines[0] = "- " + lines[0].lstrip()
        lines = ["allOf:", f"  - $ref: {_flow(_SCHEMAS + Record.__name__)}", *(f"  {line}" for line in lines)]
    about = " ".join(schema["description"].split()).replace("``", "`")
    body = "".join(f"      {line}\n" for line in (f"description: {_flow(about)}", *lines))
    return f"    {_short(name)}:\n{body}"


def _plain(kind: dict[str, Any]) -> dict[str, Any]:
    """The schema of a field: its type first, null among its types."""
    kind = {key: _plain(value) if isinstance(value, dict) else value for key, value in kind.items()}
    first, *others = kind.get("anyOf", [{}])
    if others == [{"type": "null"}] and "type" in first:
        kind = {**first, "type": [first["type"], "null"]} | {key: kind[key] for key in kind if key != "anyOf"}
    return {key: kind[key] for key in sorted(kind, key=lambda key: (key != "type", key == "description"))}


def _flow(value: Any) -> str:
    text = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10_000)
    return re.sub(rf"({_SCHEMAS}\w+?)Record\b", r"\1", text.removesuffix("...\n").strip())


def _short(name: str) -> str:
    """``StudentRecord`` is the Student of the contract."""
    return name if name == Record.__name__ else name.removesuffix("Record")
