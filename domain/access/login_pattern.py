"""Suggested logins: a pattern filled with a Latin name, and numbered (D-156)."""

import re
from collections.abc import Collection, Sequence

from domain.access.users import LOGIN, MAX_LOGIN_LENGTH
from domain.people.folding import fold
from domain.shared.errors import FieldError

DEFAULT_PATTERN = "{first}.{last}"
# first and last name, their first letters, and the person's number in the console
FIRST, LAST, FIRST_LETTER, LAST_LETTER, NUMBER = "first", "last", "f", "l", "id"
PLACEHOLDERS = (FIRST, LAST, FIRST_LETTER, LAST_LETTER, NUMBER)
_NAMES = frozenset(PLACEHOLDERS) - {NUMBER}

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_LITERAL = re.compile(r"[A-Za-z0-9._@-]*")
_UNWRITABLE = re.compile(r"[^a-z0-9]+")
# a part without a value leaves its signs behind: they neither begin, end nor follow each other
_SIGNS = re.compile(r"([._@-])[._@-]+")
_EDGES = "._@-"


def pattern_faults(pattern: str) -> list[FieldError]:
    """Faults of a pattern: an unknown placeholder, or signs that no login has."""
    for name in _PLACEHOLDER.findall(pattern):
        if name not in PLACEHOLDERS:
            return [FieldError("limit.unknown_gap", {"gap": name})]
    return [] if _LITERAL.fullmatch(_PLACEHOLDER.sub("", pattern)) else [FieldError("limit.login_pattern")]


def suggested_login(pattern: str, *, first: str, last: str, number: int) -> str:
    """Fills the pattern: small Latin letters and digits, without apostrophes.

    Empty if the pattern asks for names and none of them has a letter that can be written in Latin.

    >>> suggested_login(DEFAULT_PATTERN, first="Оʻткир", last="G'ulomov", number=7)
    'otkir.gulomov'
    """
    latin = {FIRST: _latin(first), LAST: _latin(last)}
    values = latin | {FIRST_LETTER: latin[FIRST][:1], LAST_LETTER: latin[LAST][:1], NUMBER: str(number)}
    used = _PLACEHOLDER.findall(pattern)
    if _NAMES.intersection(used) and NUMBER not in used and not any(values[name] for name in used):
        return ""
    filled = _PLACEHOLDER.sub(lambda found: values.get(found[1], ""), pattern).lower()
    return _SIGNS.sub(r"\1", filled).strip(_EDGES)[:MAX_LOGIN_LENGTH].strip(_EDGES)


def _latin(name: str) -> str:
    return _UNWRITABLE.sub("", fold(name).replace("'", ""))


def numbered(base: str, number: int) -> str:
    """The base for the first of a name, with the number for any other.

    It has 64 signs at most.

    >>> numbered("aziz.karimov", 1), numbered("aziz.karimov", 12)
    ('aziz.karimov', 'aziz.karimov12')
    """
    ending = "" if number == 1 else str(number)
    return base[: MAX_LOGIN_LENGTH - len(ending)] + ending


def candidates(bases: Collection[str], reach: int) -> set[str]:
    """The logins that the bases may become with numbers up to ``reach``."""
    return {numbered(base, number) for base in bases for number in range(1, reach + 1)}


def unique_logins(bases: Sequence[str], taken: Collection[str], reach: int) -> list[str | None]:
    """A login for each base, in order; none of them taken, none twice.

    ``taken`` are small letters. None: all numbers up to ``reach`` are taken. A base too short for a login gets a
    number.
    """
    given = set(taken)
    following: dict[str, int] = {}
    logins: list[str | None] = []
    for base in bases:
        login = None
        for number in range(following.get(base, 1), reach + 1):
            following[base] = number + 1
            tried = numbered(base, number)
            if tried not in given and LOGIN.fullmatch(tried):
                login = tried
                given.add(tried)
                break
        logins.append(login)
    return logins
