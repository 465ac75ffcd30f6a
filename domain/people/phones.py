"""Phone numbers of Uzbekistan, normalised to +998 and nine digits (R1-242)."""

import re
import unicodedata
from enum import StrEnum

# Longer text is rejected before it is parsed.
MAX_TYPED_LENGTH = 40

E164 = re.compile(r"\+998[0-9]{9}")
# Ranges in use in the national plan, as libphonenumber lists them; a number says nothing about its operator.
_IN_USE = re.compile(r"\+998(?:20|33|[5-9][0-9])[0-9]{7}")
_ZEROS = str.maketrans("OoОо", "0000")
_BETWEEN = re.compile(r"[\s().\-‐‑‒–—−]+")
# With the country, with the old long-distance 8, or the nine digits alone.
_TYPED = re.compile(r"(?:(?:\+|00)?998|8)?([0-9]{9})")


class PhoneProblem(StrEnum):
    """A fault of a phone: MISSING and FORMAT reject it, RANGE is a warning."""

    MISSING = "phone_missing"
    FORMAT = "phone_format"
    RANGE = "phone_range"


def normalise_phone(text: str | None) -> str | None:
    """The number as E.164, ``+998901234567``, or None if the text is no Uzbek number.

    Accepts nine digits, 998 before them with or without plus, the old trunk 8, the letter O (Latin or Cyrillic) for
    a zero, spaces, dashes, dots and brackets, and what spreadsheets add: an apostrophe before, ``.0`` after.
    Ranges not in use pass: new ones appear; ``phone_problems`` mentions them.
    """
    if not text or len(text) > MAX_TYPED_LENGTH:
        return None
    typed = unicodedata.normalize("NFKC", text).strip().lstrip("'’‘`").removesuffix(".0")
    found = _TYPED.fullmatch(_BETWEEN.sub("", typed).translate(_ZEROS))
    return f"+998{found[1]}" if found else None


def phone_problems(text: str | None) -> list[PhoneProblem]:
    """Returns the faults of a typed phone; a blank one is MISSING (R1-244).

    RANGE alone is a warning and may be saved.
    """
    if not text or not text.strip():
        return [PhoneProblem.MISSING]
    phone = normalise_phone(text)
    if phone is None:
        return [PhoneProblem.FORMAT]
    return [] if _IN_USE.fullmatch(phone) else [PhoneProblem.RANGE]


def display_phone(phone: str | None) -> str:
    """``+998901234567`` as ``+998 90 123-45-67``; other text is returned as it is."""
    if not phone or not E164.fullmatch(phone):
        return phone or ""
    return f"+998 {phone[4:6]} {phone[6:9]}-{phone[9:11]}-{phone[11:]}"


def mask_phone(phone: str | None) -> str:
    """Masks a phone for audit records and logs: ``+998 90 •••-••-67``.

    Other text is hidden completely.
    """
    if not phone or not E164.fullmatch(phone):
        return "•" * len(phone or "")
    return f"+998 {phone[4:6]} •••-••-{phone[11:]}"


def sms_phone(phone: str) -> str:
    """E.164 without the plus, as SMS services need it."""
    return phone.removeprefix("+")
