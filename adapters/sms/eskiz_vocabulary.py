"""Parses Eskiz's responses: two vocabularies of statuses, and error messages."""

import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from adapters.http_client import PRINTABLE_ASCII
from application.messaging.ports import PushedReport, SmsUnavailable
from domain.messaging.message import SmsState
from domain.people.phones import normalise_phone

DELIVERED = {"DELIVERED", "DELIVRD"}
FAILED = {
    "REJECTED": "rejected",
    "REJECTD": "rejected",
    "UNDELIV": "undelivered",
    "UNDELIVERABLE": "undelivered",
    "UNDELIVERED": "undelivered",
    "EXPIRED": "expired",
    "DELETED": "rejected",
    "FAILED": "undelivered",
}
# a reported number or id of any other form is ignored
_REF = re.compile(r"[0-9]{1,12}")
_ID = re.compile(r"[0-9A-Za-z-]{1,64}")
_MAX_FIELDS = 40
# the letter ё is written both ways, and the message comes in other languages too
_REFUSALS = (
    ("moderation", re.compile(r"модерац|moderat|тест от eskiz|test from eskiz", re.I)),
    ("no_money", re.compile(r"недостаточно|баланс|balance|mablag|insufficient", re.I)),
    ("blacklist", re.compile(r"черн\w+ спис|чёрн\w+ спис|black\s*list|qora ro", re.I)),
    ("number", re.compile(r"mobile_phone|номер\w* телефон|phone", re.I)),
)


@dataclass(frozen=True)
class Listed:
    """A listed message. ``ref``: the console's number, ``parts``: statuses of parts."""

    id: str
    ref: str
    phone: str
    status: str
    parts: tuple[str, ...]


def content(body: bytes) -> Any:
    """The value under ``data``, or the whole response; None for invalid JSON."""
    try:
        whole = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return None
    return whole.get("data", whole) if isinstance(whole, dict) else whole


def bearer_token(body: bytes) -> str:
    """The token of a sign-in, or "".

    Raises SmsUnavailable for one that no header can carry.
    """
    data = content(body)
    token = str(data.get("token") or "") if isinstance(data, dict) else ""
    if token and not re.match(PRINTABLE_ASCII, token):
        raise SmsUnavailable("garbage")
    return token


def message_id(body: bytes) -> str | None:
    """The id of an accepted message."""
    data = content(body)
    return str(data["id"]) if isinstance(data, dict) and data.get("id") else None


def refusal(body: bytes) -> str:
    """The reason of a rejection.

    One of moderation, no_money, blacklist, number, or just refused.
    """
    text = body.decode(errors="replace")
    with contextlib.suppress(msgspec.DecodeError):
        # escaped letters are decoded
        text = msgspec.json.encode(msgspec.json.decode(body)).decode()
    return next((code for code, sign in _REFUSALS if sign.search(text)), "refused")


def listed(row: object) -> Listed | None:
    """One message of a list; None for an invalid one."""
    if not isinstance(row, Mapping) or "status" not in row:
        return None
    parts = row.get("parts")
    values = parts.values() if isinstance(parts, Mapping) else parts if isinstance(parts, list) else ()
    statuses = (part.get("status") if isinstance(part, Mapping) else part for part in values)
    return Listed(
        id=str(row.get("request_id") or row.get("id") or ""),
        ref=str(row.get("user_sms_id") or ""),
        phone=str(row.get("to") or row.get("phone_number") or ""),
        status=str(row["status"]).upper(),
        parts=tuple(str(status).upper() for status in statuses if status),
    )


def verdict(status_row: Listed) -> tuple[SmsState, str | None]:
    """The state of a message and its error (M1).

    It is delivered when every part is; one lost part makes it lost, whatever its own status.
    """
    for status in (status_row.status, *status_row.parts):
        if status in FAILED:
            return SmsState.FAILED, FAILED[status]
    if status_row.status in DELIVERED and all(status in DELIVERED for status in status_row.parts):
        return SmsState.DELIVERED, None
    return SmsState.SENT, None


def heard(body: bytes) -> PushedReport:
    """A delivery report, as JSON or as a form. Raises ValueError for any other."""
    status_row = listed(_fields(body))
    if status_row is None:
        raise ValueError("no message and no status")
    state, error = verdict(status_row)
    return PushedReport(
        ref=int(status_row.ref) if _REF.fullmatch(status_row.ref) else None,
        provider_id=status_row.id if _ID.fullmatch(status_row.id) else None,
        phone=normalise_phone(status_row.phone) or "",
        state=state,
        error=error,
    )


def _fields(body: bytes) -> Any:
    with contextlib.suppress(msgspec.DecodeError, RecursionError):
        return msgspec.json.decode(body)
    # an invalid character is a ValueError too
    return dict(parse_qsl(body.decode(), max_num_fields=_MAX_FIELDS))
