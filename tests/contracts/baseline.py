"""Fingerprints of the public contract.

Covers the API, screens, rights, events, keys of texts and the database schema. ``python -m tests.contracts.baseline``
accepts the present contract after an intended change.
"""

import asyncio
import hashlib
import json
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Any

import msgspec

from adapters.postgres.core.migrate import upgrade
from contracts.events import EVENTS
from contracts.texts import LANGUAGES, catalogue
from entrypoints.embedded.servers.postgres import embedded_postgres
from tests.support.database_schema import schema_rows

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).with_name("baseline.json")
PROSE = ("description", "summary")


def accepted() -> dict[str, str]:
    """The accepted fingerprints by name of the part."""
    fingerprints: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return fingerprints


def present() -> dict[str, str]:
    """The present fingerprints of the parts stored in files, by name of the part."""
    return {
        "openapi": fingerprint(without_prose(_contract("openapi.json"))),
        "student openapi": fingerprint(without_prose(_contract("student-openapi.json"))),
        "screens": fingerprint((ROOT / "contracts" / "screens.json").read_text(encoding="utf-8")),
        "access": fingerprint((ROOT / "contracts" / "access.csv").read_text(encoding="utf-8")),
        "events": fingerprint(_events()),
        "keys of texts": fingerprint({language: sorted(catalogue(language)) for language in LANGUAGES}),
    }


def _contract(name: str) -> Any:
    return json.loads((ROOT / "contracts" / name).read_text(encoding="utf-8"))


def fingerprint(value: Any) -> str:
    """SHA-256 of a value's canonical JSON, in hexadecimal."""
    canonical = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def without_prose(value: Any, prose: Collection[str] = PROSE) -> Any:
    """A JSON document without its descriptions.

    The wording may improve; the structure may not change unnoticed.
    """
    if isinstance(value, dict):
        return {
            key: without_prose(inner, prose)
            for key, inner in value.items()
            if not (key in prose and isinstance(inner, str))
        }
    return [without_prose(inner, prose) for inner in value] if isinstance(value, list) else value


def accept(fingerprints: dict[str, str]) -> None:
    """Stores these fingerprints as accepted; parts that are not named stay."""
    FILE.write_text(json.dumps(accepted() | fingerprints, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _events() -> dict[str, Any]:
    """Version and shape of each event by topic; class names are not on the wire."""
    _, components = msgspec.json.schema_components(EVENTS.values(), ref_template="{name}")
    return {
        topic: {"version": kind.version, "shape": without_prose(components[kind.__name__], (*PROSE, "title"))}
        for topic, kind in EVENTS.items()
    }


async def _migrated_schema() -> list[tuple[str, ...]]:
    with tempfile.TemporaryDirectory() as directory, embedded_postgres(Path(directory) / "pg") as url:
        await upgrade(url)
        return await schema_rows(url)


if __name__ == "__main__":
    accept(present() | {"database schema": fingerprint(asyncio.run(_migrated_schema()))})
