"""Contexts have one spelling and no cycle; folders stay small (architecture)."""

import ast
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from tests.architecture.sources import CONTEXTS, ROOT, sources

MAX_FOLDER_FILES = 15  # modules, __init__ not counted
# Folders and modules of a ring that are no context: what several contexts are made of.
SHARED = {
    "contracts": {"external", "texts", "errors", "events", "job_kinds", "screens"},
    "application": {"actor", "authorization", "idempotency", "ports", "request_batcher"},
    "adapters/postgres": {"core", "fast_path", "listing", "migrations"},
}
# Folders that may hold more than fifteen modules, with the reason.
CROWDED = {"adapters/postgres/migrations/versions": "a migration is never moved"}
# Folders with a module per context, as many as there are contexts.
PER_CONTEXT = {
    "contracts",
    "application",
    "adapters/postgres",
    "adapters/postgres/core/tables",
    "entrypoints/http/routes",
}


@pytest.mark.parametrize("ring", ["domain", "contracts", "application", "adapters/postgres"])
def test_a_context_has_one_spelling_in_every_ring(ring: str) -> None:
    """Each folder of a ring is a context by its one name, or shared by the contexts."""
    folders = {path.name for path in (ROOT / ring).iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert folders - CONTEXTS - SHARED.get(ring, set()) == set()


@pytest.mark.parametrize("place", ["contracts", "application", "adapters/postgres", "entrypoints/http/routes"])
def test_a_context_has_one_spelling_where_it_is_one_module(place: str) -> None:
    """A context is a module named after it until it needs a package."""
    modules = {path.stem for path in (ROOT / place).glob("*.py")} - {"__init__"}
    assert modules - CONTEXTS - SHARED.get(place, set()) == set()


def test_a_folder_holds_fifteen_modules_at_most() -> None:
    """At most 15 modules; a folder that holds more has a reason."""
    modules = Counter(
        Path(source.path).parent.as_posix()
        for source in (*sources(), *sources("tests"), *sources("tools"))
        if not source.path.endswith("__init__.py") and not _is_of_context(Path(source.path))
    )
    crowded = {folder: number for folder, number in modules.items() if number > MAX_FOLDER_FILES}
    assert set(crowded) == set(CROWDED), crowded


def _is_of_context(path: Path) -> bool:
    return path.parent.as_posix() in PER_CONTEXT and path.stem in CONTEXTS


def test_contexts_know_each_other_in_one_direction() -> None:
    """No context of a ring imports, however far around, one that imports it."""
    for ring in ("domain", "contracts", "application", "adapters/postgres"):
        cycle = _cycle(_imports(ring))
        assert cycle is None, f"{ring}: {' > '.join(cycle or [])}"


def _imports(ring: str) -> dict[str, set[str]]:
    """Context → the contexts that its modules import."""
    package = ring.replace("/", ".")
    found: dict[str, set[str]] = {}
    for source in sources(ring):
        context = source.path.removeprefix(f"{ring}/").partition("/")[0].removesuffix(".py")
        if context not in CONTEXTS | SHARED.get(ring, set()):
            continue
        own = found.setdefault(context, set())
        for node in ast.walk(source.tree):
            module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            if module.startswith(f"{package}."):
                rest = module.removeprefix(f"{package}.").split(".")
                if rest[0] != context:
                    own.add(rest[0])
    return found


def _cycle(imports: dict[str, set[str]]) -> list[str] | None:
    """One cycle of contexts, or None."""
    done: set[str] = set()

    def walk(context: str, path: list[str]) -> list[str] | None:
        if context in path:
            return [*path[path.index(context) :], context]
        if context in done:
            return None
        for other in sorted(imports.get(context, ())):
            if circle := walk(other, [*path, context]):
                return circle
        done.add(context)
        return None

    return next((circle for context in sorted(imports) if (circle := walk(context, []))), None)


def test_a_cycle_is_found_however_long_it_is() -> None:
    """The search follows imports over several contexts."""
    chain = {key: set[str]() for key in "abc"} | {one: {other} for one, other in pairwise("abcd")}
    assert _cycle(chain) is None
    assert _cycle(chain | {"d": {"b"}}) == ["b", "c", "d", "b"]
