"""How a text travels as SMS: in which letters, in how many parts, and what is written plainer to keep it short."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

# the default alphabet of GSM 03.38, and the signs that take the place of two
_PLAIN = (
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_TWOFOLD = "\f^{}\\[~]|€"
GSM_UNITS = {**dict.fromkeys(_PLAIN, 1), **dict.fromkeys(_TWOFOLD, 2)}

# the Uzbek letters oʻ and gʻ are written with whatever apostrophe a keyboard has; one of them is in the alphabet
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
    """The letters that a text is sent in: of GSM 03.38, or any (UCS-2), of which fewer fit."""

    GSM = "gsm"
    UCS2 = "ucs2"


# how much fits into a message alone, and into each part of a longer one
ROOM = {Encoding.GSM: (160, 153), Encoding.UCS2: (70, 67)}


@dataclass(frozen=True)
class Parts:
    """``units``: places taken; ``left``: how many are free in the last part."""

    encoding: Encoding
    units: int
    parts: int
    left: int


def plainer(text: str) -> str:
    """The text with apostrophes, quotes, dashes and spaces that the short alphabet has; its ends trimmed."""
    return text.translate(_PLAINER).strip()


def count_parts(text: str) -> Parts:
    """What the text takes as it is. An empty one takes no part."""
    gsm = all(sign in GSM_UNITS for sign in text)
    encoding = Encoding.GSM if gsm else Encoding.UCS2
    sizes = list(_sizes(text, GSM_UNITS.__getitem__ if gsm else _utf16))
    units, (alone, each) = sum(sizes), ROOM[encoding]
    if units <= alone:
        return Parts(encoding, units, 1 if text else 0, alone - units)
    parts, free = 1, each
    for size in sizes:
        # a sign of two places is never torn apart
        if size > free:
            parts, free = parts + 1, each
        free -= size
    return Parts(encoding, units, parts, free)


def _sizes(text: str, size: Callable[[str], int]) -> Iterator[int]:
    return (size(sign) for sign in text)


def _utf16(sign: str) -> int:
    return 2 if ord(sign) > 0xFFFF else 1
