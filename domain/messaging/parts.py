"""Encoding of SMS texts: alphabet, number of parts, replacements to stay short."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

# the default alphabet of GSM 03.38, and the characters that count as two
_PLAIN = (
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_TWOFOLD = "\f^{}\\[~]|€"
GSM_UNITS = {**dict.fromkeys(_PLAIN, 1), **dict.fromkeys(_TWOFOLD, 2)}

# the Uzbek letters oʻ and gʻ are typed with many apostrophes; only one of them is in the alphabet
_PLAINER = str.maketrans(
    {
        **dict.fromkeys("ʻʼ‘’‛`´′＇ʹˈ", "'"),
        **dict.fromkeys("“”„«»″", '"'),
        **dict.fromkeys("‐‑‒–—−", "-"),
        **dict.fromkeys("\u00a0\u2007\u202f\t", " "),
        "…": "...",
        "\u200b": None,
        "\ufeff": None,
        "\r": None,
    }
)


class Encoding(StrEnum):
    """The alphabet of a text: GSM 03.38, or UCS-2, of which fewer characters fit."""

    GSM = "gsm"
    UCS2 = "ucs2"


# capacity of a single message, and of each part of a longer one
ROOM = {Encoding.GSM: (160, 153), Encoding.UCS2: (70, 67)}


@dataclass(frozen=True)
class Parts:
    """The size of a text.

    ``units``: places used; ``left``: free places in the last part.
    """

    encoding: Encoding
    units: int
    parts: int
    left: int


def to_gsm_text(text: str) -> str:
    """Replaces apostrophes, quotes, dashes and spaces by GSM 03.38 ones and trims."""
    return text.translate(_PLAINER).strip()


def count_parts(text: str) -> Parts:
    """Counts the parts of the unchanged text. An empty one has none."""
    gsm = all(sign in GSM_UNITS for sign in text)
    encoding = Encoding.GSM if gsm else Encoding.UCS2
    sizes = list(_sizes(text, GSM_UNITS.__getitem__ if gsm else _utf16))
    units, (alone, each) = sum(sizes), ROOM[encoding]
    if units <= alone:
        return Parts(encoding, units, 1 if text else 0, alone - units)
    parts, free = 1, each
    for size in sizes:
        # a character of two places is never split
        if size > free:
            parts, free = parts + 1, each
        free -= size
    return Parts(encoding, units, parts, free)


def _sizes(text: str, size: Callable[[str], int]) -> Iterator[int]:
    return (size(sign) for sign in text)


def _utf16(sign: str) -> int:
    return 2 if ord(sign) > 0xFFFF else 1
