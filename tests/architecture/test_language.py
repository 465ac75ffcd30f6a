"""Docstrings, comments and class names use the language of the trade (glossary)."""

import ast
import re
import tokenize
from collections.abc import Iterator

from tests.architecture.sources import ROOT, Source, sources

SUMMARY_MAX = 80  # characters
RELATIVE_CLAUSE = re.compile(
    r"(?:What|Who|Whom|Whose|Whoever|Whatever|Whether|Which|Whichever|Where|Wherever|How|However)\b"
)
PERSONAL_PRONOUN = re.compile(r"\b(?:he|him|his|himself|whoever|whomever)\b", re.IGNORECASE)
# class name → the standard terms that replace it: each had several meanings, or none in the trade
FORBIDDEN_NAMES = {
    "Sheet": "AttendanceSheet, Spreadsheet or SidePanel",
    "Lines": "ConnectionPool",
    "Desk": "JobQueue",
    "Rolls": "SyncStore",
    "Leavers": "RetentionCandidates",
    "Likeness": "PossibleDuplicate",
    "Refused": "DomainError",
    "Broken": "FieldError",
    "Stale": "Conflict",
    "Malformed": "BadRequest",
    "Hand": "MarkedBy",
    "Told": "a name of the result",
}


def everywhere() -> tuple[Source, ...]:
    """Every module of the rings, the tests and the tools, without applied migrations."""
    modules = (*sources(), *sources("tests"), *sources("tools"))
    return tuple(source for source in modules if "/migrations/versions/" not in source.path)


def documented(source: Source) -> Iterator[tuple[str, str]]:
    """Yields (place, docstring) of the module and of each class and function in it."""
    for node in ast.walk(source.tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node)
            if text:
                yield f"{source.path}:{getattr(node, 'lineno', 1)}", text


def comments(path: str) -> Iterator[tuple[str, str]]:
    """Yields (place, comment) of a module."""
    with (ROOT / path).open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                yield f"{path}:{token.start[0]}", token.string


def test_a_summary_fits_eighty_characters() -> None:
    """The first line of a docstring is one short statement."""
    found = [place for source in everywhere() for place, text in documented(source) if _summary(text) > SUMMARY_MAX]
    assert found == []


def test_a_summary_names_its_thing() -> None:
    """A docstring begins with its subject or verb, not with a relative clause."""
    found = [place for source in everywhere() for place, text in documented(source) if RELATIVE_CLAUSE.match(text)]
    assert found == []


def _summary(text: str) -> int:
    return len(text.splitlines()[0])


def test_people_are_called_students_teachers_and_callers() -> None:
    """No docstring or comment uses a personal pronoun for a person."""
    found = [
        place
        for source in everywhere()
        for place, text in (*documented(source), *comments(source.path))
        if PERSONAL_PRONOUN.search(text)
    ]
    assert found == []


def test_a_class_is_named_by_a_standard_term() -> None:
    """No class has a name with several meanings in this project, or none in the trade."""
    classes = [
        (source.path, node.name) for source in everywhere() for node in ast.walk(source.tree)
        if isinstance(node, ast.ClassDef)
    ]  # fmt: skip
    assert [(path, name, FORBIDDEN_NAMES[name]) for path, name in classes if name in FORBIDDEN_NAMES] == []


def test_the_rules_bite() -> None:
    """The patterns find the old dialect and leave plain prose alone."""
    assert RELATIVE_CLAUSE.match("Who may see it.")
    assert RELATIVE_CLAUSE.match("Whatever was sent.")
    assert not RELATIVE_CLAUSE.match("Whole numbers only.")
    assert PERSONAL_PRONOUN.search("the teacher and his group")
    assert not PERSONAL_PRONOUN.search("this theme")
