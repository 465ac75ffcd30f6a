"""The order of names by the Uzbek alphabet, in both scripts (D-50).

Oʻ, Gʻ, Sh and Ch follow Z.
"""

import re
from functools import lru_cache

from domain.people.folding import fold

# Above every letter of every script: people without a name sort last.
NAMELESS = "\U0010ffff"
# Longer names are truncated: an index entry of PostgreSQL holds at most 2.7 kB.
MAX_PART_LENGTH = 100

# The four signs after z in ASCII, in the order of the four letters after Z.
_AFTER_Z = {"o'": "{", "g'": "|", "sh": "}", "ch": "~"}
_LETTER = re.compile("o'|g'|sh|ch")
# Cyrillic с and ҳ are two letters, as s'h is in Latin (Исҳоқ, Isʼhoq).
_APART = re.compile("([сСcC])(?=[ҳҲ])")
_BETWEEN = re.compile(r"(?:[^\w']|_)+")


def _ordered(part: str) -> str:
    folded = fold(part if part.isascii() else _APART.sub(r"\1'", part))
    text = _BETWEEN.sub(" ", folded).strip()
    return _LETTER.sub(lambda found: _AFTER_Z[found[0]], text).replace("'", "")[:MAX_PART_LENGTH].strip()


_remembered = lru_cache(maxsize=32768)(_ordered)


def sort_key(last: str | None, first: str | None = "", middle: str | None = "") -> str:
    """Returns the key of "Last First Middle" that sorts by code points.

    It is meant for collation "C". Capitals, script and the sign typed for an apostrophe make no difference; tutuq
    belgisi does not count, as in the Uzbek alphabet. A person without any letter or digit in the name sorts last.

    >>> sorted(["Чорӣ", "shahlo", "Gʻayrat", "O'ktam", "Зулфия"], key=sort_key)
    ['Зулфия', "O'ktam", 'Gʻayrat', 'shahlo', 'Чорӣ']
    """
    parts = [part for part in (last, first, middle) if part]
    keys = [_remembered(part) if len(part) <= MAX_PART_LENGTH else _ordered(part) for part in parts]
    return " ".join(filter(None, keys)) or NAMELESS
