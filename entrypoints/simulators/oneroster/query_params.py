"""Query parameters of a collection, as the specification defines them.

filter, sort, fields, limit and offset
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from entrypoints.simulators.oneroster.shapes import Shape

DEFAULT_LIMIT, MAX_LIMIT = 100, 5000
_CONDITION = r"([A-Za-z][\w.]*)\s*(!=|>=|<=|=|>|<|~)\s*'([^']*)'"
_FILTER = re.compile(rf"\A\s*{_CONDITION}(?:\s+(AND|OR)\s+{_CONDITION})?\s*")
_STRICT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda has, wanted: has == wanted,
    "!=": lambda has, wanted: has != wanted,
    ">": lambda has, wanted: has > wanted,
    ">=": lambda has, wanted: has >= wanted,
    "<": lambda has, wanted: has < wanted,
    "<=": lambda has, wanted: has <= wanted,
    "~": lambda has, wanted: wanted.lower() in has.lower(),
}
Test = Callable[[Shape], bool]


class InvalidQuery(Exception):
    """An invalid query: the minor code of the specification, and the status."""

    def __init__(self, minor: str, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.minor = minor
        self.status = status


@dataclass(frozen=True)
class Query:
    """One query of a collection."""

    limit: int
    offset: int
    filter: str
    sort: str
    descending: bool
    fields: tuple[str, ...]


def parsed(query: Mapping[str, str], largest: int = MAX_LIMIT) -> Query:
    """Parses the query of a call. Raises InvalidQuery."""
    try:
        limit, offset = int(query.get("limit", DEFAULT_LIMIT)), int(query.get("offset", 0))
    except ValueError:
        raise InvalidQuery("invaliddata", "limit and offset are whole numbers") from None
    if limit < 1 or offset < 0:
        raise InvalidQuery("invaliddata", "limit begins at 1 and offset at 0", 422)
    order = query.get("orderBy", "asc")
    if order not in ("asc", "desc"):
        raise InvalidQuery("invaliddata", "orderBy is asc or desc", 422)
    fields = tuple(filter(None, query.get("fields", "").split(",")))
    return Query(min(limit, largest), offset, query.get("filter", ""), query.get("sort", ""), order == "desc", fields)


def found(rows: list[Shape], question: Query, *, strict_dates: bool = False) -> list[Shape]:
    """Returns the selected rows, in order. Raises InvalidQuery.

    The filter only ever narrows ``rows``: an OR in it can't reach rows outside of the call.
    """
    known = rows[0].keys() | rows[-1].keys() if rows else None
    if question.filter:
        test = _test(question.filter, known, strict_dates=strict_dates)
        rows = [row for row in rows if test(row)]
    if question.sort:
        if known is not None and question.sort not in known:
            raise InvalidQuery("invalid_sort_field", f"there is no field {question.sort} to sort by")
        rows = sorted(rows, key=lambda row: str(row.get(question.sort) or ""), reverse=question.descending)
    for name in question.fields:
        if known is not None and name not in known:
            raise InvalidQuery("invalid_selection_field", f"there is no field {name} to select")
    return rows


def selected(rows: list[Shape], fields: tuple[str, ...]) -> list[Shape]:
    """Returns the rows with only these fields; without any, with all."""
    return [{name: row.get(name) for name in fields} for row in rows] if fields else rows


def _test(text: str, known: set[str] | None, *, strict_dates: bool) -> Test:
    match = _FILTER.fullmatch(text)
    if match is None:
        raise InvalidQuery(
            "invalid_filter_field", "a filter is field, comparison and 'value', at most two with AND or OR"
        )
    first = _condition(match[1], match[2], match[3], known, strict_dates=strict_dates)
    if match[4] is None:
        return first
    second = _condition(match[5], match[6], match[7], known, strict_dates=strict_dates)
    if match[4] == "AND":
        return lambda row: first(row) and second(row)
    return lambda row: first(row) or second(row)


def _condition(name: str, sign: str, value: str, known: set[str] | None, *, strict_dates: bool) -> Test:
    if known is not None and name.partition(".")[0] not in known:
        raise InvalidQuery("invalid_filter_field", f"there is no field {name} to filter by")
    dated, compare = name == "dateLastModified", _COMPARISONS[sign]
    wanted = _instant(value, strict=strict_dates) if dated else value
    quantified = all if sign == "!=" else any

    def test(row: Shape) -> bool:
        values = [str(one) for one in _values(row, name.split("."))]
        return quantified(compare(_instant(one, strict=False) if dated else one, wanted) for one in values)

    return test


def _values(row: Any, path: list[str]) -> list[Any]:
    """Returns every value at a path; a list on the way expands to its members."""
    if isinstance(row, list):
        return [value for one in row for value in _values(one, path)]
    if not path:
        return [] if row is None else [row]
    return _values(row.get(path[0]), path[1:]) if isinstance(row, dict) else []


def _instant(text: str, *, strict: bool) -> datetime:
    if strict and not _STRICT.fullmatch(text):
        raise InvalidQuery("internal_server_error", "DateTimeParseException", 500)
    try:
        at = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        raise InvalidQuery("invaliddata", f"{text} is no date", 422) from None
    return at if at.tzinfo else at.replace(tzinfo=UTC)
