"""The screens, their permissions, and the calls that their files name."""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web" / "src"
TABLE = WEB / "app" / "screens.ts"
FRAME = "every screen (the frame)"
ROW = re.compile(r'path: "([^"]+)",(?:(?!path: ").)*?import\("([^"]+)"\)', re.DOTALL)
IMPORT = re.compile(r'(?:from|import)\s*\(?\s*"([@.][^"]*)"')
READS = re.compile(r'(?:path=|[rR]ead\w*(?:<[^(]*>)?\(\s*|path:\s*)"(/[^"]+)"')
# a path stored under a name, or chosen between two; its method is unknown
KEPT = re.compile(r'(?:[:=?]|=>)\s*["`](/[^"`\n]+)["`]')
# a path of both audiences (D-54)
AUDIENCE = re.compile(r"for-\$\{[^}]*\}")
AUDIENCES = ("for-admin", "for-academic")
PLACE = re.compile(r"\$\{[^}]*\}")
CHANGES = re.compile(r'[cC]hange\w*(?:<[^(]*>)?\(\s*"(post|put|patch|delete)",\s*"(/[^"]+)"')


@dataclass(frozen=True)
class Screen:
    """A screen: its path with {ids}, permissions, file, and the calls in its files."""

    path: str
    permission: str
    action: str
    file: str
    calls: frozenset[tuple[str, str]]


def screens() -> list[Screen]:
    """Every screen of the table; none without the browser's sources."""
    if not TABLE.is_file():
        return []
    rights = {row["path"]: row for row in json.loads((ROOT / "contracts" / "screens.json").read_text(encoding="utf-8"))}
    files = dict(ROW.findall(TABLE.read_text(encoding="utf-8")))
    made = {re.sub(r":(\w+)", r"{\1}", path): _file(TABLE, target) for path, target in files.items()}
    return [
        Screen(path, row["permission"], row.get("action", "read"), _name(made[path]), _calls(made[path]))
        for path, row in rights.items()
        if made.get(path)
    ]


def frame_calls() -> frozenset[tuple[str, str]]:
    """The calls of the frame around every screen."""
    shell = WEB / "app" / "shell" / "shell.tsx"
    return _calls(shell) if shell.is_file() else frozenset()


def _calls(begin: Path | None) -> frozenset[tuple[str, str]]:
    """(method, path) of the calls in the file and its imports.

    The frame is left out. An unknown method is ''.
    """
    found: set[tuple[str, str]] = set()
    left, seen = [begin], set()
    while left:
        file = left.pop()
        if file is None or file in seen or file == TABLE or WEB / "api" in file.parents:
            continue
        seen.add(file)
        calls, imported = _read(file)
        found |= calls
        left += imported
    return frozenset(found)


@cache
def _read(file: Path) -> tuple[frozenset[tuple[str, str]], tuple[Path | None, ...]]:
    """The calls of one file and its imports, cached because screens share files."""
    text = file.read_text(encoding="utf-8")
    found = {("GET", path) for path in READS.findall(text)}
    found |= {(verb.upper(), path) for verb, path in CHANGES.findall(text)}
    kept = {AUDIENCE.sub(audience, path) for path in KEPT.findall(text) for audience in AUDIENCES}
    found |= {("", PLACE.sub("{x}", path)) for path in kept}
    return frozenset(found), tuple(_file(file, target) for target in IMPORT.findall(text))


def _file(importing: Path, target: str) -> Path | None:
    base = WEB / target.removeprefix("@/") if target.startswith("@/") else importing.parent / target
    choices = (base.with_name(base.name + ending) for ending in (".tsx", ".ts"))
    return next((choice.resolve() for choice in choices if choice.is_file()), None)


def _name(file: Path | None) -> str:
    return file.relative_to(ROOT).as_posix() if file else ""
