"""Search of people by words of the name, by ids and by phones (D-5).

A word matches by its prefix, in any spelling.
"""

import re
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    CompoundSelect,
    Select,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    false,
    func,
    not_,
    or_,
    select,
    union,
)
from sqlalchemy.dialects.postgresql import TSQUERY

from adapters.postgres.listing.name_words import NameWords, word_parameters
from domain.people.folding import query_words

# the weight of each name field in the stored search vector
WEIGHTS = {"firstName": "A", "lastName": "B", "middleName": "C"}
# the number of each field in a table of words
FIELDS = {"A": 1, "B": 2, "C": 4}
_PUNCTUATION_OF_NUMBERS = re.compile(r"[\s+()\-]")


@dataclass(frozen=True)
class SearchTerms:
    """The kind of a search; its value travels as parameters.

    ``words``: how many words; ``masked``: only some fields are searched.
    """

    words: int = 0
    masked: bool = False
    school_id: bool = False
    digits: bool = False
    contains: bool = False


def _all_of(words: list[str], weights: str = "") -> str:
    return " & ".join(f"'{word}':*{weights}" for word in words)


def name_query(value: str | None) -> str | None:
    """The query of people with these words in their names, for ``search @@``.

    None without a value; without a word in it nobody is found.
    """
    return _all_of(query_words(value)) if value and value.strip() else None


def escaped(value: str) -> str:
    """The value as a literal of LIKE: ``%``, ``_`` and backslash escaped (ASVS-44)."""
    return re.sub(r"([\\%_])", r"\\\1", value)


@dataclass(frozen=True)
class PeopleSearch:
    """A searchable table of people.

    It has a search vector and, optionally, a school id, a phone and a table of words.
    """

    table: Table
    school_id: Column[Any] | None = None
    phone: Column[Any] | None = None
    words: NameWords | None = None

    def sought(self, value: str, keys: list[str] | None) -> tuple[SearchTerms, dict[str, Any]]:
        """The search of a value and its parameters.

        ``keys`` narrow it to those fields; none means all (D-63).
        """
        fields = [WEIGHTS[key] for key in (keys or WEIGHTS) if key in WEIGHTS]
        words = query_words(value) if fields else []
        number = _PUNCTUATION_OF_NUMBERS.sub("", value)
        digits = not keys and number.isascii() and number.isdigit()
        by_school_id = self.school_id is not None and (not keys or "hId" in keys)
        weights = "".join(sorted(set(fields))) if len(set(fields)) < len(WEIGHTS) else ""
        parameters = {
            "sought_words": _all_of(words, weights),
            "sought_school_id": f"{escaped(value.lower())}%",
            "sought_number": f"{number}%",
            "sought_phone": f"+{number}%",
            "sought_local_phone": f"+998{number}%",
        } | word_parameters(words, sum(FIELDS[weight] for weight in set(fields)))
        kind = SearchTerms(words=len(words), masked=bool(weights), school_id=by_school_id, digits=digits)
        return kind, parameters

    def matches(self, sought: SearchTerms) -> Select[Any] | CompoundSelect[Any]:
        """The ids of the people found."""
        found = [select(self.table.c.id.label("id")).where(way) for way in self._numbers(sought)]
        if sought.words and self.words:
            found.append(self.words.ids(sought.words, masked=sought.masked))
        elif sought.words:
            found.append(select(self.table.c.id.label("id")).where(self._vector()))
        if len(found) > 1:
            return union(*found)
        return found[0] if found else select(self.table.c.id.label("id")).where(false())

    def rest(self, sought: SearchTerms) -> ColumnElement[bool] | None:
        """The clause of a search by other than words, or None where it does not apply."""
        ways = self._numbers(sought)
        return and_(or_(*ways), not_(self._vector())) if ways else None

    def _vector(self) -> ColumnElement[bool]:
        clause: ColumnElement[bool] = self.table.c.search.bool_op("@@")(
            cast(bindparam("sought_words", type_=Text), TSQUERY)
        )
        return clause

    def _numbers(self, sought: SearchTerms) -> list[ColumnElement[bool]]:
        ways: list[ColumnElement[bool]] = []
        if sought.school_id and self.school_id is not None:
            ways.append(func.lower(self.school_id).like(bindparam("sought_school_id", type_=Text)))
        if sought.digits:
            ways.append(cast(self.table.c.id, Text).like(bindparam("sought_number", type_=Text)))
        if sought.digits and self.phone is not None:
            starts = ("sought_phone", "sought_local_phone")
            ways.extend(self.phone.like(bindparam(name, type_=Text)) for name in starts)
        return ways
