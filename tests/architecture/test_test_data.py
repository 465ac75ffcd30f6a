"""Tests never search for a person that a generator could produce."""

import ast
from collections.abc import Iterator
from pathlib import Path

from domain.people.folding import search_words
from tests.support.builders import FIRST_NAMES, LAST_NAMES, MIDDLE_NAMES

TESTS = Path(__file__).resolve().parents[1]
GENERATED = {word for name in (*FIRST_NAMES, *LAST_NAMES, *MIDDLE_NAMES) for word in search_words(name).split()}
# kinship words follow every middle name
COMMON = set(search_words("qizi", "oʻgʻli").split())
# by one letter everybody is found on purpose
MIN_SEARCH_LENGTH = 2


def _strings(node: ast.AST) -> Iterator[str]:
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


def _names_and_searches(tree: ast.AST) -> Iterator[str]:
    """The literals of ``.named(…)``, ``value=…`` and ``{"value": …}``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "named":
            for argument in node.args:
                yield from _strings(argument)
        elif isinstance(node, ast.keyword) and node.arg == "value":
            yield from _strings(node.value)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "value":
                    yield from _strings(value)


def test_no_test_names_or_searches_a_generated_person() -> None:
    found = [
        f"{path.relative_to(TESTS)}: {text}"
        for path in sorted(TESTS.rglob("*.py"))
        for text in _names_and_searches(ast.parse(path.read_text(encoding="utf-8")))
        for word in set(search_words(text).split()) - COMMON
        if len(word) >= MIN_SEARCH_LENGTH and any(name.startswith(word) for name in GENERATED - COMMON)
    ]
    assert found == []
