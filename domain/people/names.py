"""People's names as lists and cards show them."""

from domain.shared.text import clean_line

# D-35: a person without a name.
UNKNOWN = "Noma'lum"


def tidy_name(text: str | None) -> str:
    """Normalises a name for storage without changing its spelling.

    Letters are composed, spaces single, invisible characters removed; see ``clean_line``.
    """
    return clean_line(text or "")


def full_name(last: str | None, first: str | None, middle: str | None = "") -> str:
    """ "Last First Middle", of the parts that are known; ``UNKNOWN`` if none is."""
    return " ".join(filter(None, map(tidy_name, (last, first, middle)))) or UNKNOWN


def initials(last: str | None, first: str | None) -> str:
    """Returns one or two capitals for an avatar, the last name's first: "KA".

    Without a name it is "?".
    """
    letters = (next((c for c in tidy_name(part) if c.isalnum()), "") for part in (last, first))
    return "".join(letter.upper()[:1] for letter in letters) or "?"


def first_name_and_initial(first: str | None, last: str | None) -> str:
    """The name on a public page: "Shahzoda K." (D-40).

    ``UNKNOWN`` without a first name.
    """
    letter = next((c for c in tidy_name(last) if c.isalnum()), "")
    name = tidy_name(first) or UNKNOWN
    return f"{name} {letter.upper()[:1]}." if letter else name
