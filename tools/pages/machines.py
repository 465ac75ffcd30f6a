"""The state machines of the domain, found in the code.

Every method that sets a state is tried in every state.
"""

import ast
import dataclasses
import importlib
import inspect
import itertools
import pkgutil
import textwrap
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from enum import Enum
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import domain
from domain.shared.errors import DomainError

NAMED = ("Status", "State")
MOMENT = datetime(2026, 3, 2, tzinfo=UTC)


@dataclasses.dataclass(frozen=True)
class Machine:
    """A class with a state.

    It has the name of the field, and the table of moves of its module, if there is one.
    """

    kind: type
    field: str
    states: type[Enum]
    moves: Mapping[Enum, Any]


@dataclasses.dataclass(frozen=True)
class Step:
    """A method tried in one state: the next state, or the code of the rejection."""

    act: str
    before: str
    after: str
    code: str = ""


def machines() -> list[Machine]:
    """Every dataclass of the domain with a state field and a method that sets it.

    The type of such a field ends in Status or State.
    """
    found = []
    for module in _modules():
        tables = [value for name, value in vars(module).items() if name.endswith("MOVES")]
        for kind in _dataclasses(module):
            for name, hint in get_type_hints(kind).items():
                if _is_state(hint) and acts_on(kind, name):
                    moves: Mapping[Enum, Any] = next((one for one in tables if isinstance(next(iter(one)), hint)), {})
                    found.append(Machine(kind, name, hint, moves))
    return sorted(found, key=lambda machine: (machine.kind.__module__, machine.field))


def enumerations() -> list[type[Enum]]:
    """Every enumeration of states in the domain."""
    kinds = {kind for module in _modules() for kind in vars(module).values() if _is_state(kind)}
    return sorted(kinds, key=lambda kind: (kind.__module__, kind.__name__))


def endable() -> list[type]:
    """Classes whose only state is their end."""
    return [kind for module in _modules() for kind in _dataclasses(module) if acts_on(kind, "ended_at")]


def steps(machine: Machine) -> list[Step]:
    """Every method in every state, with each end that it accepts; no duplicates."""
    found = []
    for act in acts_on(machine.kind, machine.field):
        for state in machine.states:
            for arguments in _arguments(getattr(machine.kind, act), machine.states):
                thing = _made(machine.kind)
                setattr(thing, machine.field, state)
                try:
                    changed = getattr(thing, act)(**arguments)
                except DomainError as refused:
                    found.append(Step(act, word(state), "", refused.code))
                else:
                    # an act that answers False has changed nothing
                    if changed is not False:
                        found.append(Step(act, word(state), word(machine.states(getattr(thing, machine.field)))))
    return list(dict.fromkeys(found))


def asks_for_state(machine: Machine, act: str) -> bool:
    """True if the method has the next state as a parameter."""
    return machine.states in get_type_hints(getattr(machine.kind, act)).values()


def acts_on(kind: type, field: str) -> list[str]:
    """The methods that set the field."""
    acts = {name: act for name, act in vars(kind).items() if inspect.isfunction(act) and name[0] != "_"}
    return [name for name, act in acts.items() if _sets(act, field)]


def word(state: Enum) -> str:
    """The display name of a state."""
    return state.name.lower()


def reasons_of_ends(kind: type) -> list[str]:
    """The reasons of ends in the code of the class's context.

    They are texts among the arguments of ``end…`` calls.
    """
    context = kind.__module__.split(".")[1]
    found = set()
    for ring in ("domain", "application"):
        package = importlib.import_module(f"{ring}.{context}")
        for info in pkgutil.iter_modules(package.__path__, f"{ring}.{context}."):
            tree = ast.parse(inspect.getsource(importlib.import_module(info.name)))
            calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
            ends = (call for call in calls if ast.unparse(call.func).rpartition(".")[2].strip("_").startswith("end"))
            found |= {argument.value for call in ends for argument in call.args if isinstance(argument, ast.Constant)}
    return sorted(word for word in found if isinstance(word, str) and word.isidentifier())


def _is_state(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum) and hint.__name__.endswith(NAMED)


def _modules() -> Iterator[Any]:
    for info in pkgutil.walk_packages(domain.__path__, "domain."):
        yield importlib.import_module(info.name)


def _dataclasses(module: Any) -> list[type]:
    own = [kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__]
    return [kind for kind in own if dataclasses.is_dataclass(kind)]


def _sets(act: Any, field: str) -> bool:
    tree = ast.parse(textwrap.dedent(inspect.getsource(act)))
    targets = (target for node in ast.walk(tree) if isinstance(node, ast.Assign) for target in node.targets)
    inner = (part for target in targets for part in ast.walk(target))
    return any(isinstance(part, ast.Attribute) and part.attr == field for part in inner)


def _made(kind: Any) -> Any:
    """An instance with placeholder values in its required fields."""
    hints = get_type_hints(kind)
    missing = (dataclasses.MISSING, dataclasses.MISSING)
    needed = [item for item in dataclasses.fields(kind) if (item.default, item.default_factory) == missing]
    return kind(**{item.name: _something(hints[item.name]) for item in needed})


def _arguments(act: Any, states: type[Enum]) -> Iterator[dict[str, Any]]:
    """The arguments to try: every state where it has one, else placeholders."""
    hints = get_type_hints(act)
    parameters = [one for name, one in inspect.signature(act).parameters.items() if name != "self"]
    several = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    names = [one.name for one in parameters if one.default is one.empty and one.kind not in several]
    choices = [list(states) if hints[name] is states else [_something(hints[name])] for name in names]
    for values in itertools.product(*choices):
        yield dict(zip(names, values, strict=True))


def _something(hint: Any) -> Any:
    if hint in (date, datetime):
        return MOMENT
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    if hint is Any or type(None) in get_args(hint):
        return None
    # of dict[str, int] the dict, of a union its first member
    if isinstance(origin := get_origin(hint), type) and origin is not UnionType:
        return origin()
    return hint() if isinstance(hint, type) else _something(get_args(hint)[0])
