"""Parses the responses of Hikvision devices (protocols §5.1).

They are XML or JSON, as requested.
"""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from xml.etree import ElementTree as xml

import msgspec

# no zone is more than 24 h and a bit away
_POSIX_ZONE = re.compile(r"[A-Za-z]{3,10}([+-]?)(\d{1,2})(?::(\d{2}))?")


def fields_of(body: bytes, root: str) -> Mapping[str, str]:
    """The plain fields of a response with this root element.

    Raises ValueError for any other response.
    """
    found = _of_xml(body, root) if body.lstrip().startswith(b"<") else _of_json(body, root)
    if not found:
        raise ValueError(f"no {root}")
    return found


def _of_xml(body: bytes, root: str) -> dict[str, str]:
    if b"<!" in body:
        # a device's response needs no entities
        raise ValueError("a document type")
    try:
        top = xml.fromstring(body)  # noqa: S314 - without a document type there is nothing to expand
    except xml.ParseError as problem:
        raise ValueError("no XML") from problem
    if _bare(top.tag) != root:
        return {}
    return {_bare(each.tag): (each.text or "").strip() for each in top}


def _of_json(body: bytes, root: str) -> dict[str, str]:
    try:
        inner = msgspec.json.decode(body)[root]
        return {name: str(value) for name, value in inner.items()}
    except (msgspec.DecodeError, RecursionError, LookupError, TypeError, AttributeError) as problem:
        raise ValueError(f"no {root}") from problem


def _bare(tag: str) -> str:
    return tag.rpartition("}")[2]


def time_of(fields: Mapping[str, str]) -> datetime | None:
    """A device's clock; None without a time or a zone.

    The zone is part of the time, or separate in the notation of POSIX, where CST-5:00:00 is five hours *ahead*.
    """
    try:
        at = datetime.fromisoformat(fields.get("localTime", ""))
        if at.tzinfo is not None:
            return at
        zone = _POSIX_ZONE.match(fields.get("timeZone", ""))
        if zone is None:
            return None
        away = timedelta(hours=int(zone[2]), minutes=int(zone[3] or 0))
        return at.replace(tzinfo=timezone(away if zone[1] == "-" else -away))
    except ValueError:
        return None
