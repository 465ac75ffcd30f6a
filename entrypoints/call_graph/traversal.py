"""Follows the code that a function reaches, through ports to their adapters.

The source is parsed and its names are looked up in the running module, so that nothing is maintained by hand.
Branches are not evaluated: everything that may be reached is listed.
"""

import ast
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, get_type_hints

from adapters.postgres.core.table_names import table_of, tables_in
from adapters.postgres.core.tables import idempotency_keys
from adapters.postgres.core.unit_of_work import TAKEN
from application import idempotency
from application.authorization import Guard
from application.ports import UnitOfWork
from contracts.errors import ERRORS
from contracts.events import Event, JobQueued
from domain.shared.errors import Conflict, DomainError, Forbidden, NotFound, ValidationError
from entrypoints.binding import Binder
from entrypoints.wiring import Container

RINGS = ("domain", "contracts", "application", "adapters")
# the tables that a method of the unit of work writes in addition to that of its argument
WRITES = {
    "audit": {"audits", "audit_pending"},
    "forget": {"subject_keys"},
    "emit": {"outbox"},
    "enqueue": {"jobs", "outbox"},
}
CODES: dict[type, str] = {
    NotFound: "shared.not_found",
    Forbidden: "shared.forbidden",
    Conflict: "shared.stale",
    ValidationError: "shared.invalid",
}


@dataclass
class Found:
    """The findings of a traversal."""

    use_cases: dict[str, Guard] = field(default_factory=dict)
    rules: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    # the tables that the unit of work loads from and writes to
    kept: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    errors: set[str] = field(default_factory=set)
    jobs: set[str] = field(default_factory=set)


class Traversal:
    """Follows functions over the adapters of a container and collects ``found``."""

    def __init__(self, container: Container, *, beside: tuple[str, ...] = ()) -> None:
        self._container = container
        self._binder = Binder(container, Container)
        self._rings = (*RINGS, *beside)
        self._seen: set[tuple[str, str]] = set()
        self.found = Found()

    def follow(self, function: Callable[..., Any], owner: type | None = None) -> None:
        """Reads a function and everything it reaches, once."""
        inner = inspect.unwrap(function)
        module, key = inner.__module__, (inner.__module__, f"{owner}.{inner.__qualname__}")
        if key in self._seen or not module.startswith(self._rings):
            return
        self._seen.add(key)
        if isinstance(guard := getattr(function, "guard", None), Guard):
            self.found.use_cases.setdefault(f"{module}:{inner.__name__}", guard)
            if _hints(inner).get("uow") is UnitOfWork:
                # a write with an idempotency key is stored with its response (D-8)
                self.found.tables.add(idempotency_keys.name)
                self.found.errors |= _codes(_source(idempotency))
        self._note_module(module)
        Reading(self, inner, owner).read()
        self._note_taken()

    def adapter_of(self, port: Any, name: str) -> type | None:
        """The adapter that the container binds to a port.

        For any other type, the adapter of the same name that fits.
        """
        if provider := self._binder.provider_of(port):
            kind = getattr(provider, "cls", None)
            return kind if isinstance(kind, type) else None
        if not getattr(port, "_is_protocol", False):
            return None
        wanted = [word for word in vars(port) if not word.startswith("_")]
        served = {key: getattr(provider, "cls", None) for key, provider in self._container.providers.items()}
        fits = {key: kind for key, kind in served.items() if kind and all(hasattr(kind, word) for word in wanted)}
        found: type | None = fits.get(name) or next(iter(fits.values()), None)
        return found

    def meet(self, thing: Any, module: str) -> None:
        """Records the object behind a name, and follows functions of this project."""
        if inspect.isfunction(thing):
            self.follow(thing)
        elif isinstance(thing, type):
            self._meet_kind(thing, module)
        elif module.startswith("adapters.postgres"):
            self.found.tables |= tables_in(thing)

    def _meet_kind(self, kind: type, module: str) -> None:
        if kind in CODES:
            self.found.errors.add(CODES[kind])
        elif issubclass(kind, Event) and "topic" in vars(kind):
            self.found.events.add(kind.topic)
        elif kind.__module__.startswith("domain."):
            self._note_module(kind.__module__)
        elif kind.__module__.startswith("adapters.") and module.startswith("adapters."):
            # an adapter that creates another one reaches everything that the other can do
            for name, method in vars(kind).items():
                if inspect.isfunction(method) and name != "__init__":
                    self.follow(method, kind)

    def _note_module(self, module: str) -> None:
        if module.startswith("domain.") and module not in ("domain.shared.errors", "domain.shared.state_machine"):
            self.found.rules.add(module)

    def _note_taken(self) -> None:
        """Records that a unique constraint of a written table can be violated."""
        if "shared.stale" in self.found.errors:
            keys = [key for key in TAKEN if any(key.startswith(f"uq_{name}_") for name in self.found.kept)]
            self.found.errors |= {TAKEN[key] for key in keys}


