"""People's names as lists and cards show them."""

import unicodedata

# D-35: a person without a name.
UNKNOWN = "Noma'lum"


def tidy_name(text: str | None) -> str:
    """Normalises a name for storage without changing its spelling.

    Letters are composed, spaces single, invisible characters removed.
    """
    if text and text.isascii() and text.isprintable():
        return " ".join(text.split())
    composed = unicodedata.normalize("NFC", text or "")
    return " ".join("".join(map(_visible, composed)).split())


def full_name(last: str | None, first: str | None, middle: str | None = "") -> str:
    """ "Last First Middle", of the parts that are known; ``UNKNOWN`` if none is."""
    return " ".join(filter(None, map(tidy_name, (last, first, middle)))) or UNKNOWN


def initials(last: str | None, first: str | None) -> str:
    """Returns one or two capitals for an avatar, the last name's first: "KA".

    Without a name it is "?".
    """
    letters = (next((c for c in tidy_name(part) if c.isalnum()), "") for part in (last, first))
    return "".join(letter.upper()[:1] for letter in letters) or "?"


def _visible(sign: str) -> str:
    return {"Cc": " ", "Cf": "", "Cs": ""}.get(unicodedata.category(sign), sign)
