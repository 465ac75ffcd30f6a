"""Search of groups by words of the name, by the school's id and by id (D-5).

A word matches by its prefix, in any spelling.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Text, all_, bindparam, literal_column
from sqlalchemy.dialects.postgresql import ARRAY

from adapters.postgres.core import tables as t
from adapters.postgres.listing.search import PeopleSearch, SearchTerms, escaped
from domain.people.name_order import NAMELESS, sort_key

# the characters of the sort key that stand for a letter or a digraph
_LETTERS = {"{": "o", "|": "g", "}": "sh", "~": "ch"}
_SPELLED = str.maketrans({sign: letters for sign, letters in _LETTERS.items()})


def name_words(text: str) -> list[str]:
    """The words of a group's name in normal form: Latin, lower case, no apostrophes."""
    key = sort_key(text)
    return [] if key == NAMELESS else key.translate(_SPELLED).split()


def spelled_name(sort_key: str) -> str:
    """The SQL of the same from the sort key, for LIKE ALL on ``name_patterns``."""
    for sign, letters in _LETTERS.items():
        sort_key = f"replace({sort_key}, chr({ord(sign)}), '{letters}')"
    return f"' ' || {sort_key}"


def name_patterns(value: str | None) -> list[str] | None:
    """The patterns of names with these words, each from its beginning.

    None without a value; without a word in it nothing is found.
    """
    if not value or not value.strip():
        return None
    return [f"% {escaped(word)}%" for word in name_words(value)] or [""]


@dataclass(frozen=True)
class GroupSearch(PeopleSearch):
    """Search of groups; with ``keys`` by the name alone (D-63)."""

    def sought(self, value: str, keys: list[str] | None) -> tuple[SearchTerms, dict[str, Any]]:
        words = name_words(value)
        number = value.strip()
        parameters = {
            "sought_words": name_patterns(value) or [],
            "sought_school_id": f"{escaped(value.lower())}%",
            "sought_number": f"{number}%",
        }
        digits = not keys and number.isascii() and number.isdigit()
        return SearchTerms(words=len(words), school_id=not keys, digits=digits), parameters

    def _vector(self) -> ColumnElement[bool]:
        spelled: ColumnElement[str] = literal_column(f"({spelled_name('groups.sort_key')})", Text)
        clause: ColumnElement[bool] = spelled.op("like", is_comparison=True)(
            all_(bindparam("sought_words", type_=ARRAY(Text)))
        )
        return clause


GROUP_SEARCH = GroupSearch(t.groups, school_id=t.groups.c.h_id)