class Reading:
    """The source of one function: its names, and their objects."""

    def __init__(self, reach: Traversal, function: Any, owner: type | None) -> None:
        self._reach = reach
        self._owner = owner
        self._module = str(function.__module__)
        self._tree = _source(function)
        self._names = _known_outside(function) | _held(function)
        self._ports = {name: hint for name, hint in _hints(function).items() if isinstance(hint, type)}

    def read(self) -> None:
        """Inspects every name, text and call."""
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self._text(node.value)
            elif isinstance(node, ast.Call):
                self._call(node)
            elif isinstance(node, (ast.Name, ast.Attribute)):
                self._reach.meet(self._thing(node), self._module)

    def _text(self, text: str) -> None:
        if self._module.startswith("adapters.postgres"):
            self._reach.found.tables |= tables_in(text)

    def _call(self, call: ast.Call) -> None:
        if self._thing(call.func) is DomainError:
            self._refused(call)
        if not isinstance(call.func, ast.Attribute):
            return
        name = call.func.attr
        if isinstance(call.func.value, ast.Name):
            on = call.func.value.id
            port = self._ports.get(on)
            if port is UnitOfWork:
                self._unit_of_work(name, call)
            elif adapter := self._reach.adapter_of(port, on):
                if inspect.isfunction(method := getattr(adapter, name, None)):
                    self._reach.follow(method, adapter)
            elif on == "self" and self._owner and inspect.isfunction(method := getattr(self._owner, name, None)):
                self._reach.follow(method, self._owner)

    def _refused(self, call: ast.Call) -> None:
        """Records the code of a rejection.

        Where it is computed, every code in the functions named here counts.
        """
        first = call.args[0] if call.args else None
        if isinstance(first, ast.Constant):
            self._reach.found.errors.add(str(first.value))
            return
        named = (self._thing(node) for node in ast.walk(self._tree) if isinstance(node, ast.Name))
        trees = [self._tree, *(_source(thing) for thing in named if inspect.isfunction(thing))]
        self._reach.found.errors |= set().union(*map(_codes, trees))

    def _unit_of_work(self, name: str, call: ast.Call) -> None:
        found = self._reach.found
        found.tables |= WRITES.get(name, set())
        found.errors |= {"load": {"shared.not_found"}, "commit": {"shared.stale"}}.get(name, set())
        first = call.args[0] if call.args else None
        if name == "enqueue" and first is not None:
            found.jobs.add(str(self._thing(first)))
            found.events.add(JobQueued.topic)
        if name in ("load", "find", "find_all", "count") and first is not None:
            found.kept |= {table for table in [table_of(self._thing(first))] if table}
        if name == "add":
            made = (self._thing(node.func) for node in ast.walk(self._tree) if isinstance(node, ast.Call))
            found.kept |= {table for kind in made if isinstance(kind, type) and (table := table_of(kind))}
        found.tables |= found.kept

    def _thing(self, node: ast.AST) -> Any:
        """The object of a plain or dotted name, for modules and classes; otherwise None."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return None if node.id in self._ports else self._names.get(node.id)
        if isinstance(node, ast.Attribute):
            base = self._thing(node.value)
            return getattr(base, node.attr, None) if inspect.ismodule(base) or isinstance(base, type) else None
        return None


def _codes(tree: ast.AST) -> set[str]:
    """The error codes in a tree."""
    texts = (str(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {text for text in texts if text in ERRORS}


@cache
def _source(function: Any) -> ast.AST:
    """The syntax tree of a function; empty for generated code (dataclass methods)."""
    try:
        source = inspect.getsource(function)
        # a method is indented, and its texts need not be
        tree = ast.parse(f"if True:\n{source}" if source[0].isspace() else source)
    except OSError:
        return ast.Module([], [])
    first = tree.body[0]
    for node in first.body if isinstance(first, ast.If) else tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            # decorators run when the module is imported, not when the function is called
            node.decorator_list = []
    return tree


def _hints(function: Any) -> dict[str, Any]:
    try:
        return get_type_hints(function)
    except (NameError, TypeError):
        return {}


def _known_outside(function: Any) -> dict[str, Any]:
    """The globals of a function, without those that a local name hides."""
    own = {*function.__code__.co_varnames, *function.__code__.co_cellvars}
    return {name: thing for name, thing in function.__globals__.items() if name not in own}


def _held(function: Any) -> dict[str, Any]:
    """The closure variables of a nested function."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return dict(_filled(cells))


def _filled(cells: Any) -> Iterator[tuple[str, Any]]:
    for name, cell in cells:
        try:
            yield name, cell.cell_contents
        except ValueError:
            continue
