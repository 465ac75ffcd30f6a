"""Finds the tests that name a call or a screen by its path."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STAFF = "/api/staff"
PARAMETER = r"(?:\{[^}]*\}|\$\{[^}]*\}|:\w+|[\w-]+)"
IN_WEB = ("*.test.ts", "*.test.tsx")


def tests_of_screen(path: str) -> list[str]:
    """The browser tests that name a screen's path."""
    return [name for name in tests_of(path, "GET") if name.startswith(("tests/e2e/", "web/"))]


def tests_of(path: str, method: str) -> list[str]:
    """Tests that name the path with any ids.

    "file::test" in Python, the file alone in browser tests. A Python test counts for the method that it uses, where
    it names one.
    """
    wanted = pattern_of(path)
    # most texts lack even the beginning of the path, which is found much faster
    begin = path.removeprefix(STAFF).partition("{")[0]
    found: list[str] = []
    for file, pieces in _python_tests():
        named = [
            name
            for name, source in pieces
            if begin in source and wanted.search(source) and _asks(source, wanted, method)
        ]
        found += [f"{file}::{name}" for name in dict.fromkeys(named)]
    return found + [file for file, text in _web_tests() if begin in text and wanted.search(text)]


@cache
def _python_tests() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Every Python test file with its pieces: name of a function or class, and text."""
    return tuple((_name(file), tuple(_pieces(file.read_text(encoding="utf-8")))) for file in _files("tests", "*.py"))


@cache
def _web_tests() -> tuple[tuple[str, str], ...]:
    files = [file for pattern in IN_WEB for file in _files("web/src", pattern)]
    return tuple((_name(file), file.read_text(encoding="utf-8")) for file in files)


def _files(folder: str, pattern: str) -> list[Path]:
    return sorted((ROOT / folder).rglob(pattern))


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    lines = text.splitlines()
    for node in ast.parse(text).body:
        yield getattr(node, "name", "(at the top)"), "\n".join(lines[node.lineno - 1 : node.end_lineno])


def pattern_of(path: str) -> re.Pattern[str]:
    """The pattern of a path, below /api/staff or in full, with any id as a parameter."""
    parts = re.split(r"\{[^}]*\}", path.removeprefix(STAFF))
    return re.compile(r"""(?<=["'`=])(?:/api/staff)?""" + PARAMETER.join(map(re.escape, parts)) + r"""(?=["'`?])""")


def _asks(source: str, wanted: re.Pattern[str], method: str) -> bool:
    verbs = {"GET": ("get", "data"), "POST": ("post",), "PUT": ("put",), "DELETE": ("delete",), "PATCH": ("patch",)}
    for place in wanted.finditer(source):
        before = source[max(0, place.start() - 60) : place.start()].rpartition("\n")[2]
        methods = {verb for verb, names in verbs.items() for name in names if re.search(rf"\.{name}\(", before)}
        methods |= {verb for verb in verbs if f'"{verb}"' in before or before.endswith((f'"{verb} ', f"'{verb} "))}
        if not methods or method in methods:
            return True
    return False
