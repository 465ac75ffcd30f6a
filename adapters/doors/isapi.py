"""What Hikvision's devices answer (protocols §5.1): XML or JSON, whichever was asked for."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from xml.etree import ElementTree as xml

import msgspec

# 24 h and some are the farthest that a zone is away
_POSIX_ZONE = re.compile(r"[A-Za-z]{3,10}([+-]?)(\d{1,2})(?::(\d{2}))?")


def fields_of(body: bytes, root: str) -> Mapping[str, str]:
    """The plain fields of an answer whose root has this name. Raises ValueError for any other answer."""
    found = _of_xml(body, root) if body.lstrip().startswith(b"<") else _of_json(body, root)
    if not found:
        raise ValueError(f"no {root}")
    return found


def _of_xml(body: bytes, root: str) -> dict[str, str]:
    if b"<!" in body:
        # what a device has to say needs no entities
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


def time_of(told: Mapping[str, str]) -> datetime | None:
    """A device's clock; None where it does not say its zone, or no time at all.

    The zone stands with the time, or apart in the manner of POSIX, where CST-5:00:00 is five hours *ahead*.
    """
    try:
        at = datetime.fromisoformat(told.get("localTime", ""))
        if at.tzinfo is not None:
            return at
        zone = _POSIX_ZONE.match(told.get("timeZone", ""))
        if zone is None:
            return None
        away = timedelta(hours=int(zone[2]), minutes=int(zone[3] or 0))
        return at.replace(tzinfo=timezone(away if zone[1] == "-" else -away))
    except ValueError:
        return None
