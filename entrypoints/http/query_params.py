"""Parses the query string of lists: typed, with all errors at once (D-4)."""

import functools
from collections.abc import Mapping
from typing import Any, TypeVar, get_args, get_origin

import msgspec
from litestar.datastructures import MultiDict

from contracts.shared import limits_of
from domain.shared.errors import BadRequest, FieldError
from entrypoints.http.shape_errors import type_of, value_error

Q = TypeVar("Q", bound=msgspec.Struct)
MAX_VALUES = 200


def read_query(query: type[Q], parameters: "MultiDict[Any] | Mapping[str, Any]") -> Q:
    """The Struct of the parameters.

    Raises BadRequest with every missing, unknown, mistyped or out-of-range parameter.
    """
    known = _fields(query)
    given = parameters.dict() if isinstance(parameters, MultiDict) else dict(parameters)
    faults: dict[str, list[FieldError]] = {
        name: [FieldError("limit.unknown_parameter")] for name in given if name not in known
    }
    values: dict[str, Any] = {}
    limits = limits_of(query)
    for name, texts in given.items():
        field = known.get(name)
        if field is None or not texts:
            continue
        if texts == [""] and not (field.required and field.type is str):
            continue  # an empty field of a form is not given; a required text may be empty
        try:
            values[field.name] = _convert(texts, field.type)
        except (msgspec.ValidationError, ValueError, OverflowError):
            faults[name] = [_error_of(texts, field.type)]
            continue
        broken = list(limits[name].faults(values[field.name])) if name in limits else []
        if broken:
            faults[name] = broken
    faults |= {
        name: [FieldError("limit.required")]
        for name, field in known.items()
        if field.required and field.name not in values and name not in faults
    }
    if faults:
        raise BadRequest(faults)
    return query(**values)


@functools.cache
def _fields(query: type[msgspec.Struct]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """The parameters by their names in the request."""
    return {field.encode_name: field for field in msgspec.structs.fields(query)}


def _convert(texts: list[str], kind: Any) -> Any:
    if any("\x00" in text for text in texts):
        raise ValueError("a zero character")
    if _is_list(kind):
        parts = [part.strip() for text in texts for part in text.split(",") if part.strip()]
        if len(parts) > MAX_VALUES:
            raise ValueError("too many")
        values = msgspec.convert(parts, kind, strict=False) or None
    elif len(texts) != 1:
        raise ValueError("given twice")
    else:
        values = msgspec.convert(texts[0], kind, strict=False)
    for value in values if isinstance(values, list) else [values]:
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise ValueError("too large")
    return values


def _error_of(texts: list[str], kind: Any) -> FieldError:
    return value_error(type_of(kind), texts[0] if len(texts) == 1 else texts)


@functools.cache
def _is_list(kind: Any) -> bool:
    return get_origin(kind) is list or any(get_origin(part) is list for part in get_args(kind))
