"""The common shapes: the wire Struct, its limits, and one function that finds every broken one."""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

from domain.shared.errors import FieldError, ValidationError


class Wire(msgspec.Struct, rename="camel"):
    """What goes out: camelCase."""


class Form(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """What comes in: an unknown field is refused, so that nobody sets what no form shows (ASVS-23)."""


@dataclass(frozen=True)
class Limit:
    """A limit of a text or number, checked by ``check`` (422) and written into OpenAPI, not by the decoder (400).

    ``min_length``/``max_length`` count characters after trimming; ``pattern`` must match the whole text and
    ``code`` names the sentence that says so.
    """

    min_length: int | None = None
    max_length: int | None = None
    ge: int | None = None
    le: int | None = None
    pattern: str | None = None
    code: str = "limit.pattern"

    def faults(self, value: object) -> Iterable[FieldError]:
        """The limits that the value breaks."""
        if isinstance(value, str):
            yield from self._text_faults(value.strip())
        elif isinstance(value, int):
            if self.ge is not None and value < self.ge:
                yield FieldError("limit.ge", {"limit": self.ge})
            if self.le is not None and value > self.le:
                yield FieldError("limit.le", {"limit": self.le})

    def _text_faults(self, value: str) -> Iterable[FieldError]:
        if self.min_length and not value:
            yield FieldError("limit.required")
        elif self.min_length and len(value) < self.min_length:
            yield FieldError("limit.min_length", {"limit": self.min_length})
        if self.max_length is not None and len(value) > self.max_length:
            yield FieldError("limit.max_length", {"limit": self.max_length})
        if self.pattern and value and not re.fullmatch(self.pattern, value):
            yield FieldError(self.code)


Required = Annotated[str, Limit(min_length=1, max_length=255)]


@functools.cache
def limits_of(struct: type[msgspec.Struct]) -> Mapping[str, Limit]:
    """Field name on the wire → its limit. Read once: annotations cost more to look at than a page of a list."""
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
    return next((limit for part in get_args(hint) if (limit := _limit_in(part)) is not None), None)


@functools.cache
def _limited(struct: type[msgspec.Struct]) -> Sequence[tuple[str, str, Limit]]:
    """The fields with a limit: here, on the wire, and the limit."""
    limits, fields = limits_of(struct), msgspec.structs.fields(struct)
    return [(one.name, one.encode_name, limits[one.encode_name]) for one in fields if one.encode_name in limits]


def check(form: msgspec.Struct, **more: list[FieldError]) -> None:
    """Raises ValidationError with every broken limit of the form at once, and with ``more`` faults found by rules
    (D-3).
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
    """A thing by id and name, as filters and cells show it."""

    id: int
    name: str


class Empty(Wire):
    """An answer that says no more than that it went well."""


class Count(Wire):
    """A number for a badge."""

    count: int


PER_PAGE_DEFAULT = 10
PER_PAGE_MAX = 100
PAGE_MAX = 10_000_000
VALUE_MAX = 200


class Order(StrEnum):
    """The direction of a list."""

    ASC = "ASC"
    DESC = "DESC"


class Query(msgspec.Struct, rename="camel", kw_only=True):
    """The parameters of a query string."""


class ListQuery(Query, kw_only=True):
    """What every list can be asked (D-4). ``keys`` names the fields that ``value`` is searched in; none: all of them.

    A list with a natural direction of its own overrides ``order_by``.
    """

    page: Annotated[int, Limit(ge=1, le=PAGE_MAX)] = 1
    per_page: Annotated[int, Limit(ge=1, le=PER_PAGE_MAX)] = PER_PAGE_DEFAULT
    order_by: Order = Order.ASC
    value: Annotated[str, Limit(max_length=VALUE_MAX)] | None = None
