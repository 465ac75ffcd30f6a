"""Docstrings, comments and class names use the language of the trade (glossary)."""

import ast
import re
import tokenize
from collections.abc import Iterator

import pytest

from tests.architecture.sources import RINGS, ROOT, Source, sources

MAX_SUMMARY_LENGTH = 80  # characters
WRITTEN = {".py", ".ts", ".tsx", ".mjs", ".css", ".md", ".csv", ".yaml"}
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
    "Tries": "LoginAttempts",
}
# a name holds a message, a query or a log; these words only mention that somebody spoke
WORDS_OF_SPEECH = frozenset({"told", "said", "asked", "untold", "unasked"})
WORD_OF_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
# the same in the browser's code: a declaration, a parameter, a part of an object
SPOKEN_IN_WEB = re.compile(
    r"(?:\b(?:const|let|var|function|type|interface)\s+|[({[,]\s*(?:\.\.\.)?)(?:told|said|asked|setAsked|Told|Said|Asked)\b"
)
# a limit is MAX_… or MIN_…, so that one search finds them all
OTHER_LIMIT = re.compile(
    r"_?(?:MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST)_\w+|\w+_(?:MAX|MIN|AT_MOST|AT_LEAST)|AT_MOST"
)
# a range of ids hides which of its requirements no test holds; a list names each
RANGE_CITATION = re.compile(
    r"\b(?:R[12]|D|ASVS|WISH)-\d+(?:\s?(?:…|\.\.+|[–—-])\s?(?:(?:R[12]|D|ASVS|WISH)-)?"
    r"|\s(?:to|through|until)\s(?:R[12]|D|ASVS|WISH)-)\d"
    r"|\b[ACLMPST]\d{1,2}\s?[…–—]\s?[ACLMPST]?\d"
).search
STATUS_NUMBER = re.compile(r"status (?:=|<>|!=|in) \(?[0-9]")


def everywhere() -> tuple[Source, ...]:
    """Every module of the rings, the tests and the tools, without applied migrations."""
    modules = (*sources(), *sources("tests"), *sources("tools"))
    return tuple(source for source in modules if "/migrations/versions/" not in source.path)


def written() -> Iterator[tuple[str, str]]:
    """Yields (place, line) of every file that people write: code, tests, documents."""
    folders = (*RINGS, "tests", "tools", "docs", "deploy", "web/src", "web/scripts")
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*")) if path.suffix in WRITTEN]
    for path in (*paths, ROOT / "README.md", ROOT / "Makefile"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.relative_to(ROOT)}:{number}", line


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
    found = [
        place for source in everywhere() for place, text in documented(source) if _summary(text) > MAX_SUMMARY_LENGTH
    ]
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


def bound_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yields (line, name) of everything that a module names, tests excepted.

    Variables, parameters, attributes, aliases, functions and classes; the name of a test is a sentence.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if not name.startswith("test_"):
                yield node.lineno, name


def speaks(name: str) -> bool:
    """True if one of the words of a name only mentions speaking."""
    return not WORDS_OF_SPEECH.isdisjoint(word.lower() for word in WORD_OF_NAME.findall(name))


def test_a_name_is_of_what_it_holds() -> None:
    """A variable is a message, a query or a log, not `told`, `said` or `asked`."""
    found = [
        f"{source.path}:{line} {name}"
        for source in everywhere()
        for line, name in bound_names(source.tree)
        if speaks(name)
    ]
    web = [path for folder in ("src", "scripts") for path in (ROOT / "web" / folder).rglob("*.[tm][sj]*")]
    found += [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in web
        for match in SPOKEN_IN_WEB.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_limit_begins_with_max_or_min() -> None:
    """No constant spells a limit otherwise."""
    found = [
        (source.path, node.id)
        for source in everywhere()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and OTHER_LIMIT.fullmatch(node.id)
    ]
    assert found == []


def test_a_statement_names_statuses_by_the_vocabulary() -> None:
    """SQL outside the definition of the tables contains no bare number of a status."""
    adapters = [source for source in sources("adapters") if "/core/tables/" not in source.path]
    found = [
        (source.path, node.lineno)
        for source in adapters
        if "/migrations/" not in source.path
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and STATUS_NUMBER.search(node.value)
    ]
    assert found == []


def test_a_requirement_is_cited_singly() -> None:
    """No file cites a range: each id stands at the test that fails without it."""
    lines = list(written())
    assert [(place, line.strip()) for place, line in lines if RANGE_CITATION(line)] == []
    assert len({place.partition(":")[0] for place, _ in lines}) > 1000


@pytest.mark.parametrize("sign", ["…", " … ", "–", "—", "-", "..", "...", " to "])
def test_a_range_of_requirements_is_found(sign: str) -> None:
    """The rule bites in every spelling, and leaves lists and hours alone."""
    requirement = "R1-{}".format  # put together, so that this file cites nothing
    assert RANGE_CITATION(f"Each filter ({requirement(95)}{sign}{requirement(103)}).")
    assert RANGE_CITATION(f"D-{53}{sign}D-{59}: by the kind of caller")
    assert RANGE_CITATION(f"ASVS-{1}{sign}{4}") or sign == " to "
    assert RANGE_CITATION(f"P{1}{sign}P{3}") or "…" not in sign
    assert not RANGE_CITATION(f"{requirement(95)}, {requirement(96)}, D-{5}: 08:00{sign}09:00, pages 1{sign}3")


def test_the_rules_bite() -> None:
    """The patterns find the old dialect and leave plain prose alone."""
    assert OTHER_LIMIT.fullmatch("ROWS_MAX")
    assert not OTHER_LIMIT.fullmatch("MAX_ROWS")
    assert STATUS_NUMBER.search("where u.status <> 2")
    assert not STATUS_NUMBER.search("where u.status <> $2")
    spoken = "def _asked(told, *, not_asked=1):\n    self.said = TOLD = 1\n    from a import b as asked_for"
    spoken += "\n    with c as (unasked, masked): ...\nclass WhyAsked: ..."
    names = {name for _, name in bound_names(ast.parse(spoken))}
    assert names == {"_asked", "told", "not_asked", "said", "TOLD", "asked_for", "unasked", "masked", "WhyAsked"}
    assert [name for name in names if not speaks(name)] == ["masked"]
    assert not list(bound_names(ast.parse("def test_a_refusal_is_said(): ...")))
    for code in (
        "const told = 1",
        "({ asked, user }) => 1",
        "f(said: string)",
        "type Asked = 1",
        "{ x, ...asked } = q",
    ):
        assert SPOKEN_IN_WEB.search(code), code
    assert not SPOKEN_IN_WEB.search("const masked = asks(saidOf)")
    assert RELATIVE_CLAUSE.match("Who may see it.")
    assert RELATIVE_CLAUSE.match("Whatever was sent.")
    assert not RELATIVE_CLAUSE.match("Whole numbers only.")
    assert PERSONAL_PRONOUN.search("the teacher and his group")
    assert not PERSONAL_PRONOUN.search("this theme")
