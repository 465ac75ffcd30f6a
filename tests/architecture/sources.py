"""The project's own Python files, read as trees."""

import ast
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# one spelling in every ring and in the browser; "shared" only in the rings
CONTEXTS = {
    "access", "agreements", "attendance", "audit", "blog", "branches", "courses", "doors", "events", "exams", "exports",
    "files", "gamification", "groups", "homework", "homework_database", "imports", "insight", "jobs", "live", "market",
    "messaging", "people", "promotions", "settings", "shared", "sync", "videos",
}  # fmt: skip
RINGS = ("domain", "contracts", "application", "adapters", "entrypoints")


@dataclass(frozen=True)
class Source:
    """One module."""

    path: str
    text: str
    tree: ast.Module

    def calls(self, *names: str) -> Iterator[ast.Call]:
        """Calls of functions or methods with one of these names."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and _name(node.func) in names:
                yield node


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@cache
def sources(*folders: str) -> tuple[Source, ...]:
    """Every module of these folders; of all rings without one named."""
    return tuple(source for folder in folders or RINGS for source in _modules(folder))


@cache
def _modules(folder: str) -> tuple[Source, ...]:
    # millions of nodes that live as long as the process: the garbage collector would visit them time and again
    gc.disable()
    try:
        return tuple(_read(path) for path in sorted((ROOT / folder).rglob("*.py")))
    finally:
        gc.freeze()
        gc.enable()


def _read(path: Path) -> Source:
    text = path.read_text(encoding="utf-8")
    return Source(str(path.relative_to(ROOT)), text, ast.parse(text))
