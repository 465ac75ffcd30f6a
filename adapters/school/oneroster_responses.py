"""What an answer of a OneRoster service says, however its vendor says it: links, envelopes, refusals, the time."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

import msgspec
from yarl import URL

from adapters.http_client import Answer
from application.ports import SchoolUnavailable

# What may be left out of a question when the provider refuses it, by its word for that.
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
    """Addresses by relation; of some vendors without the angle brackets."""
    return {match[2].lower(): match[1] for header in headers for match in _LINK.finditer(header)}


def following(
    question: dict[str, str], query: dict[str, str], links: dict[str, str], count: int, total: int | None
) -> dict[str, str] | None:
    """The question for the next page: the next link's if there is one, else from the next row on; None at the end.

    Of a link only the parameters are taken: its host may be one that only the provider reaches, and our token goes
    nowhere else. A page shorter than we asked is no end: some providers have a limit of their own.
    """
    if not count:
        return None
    if "next" in links:
        return {**question, **URL(links["next"]).query, **query}
    offset = int(question.get("offset", 0)) + count
    if offset >= total if total is not None else bool(links):
        return None
    return {**question, "offset": str(offset)}


def refused(answer: Answer, asked: dict[str, str]) -> str | None:
    """What of the question the provider does not take; a provider that says it in other words: the dearest last."""
    minor = _minor(answer.body)
    if minor in _OPTIONAL:
        return _OPTIONAL[minor] if _OPTIONAL[minor] in asked else None
    return next((word for word in _OPTIONAL.values() if word in asked), None)


def content_of(body: bytes, collection: str, *opens: bytes) -> msgspec.Raw:
    """The content of the envelope: under its name, else by its place, since names differ between vendors."""
    envelope = decoded(body, dict[str, msgspec.Raw])
    named = envelope.get(_CALLED.get(collection, collection), msgspec.Raw(b""))
    if bytes(named) == b"null":
        return msgspec.Raw(b"[]")
    for value in (named, *envelope.values()):
        if bytes(value).startswith(opens):
            return value
    raise SchoolUnavailable("garbage", "an answer without records")


def decoded(content: bytes | msgspec.Raw, kind: type[T]) -> T:
    """The content as this type. Raises SchoolUnavailable("garbage")."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise SchoolUnavailable("garbage", str(problem)) from problem


def clock_of(answer: Answer) -> datetime:
    """The provider's own clock: what it calls changed is compared with that, never with ours."""
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


def said(body: bytes) -> str:
    """The provider's own words about a problem, cut short; empty when it gives none."""
    return _status(body).imsx_description[:500]


def _minor(body: bytes) -> str:
    return next((one.imsx_codeMinorFieldValue for one in _status(body).imsx_CodeMinor.imsx_codeMinorField), "")
