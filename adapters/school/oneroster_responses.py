"""Parses OneRoster responses of different vendors.

Links, envelopes, errors, the clock.
"""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

import msgspec
from yarl import URL

from adapters.http_client import HttpResponse
from application.ports import SchoolUnavailable

# optional query parameters by the provider's error word for them
_OPTIONAL = {"invalid_selection_field": "fields", "invalid_sort_field": "sort", "invalid_filter_field": "filter"}
_LINK = re.compile(r"<?((?:https?:/)?/[^\s<>;]*)>?\s*;[^,<]*?rel\s*=\s*\"?(\w+)")
_CALLED = {"students": "users", "teachers": "users"}
T = TypeVar("T")


class _Minor(msgspec.Struct, frozen=True):
    imsx_codeMinorFieldValue: str = ""


class _CodeMinor(msgspec.Struct, frozen=True):
    imsx_codeMinorField: tuple[_Minor, ...] = ()


class _Status(msgspec.Struct):
    imsx_description: str = ""
    imsx_CodeMinor: _CodeMinor = _CodeMinor()


def links_of(headers: list[str]) -> dict[str, str]:
    """Returns addresses by relation; some vendors omit the angle brackets."""
    return {match[2].lower(): match[1] for header in headers for match in _LINK.finditer(header)}


def next_query(
    page_query: dict[str, str], query: dict[str, str], links: dict[str, str], count: int, total: int | None
) -> dict[str, str] | None:
    """Returns the query of the next page, or None at the end.

    It follows the next link, else continues after the last row. Only the parameters of a link are used: its host may be
    internal to the provider, and our token goes nowhere else. A page shorter than requested is not the end: some
    providers have a limit of their own.
    """
    if not count:
        return None
    if "next" in links:
        return {**page_query, **URL(links["next"]).query, **query}
    offset = int(page_query.get("offset", 0)) + count
    if offset >= total if total is not None else bool(links):
        return None
    return {**page_query, "offset": str(offset)}


def rejected_parameter(answer: HttpResponse, sent: dict[str, str]) -> str | None:
    """Returns the query parameter that the provider rejects, if known.

    Without a known error word it is the least important one that was sent.
    """
    minor = _minor(answer.body)
    if minor in _OPTIONAL:
        return _OPTIONAL[minor] if _OPTIONAL[minor] in sent else None
    return next((word for word in _OPTIONAL.values() if word in sent), None)


def content_of(body: bytes, collection: str, *opens: bytes) -> msgspec.Raw:
    """Returns the content of the envelope.

    Found by name, else by position, since names differ between vendors.
    """
    envelope = decoded(body, dict[str, msgspec.Raw])
    named = envelope.get(_CALLED.get(collection, collection), msgspec.Raw(b""))
    if bytes(named) == b"null":
        return msgspec.Raw(b"[]")
    for value in (named, *envelope.values()):
        if bytes(value).startswith(opens):
            return value
    raise SchoolUnavailable("garbage", "an answer without records")


def decoded(content: bytes | msgspec.Raw, kind: type[T]) -> T:
    """Decodes the content as this type. Raises SchoolUnavailable("garbage")."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise SchoolUnavailable("garbage", str(problem)) from problem


def clock_of(answer: HttpResponse) -> datetime:
    """Returns the provider's clock.

    Its change times are compared with that, never with ours.
    """
    try:
        at = parsedate_to_datetime(answer.headers.get("Date", ""))
    except ValueError:
        return datetime.now(UTC)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _status(body: bytes) -> _Status:
    try:
        return msgspec.json.decode(body, type=_Status)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _Status()


def error_message(body: bytes) -> str:
    """Returns the provider's error message, shortened; empty without one."""
    return _status(body).imsx_description[:500]


def _minor(body: bytes) -> str:
    return next((one.imsx_codeMinorFieldValue for one in _status(body).imsx_CodeMinor.imsx_codeMinorField), "")
