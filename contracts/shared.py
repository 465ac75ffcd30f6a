"""Common shapes of the API and their validation."""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from domain.shared.errors import FieldError, ValidationError
from domain.shared.text import clean_line, clean_text


class Wire(msgspec.Struct, rename="camel"):
    """The base of responses: camelCase."""


class Form(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """The base of requests: unknown fields are rejected (ASVS-23)."""


@dataclass(frozen=True)
class Limit:
    """A limit of a text, a number or a list.

    ``check`` enforces it (422) and OpenAPI documents it; the decoder does not (400).

    ``min_length`` counts characters after cleaning (``domain.shared.text``), ``max_length`` also before; ``pattern``
    must match the whole text and ``code`` names its error text. ``max_items`` counts the elements of a list.
    """

    min_length: int | None = None
    max_length: int | None = None
    ge: int | None = None
    le: int | None = None
    pattern: str | None = None
    code: str = "limit.pattern"
    max_items: int | None = None

    def faults(self, value: object) -> Iterable[FieldError]:
        """Returns the limits that the value exceeds."""
        if isinstance(value, str):
            yield from self._text_faults(value.strip())
        elif isinstance(value, int):
            if self.ge is not None and value < self.ge:
                yield FieldError("limit.ge", {"limit": self.ge})
            if self.le is not None and value > self.le:
                yield FieldError("limit.le", {"limit": self.le})
        elif isinstance(value, list | tuple) and self.max_items is not None and len(value) > self.max_items:
            yield FieldError("limit.too_many", {"limit": self.max_items})

    def _text_faults(self, value: str) -> Iterable[FieldError]:
        letters = len(clean_line(value)) if self.min_length else 0
        if self.min_length and not letters:
            yield FieldError("limit.required")
        elif self.min_length and letters < self.min_length:
            yield FieldError("limit.min_length", {"limit": self.min_length})
        # composing letters may lengthen a text
        if self.max_length is not None and max(len(value), len(clean_text(value))) > self.max_length:
            yield FieldError("limit.max_length", {"limit": self.max_length})
        if self.pattern and value and not re.fullmatch(self.pattern, value):
            yield FieldError(self.code)


Required = Annotated[str, Limit(min_length=1, max_length=255)]


@functools.cache
def limits_of(struct: type[msgspec.Struct]) -> Mapping[str, Limit]:
    """Maps the API name of each field to its limit.

    Cached: inspecting annotations costs more than a page of a list.
    """
    hints = get_type_hints(struct, include_extras=True)
    found = {}
    for field in msgspec.structs.fields(struct):
        limit = _limit_in(hints[field.name])
        if limit is not None:
            found[field.encode_name] = limit
    return found


def _limit_in(hint: Any) -> Limit | None:
    if get_origin(hint) is Annotated:
        return next((extra for extra in get_args(hint)[1:] if isinstance(extra, Limit)), None)
    # a limit of elements is none of their list
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else ()
    return next((limit for part in parts if (limit := _limit_in(part)) is not None), None)


@functools.cache
def _limited(struct: type[msgspec.Struct]) -> Sequence[tuple[str, str, Limit]]:
    """Returns the fields with a limit: attribute name, API name, limit."""
    limits, fields = limits_of(struct), msgspec.structs.fields(struct)
    return [(one.name, one.encode_name, limits[one.encode_name]) for one in fields if one.encode_name in limits]


def check(form: msgspec.Struct, **more: list[FieldError]) -> None:
    """Raises ValidationError with all exceeded limits of the form at once (D-3).

    ``more``: further field errors, found by rules.
    """
    faults = {name: list(broken) for name, broken in more.items() if broken}
    for name, on_the_wire, limit in _limited(type(form)):
        value = getattr(form, name)
        if value is not None and value is not msgspec.UNSET:
            broken = list(limit.faults(value))
            if broken:
                faults[on_the_wire] = broken + faults.get(on_the_wire, [])
    if faults:
        raise ValidationError(faults)


class Named(Wire):
    """An entity by id and name, for filters and cells."""

    id: int
    name: str


class Empty(Wire):
    """A successful answer without content."""


class Count(Wire):
    """A number for a badge."""

    count: int


PER_PAGE_DEFAULT = 10
MAX_PER_PAGE = 100
MAX_PAGE = 10_000_000
MAX_VALUE_LENGTH = 200


class Order(StrEnum):
    """The direction of a list."""

    ASC = "ASC"
    DESC = "DESC"


class Query(msgspec.Struct, rename="camel", kw_only=True):
    """The base of query strings."""


class ListQuery(Query, kw_only=True):
    """Parameters of every list (D-4).

    ``keys`` names the fields searched for ``value``; without any, all of them.

    A list with a default direction of its own overrides ``order_by``.
    """

    page: Annotated[int, Limit(ge=1, le=MAX_PAGE)] = 1
    per_page: Annotated[int, Limit(ge=1, le=MAX_PER_PAGE)] = PER_PAGE_DEFAULT
    order_by: Order = Order.ASC
    value: Annotated[str, Limit(max_length=MAX_VALUE_LENGTH)] | None = None
