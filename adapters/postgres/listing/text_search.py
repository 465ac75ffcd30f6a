"""Search of short texts for a part: any letter case, any of the apostrophes (D-5).

Texts are searched as they are; names of people and of groups have a search of their own, which also reads Cyrillic.
"""

from adapters.postgres.listing.search import escaped
from domain.people.folding import APOSTROPHES

_TO_APOSTROPHE = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_SIGNS = APOSTROPHES.replace("'", "''")
_PLAIN = "''" * len(APOSTROPHES)


def folded(column: str) -> str:
    """The SQL of a text to be compared with a pattern or a part: as long as the text."""
    return f"lower(translate({column}, '{_SIGNS}', '{_PLAIN}'))"


def folded_part(value: str | None) -> str | None:
    """The sought part as ``folded`` has it; None without one."""
    return (value or "").strip().translate(_TO_APOSTROPHE).lower() or None


def part_pattern(value: str | None) -> str | None:
    """The pattern of texts with the value, for LIKE on ``folded``; None without one."""
    part = folded_part(value)
    return None if part is None else f"%{escaped(part)}%"
