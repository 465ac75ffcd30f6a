"""Names every wrong place of a body at once (D-3).

msgspec stops at the first error. On an error the decoded JSON is walked against the type: missing and unknown fields,
values of a wrong type, and, beside them, the limits that other fields exceed. Paths are those of JSON:
``entries[0].mark``.
"""

import datetime
import functools
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Literal

import msgspec
from msgspec import inspect

from contracts.shared import Limit, limits_of
from domain.shared.errors import FieldError
from entrypoints.http.middleware.request_guards import ID_BOUND

Fault = tuple[str, FieldError]
# a body of a megabyte can hold half a million faults; nobody reads more than these
MAX_FAULTS = 500
# the path of a body that is no object at all
WHOLE = "data"
# a day as JSON has it, and as people write it
DAY = re.compile(
    r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})(?=$|[T ])"
    r"|(?P<d>[0-9]{2})\.(?P<m>[0-9]{2})\.(?P<y>[0-9]{4})$"
)


class _Exceeded(FieldError):
    """An exceeded limit; by itself it is no error of the shape (422)."""


REQUIRED, WRONG_TYPE = FieldError("limit.required"), FieldError("limit.type")
_SCALARS: tuple[tuple[type[inspect.Type], type], ...] = (
    (inspect.StrType, str),
    (inspect.BoolType, bool),
    (inspect.IntType, int),
    (inspect.FloatType, float),
    (inspect.NoneType, type(None)),
    (inspect.DateType, datetime.date),
    (inspect.DateTimeType, datetime.datetime),
)


def shape_errors(struct: type[msgspec.Struct], found: object) -> dict[str, list[FieldError]]:
    """Every fault of the decoded JSON by its path, at most ``MAX_FAULTS``.

    None if its shape is right.
    """
    faults: dict[str, list[FieldError]] = {}
    for path, fault in islice(_faults(type_of(struct), found, ""), MAX_FAULTS):
        faults.setdefault(path or WHOLE, []).append(fault)
    return faults if any(not isinstance(fault, _Exceeded) for each in faults.values() for fault in each) else {}


@functools.cache
def type_of(kind: Any) -> inspect.Type:
    """The description of a type; making it costs more than a walk."""
    return inspect.type_info(kind)


def value_error(kind: inspect.Type, value: object) -> FieldError:
    """The error of a single value that is not of this type."""
    plain = _without_null(kind)
    if isinstance(plain, inspect.ListType | inspect.VarTupleType):
        # a parameter with a list of values
        plain = plain.item_type
    if isinstance(plain, inspect.EnumType | inspect.LiteralType):
        return FieldError("limit.one_of", {"choices": ", ".join(map(str, _choices(plain)))})
    if isinstance(plain, inspect.DateType):
        return _time_error(value, "limit.iso_date")
    if isinstance(plain, inspect.DateTimeType):
        return _time_error(value, "limit.iso_time")
    return WRONG_TYPE


def _time_error(value: object, accepted_form: str) -> FieldError:
    if isinstance(value, str) and (found := DAY.match(value)):
        year, month, day = found["year"] or found["y"], found["month"] or found["m"], found["day"] or found["d"]
        try:
            datetime.date(int(year), int(month), int(day))
        except ValueError:
            return FieldError("limit.no_such_day")
    return FieldError(accepted_form)


def _choices(kind: inspect.EnumType | inspect.LiteralType) -> list[Any]:
    if isinstance(kind, inspect.LiteralType):
        return [*kind.values]
    return [choice.value for choice in kind.cls]


def _without_null(kind: inspect.Type) -> inspect.Type:
    """The single other type of an optional one."""
    if not isinstance(kind, inspect.UnionType):
        return kind
    others = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
    return others[0] if len(others) == 1 else kind


def _faults(kind: inspect.Type, found: object, path: str) -> Iterator[Fault]:
    if isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        yield from _union_faults(kind, found, path)
    elif isinstance(kind, inspect.StructType):
        yield from _struct_faults(kind, found, path) if isinstance(found, dict) else [(path, WRONG_TYPE)]
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType | inspect.SetType | inspect.FrozenSetType):
        if not isinstance(found, list):
            yield path, WRONG_TYPE
            return
        for place, item in enumerate(found):
            yield from _faults(kind.item_type, item, f"{path}[{place}]")
    elif isinstance(kind, inspect.DictType):
        yield from _dict_faults(kind, found, path)
    elif not _is_value(kind, found):
        yield path, value_error(kind, found)


def _union_faults(kind: inspect.UnionType, found: object, path: str) -> Iterator[Fault]:
    plain = _without_null(kind)
    if not isinstance(plain, inspect.UnionType):
        if found is not None:
            yield from _faults(plain, found, path)
        return
    if not any(next(_faults(one, found, path), None) is None for one in plain.types):
        yield path, WRONG_TYPE


def _struct_faults(kind: inspect.StructType, found: Mapping[str, Any], path: str) -> Iterator[Fault]:
    limits, known = limits_of(kind.cls), set()
    for field in kind.fields:
        name, place = field.encode_name, _joined(path, field.encode_name)
        known.add(name)
        if name not in found:
            if field.required:
                yield place, REQUIRED
            continue
        wrong = False
        for fault in _faults(field.type, found[name], place):
            wrong = True
            yield fault
        if not wrong and name in limits:
            yield from ((place, fault) for fault in _exceeded(limits[name], found[name]))
    if kind.forbid_unknown_fields:
        yield from ((_joined(path, name), FieldError("limit.unknown_field")) for name in found if name not in known)


def _exceeded(limit: Limit, value: object) -> Iterator[FieldError]:
    if not isinstance(value, bool):
        yield from (_Exceeded(fault.code, fault.params) for fault in limit.faults(value))


def _dict_faults(kind: inspect.DictType, found: object, path: str) -> Iterator[Fault]:
    if not isinstance(found, dict):
        yield path, WRONG_TYPE
        return
    for name, value in found.items():
        if not _is_value(kind.key_type, name):
            yield _joined(path, name), value_error(kind.key_type, name)
        yield from _faults(kind.value_type, value, _joined(path, name))


def _is_value(kind: inspect.Type, found: object) -> bool:
    """True if msgspec decodes the value as this type, and a column can hold it."""
    if isinstance(kind, inspect.AnyType | inspect.RawType):
        return not _holds_long_number(found)
    if _holds_long_number(found):
        return False
    try:
        msgspec.json.decode(msgspec.json.encode(found), type=_python_type(kind))
    except msgspec.ValidationError:
        return False
    return True


def _python_type(kind: inspect.Type) -> Any:
    if isinstance(kind, inspect.EnumType):
        return kind.cls
    if isinstance(kind, inspect.LiteralType):
        return Literal[kind.values]
    return next(python for described, python in _SCALARS if isinstance(kind, described))


def _holds_long_number(found: object) -> bool:
    if isinstance(found, list):
        return any(map(_holds_long_number, found))
    if isinstance(found, dict):
        return any(map(_holds_long_number, found.values()))
    return isinstance(found, int) and abs(found) >= ID_BOUND


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
