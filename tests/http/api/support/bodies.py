"""Draws valid bodies of a form, and breaks them in named places."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from contracts.shared import Limit, limits_of

REMOVED = object()
INTEGERS = st.integers(0, 10**9) | st.integers(-(10**9), -1) | st.integers(0, 9)
WORDS = st.text("abcdefghijklmnoqxyzgʻшҳ ABC0123456789-", min_size=3, max_size=12).map(lambda text: f"a{text}z")
SCALARS: dict[type[inspect.Type], st.SearchStrategy[Any]] = {
    inspect.NoneType: st.none(),
    inspect.BoolType: st.booleans(),
    inspect.IntType: INTEGERS,
    inspect.DateType: st.dates().map(str),
    inspect.DateTimeType: st.datetimes().map(lambda at: f"{at.isoformat()}Z"),
    inspect.StrType: WORDS,
}
# a value that no field of this type takes
WRONG: dict[type[inspect.Type], tuple[Any, ...]] = {
    inspect.StrType: (5, True, ["x"], {}),
    inspect.IntType: ("5", 1.5, True, [], 2**63, -(10**30)),
    inspect.BoolType: ("true", 1, {}),
    inspect.FloatType: ("1.5", []),
    inspect.DateType: ("31.12.2005", "2005-02-31", 20051231, ""),
    inspect.DateTimeType: ("2026-05-31", "09:00", 7),
    inspect.EnumType: ("no-such", 99, None),
    inspect.LiteralType: ("no-such", 99, ["x"]),
    inspect.ListType: ("x", {}, 3),
    inspect.VarTupleType: ("x", {}, 3),
    inspect.DictType: ("x", [], 3),
    inspect.StructType: ("x", [], 3),
}


@dataclass(frozen=True)
class Site:
    """A place of a body: its path, where it lies, and what breaks it."""

    path: str
    steps: tuple[str | int, ...]
    broken: tuple[Any, ...]


def body_of(form: type[msgspec.Struct]) -> st.SearchStrategy[dict[str, Any]]:
    """Valid bodies; fields with a default are left out at times."""
    return _struct(inspect.type_info(form))


def sites_of(form: type[msgspec.Struct], body: Any) -> list[Site]:
    """Every place of this body that can be broken."""
    return [*_sites(inspect.type_info(form), body, "", ())]


def broken_at(body: Any, sites: list[tuple[Site, Any]]) -> Any:
    """The body with each of the sites replaced by its value, or removed."""
    result = copy.deepcopy(body)
    for site, value in sites:
        parent = result
        for step in site.steps[:-1]:
            parent = parent[step]
        if value is REMOVED:
            del parent[site.steps[-1]]
        else:
            parent[site.steps[-1]] = value
    return result


def apart(sites: list[Site]) -> list[Site]:
    """The sites of which none lies inside another."""
    found: list[Site] = []
    for site in sites:
        if not any(site.steps[: len(o.steps)] == o.steps or o.steps[: len(site.steps)] == site.steps for o in found):
            found.append(site)
    return found


def _struct(kind: Any) -> st.SearchStrategy[dict[str, Any]]:
    limits = limits_of(kind.cls)
    always, sometimes = {}, {}
    for field in kind.fields:
        drawn = _value(field.type, limits.get(field.encode_name))
        (always if field.required else sometimes)[field.encode_name] = drawn
    return st.fixed_dictionaries(always, optional=sometimes)


def _value(kind: Any, limit: Limit | None = None) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.UnionType():
            return st.one_of(*(_value(one, limit) for one in kind.types))
        case inspect.StructType():
            return _struct(kind)
        case inspect.ListType() | inspect.VarTupleType():
            return st.lists(_value(kind.item_type), max_size=3)
        case inspect.DictType():
            return st.dictionaries(st.sampled_from(["students", "groups", "kpi"]), _value(kind.value_type), max_size=2)
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.EnumType():
            return st.sampled_from([one.value for one in kind.cls])
    return SCALARS[type(kind)].filter(lambda value: limit is None or not [*limit.faults(value)])


def _sites(kind: Any, found: Any, path: str, steps: tuple[str | int, ...]) -> Iterator[Site]:
    nullable = False
    if isinstance(kind, inspect.UnionType):
        nullable = True
        kind = next(one for one in kind.types if not isinstance(one, inspect.NoneType))
    if steps:
        wrong = [value for value in WRONG[type(kind)] if not (nullable and value is None)]
        yield Site(path, steps, tuple(wrong if nullable else [*wrong, None]))
    if isinstance(kind, inspect.StructType) and isinstance(found, dict):
        yield from _struct_sites(kind, found, path, steps)
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType) and isinstance(found, list):
        for place, item in enumerate(found):
            yield from _sites(kind.item_type, item, f"{path}[{place}]", (*steps, place))
    elif isinstance(kind, inspect.DictType) and isinstance(found, dict):
        for name, value in found.items():
            yield from _sites(kind.value_type, value, f"{path}.{name}", (*steps, name))


def _struct_sites(kind: Any, found: Any, path: str, steps: tuple[str | int, ...]) -> Iterator[Site]:
    for field in kind.fields:
        name = field.encode_name
        place = f"{path}.{name}" if path else name
        if name in found:
            yield from _sites(field.type, found[name], place, (*steps, name))
            if field.required:
                yield Site(place, (*steps, name), (REMOVED,))
    if kind.forbid_unknown_fields:
        yield Site(f"{path}.noSuchField" if path else "noSuchField", (*steps, "noSuchField"), (1, None, {}))
