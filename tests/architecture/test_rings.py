"""The rings, and how things are named (architecture: layout, naming and size)."""

import ast
import re
import subprocess
import sys

from tests.architecture.sources import ROOT, Source, sources

FORBIDDEN = ("Base", "Impl", "Manager", "Helper", "Helpers", "Util", "Utils", "DTO", "Handler", "Processor")
FORBIDDEN_VERBS = ("process", "handle")
# an adapter's errors, which are told apart by their class
ERRORS = {"NotAllowed"}
# a machine's paths and hosts of registries have no place in the project
MACHINE = re.compile(r"/(?:work|root)/|/tmp/team|pypi\.org|registry\.npmjs|files\.pythonhosted")


def everywhere() -> tuple[Source, ...]:
    """The rings, their tests and their tools."""
    return (*sources(), *sources("tests"), *sources("tools"))


def test_imports_point_inward() -> None:
    """entrypoints > adapters > application > contracts > domain.

    Each ring imports its own libraries only.
    """
    program = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports())"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"Contracts: [1-9]\d* kept, 0 broken", done.stdout)


def test_an_import_outward_is_noticed() -> None:
    """The rule bites: what the linter is told forbids a rule to know the database."""
    config = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'layers = ["entrypoints", "adapters", "application", "contracts", "domain"]' in config
    for source in sources("domain"):
        for node in ast.walk(source.tree):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [module or ""]
            for name in names if isinstance(node, (ast.Import, ast.ImportFrom)) else []:
                assert name.partition(".")[0] in {"domain", *sys.stdlib_module_names}, f"{source.path} imports {name}"


def test_production_never_imports_the_simulators() -> None:
    """The supervisor and the command line name simulators as text only."""
    simulators = "entrypoints.simulators"
    importing = [
        f"{source.path}:{node.lineno}"
        for source in sources()
        if not source.path.startswith("entrypoints/simulators/")
        for node in ast.walk(source.tree)
        if any(name == simulators or name.startswith(f"{simulators}.") for name in _imported(node))
    ]
    assert importing == []


def test_ports_are_honest() -> None:
    """No adapter checks the class behind a port."""
    checked = [
        f"{source.path}:{line}"
        for source in sources("application", "adapters", "entrypoints")
        for line in _checks_of_ports(source.tree)
    ]
    assert checked == []


def test_a_check_of_the_class_behind_a_port_is_noticed() -> None:
    """The rule bites, for an adapter's class and for a port's."""
    unit = (
        "from adapters.postgres.core.unit_of_work import PostgresUnitOfWork\nisinstance(uow, (int, PostgresUnitOfWork))"
    )
    port = "from application.ports import Transaction\nisinstance(uow, Transaction)"
    assert [_checks_of_ports(ast.parse(text)) for text in (unit, port)] == [[2], [2]]


def _checks_of_ports(tree: ast.Module) -> list[int]:
    """Lines that check an object against a class of an adapter or of a port."""
    classes = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and re.match(r"adapters\.|application\.(.*\.)?ports\b", node.module or "")
        for alias in node.names
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("isinstance", "issubclass")
        if (classes - ERRORS) & {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
    ]


def test_audit_records_have_one_writer() -> None:
    """Content, digest and the pending row come from one module (D-15)."""
    writes = re.compile(r"insert into audit(s|_pending)\b|insert\(\w*\.?audit(s|_pending)\b")
    writers = [source.path for source in sources() if "/migrations/" not in source.path and writes.search(source.text)]
    assert writers == ["adapters/postgres/core/audit/writer.py"]


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_a_module_says_what_lives_in_it() -> None:
    """In the product's words, in one to three sentences."""
    assert [source.path for source in everywhere() if source.tree.body and not ast.get_docstring(source.tree)] == []


def test_things_are_named_by_the_field() -> None:
    """No Base, Impl, Manager, Helper, Util, DTO; no process, no handle."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [(source.path, node) for source in everywhere() for node in ast.walk(source.tree)]
    things = [(path, node.name) for path, node in nodes if isinstance(node, ast.ClassDef)]
    things += [(source.path, source.path.rsplit("/", 1)[-1].removesuffix(".py").title()) for source in everywhere()]
    acts = [(path, node.name) for path, node in nodes if isinstance(node, functions)]
    assert [(path, name) for path, name in things if name.endswith(FORBIDDEN)] == []
    assert [(path, name) for path, name in acts if name.strip("_").partition("_")[0] in FORBIDDEN_VERBS] == []


def test_no_file_names_a_machine() -> None:
    """No file names a path or a registry host of one machine."""
    found = [
        (source.path, name[0])
        for source in everywhere()
        if not source.path.endswith("test_rings.py")
        for name in MACHINE.finditer(source.text)
    ]
    assert found == []


def test_what_a_person_may_call_says_what_it_does() -> None:
    """The public functions and classes of the inner rings have a docstring."""
    silent = [
        f"{source.path}: {node.name}"
        for source in sources("domain", "contracts", "application")
        for node in source.tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        and not node.name.startswith("_")
        and ast.get_docstring(node) is None
        # rows of the same kind are described once, at the first
        and not any(isinstance(of, ast.Name) and of.id == "NamedTuple" for of in getattr(node, "bases", ()))
    ]
    assert silent == []
