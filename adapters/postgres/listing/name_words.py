"""Search of people by prefixes of the words of their names.

The words are in a table in the list's order. Counting reads the words alone. A page of people whose name has one word
with the prefix reads the first rows of each such word, of which there are tens, and merges them: the cost does not
depend on the number of people.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    CompoundSelect,
    Integer,
    Select,
    SmallInteger,
    Table,
    Text,
    bindparam,
    func,
    select,
    true,
    union,
)

# above the last letter: words with a prefix lie between the prefix and the prefix with this character
_END = "\U0010ffff"
# beyond this offset all hits are sorted
SHALLOW = 1000
DEPTH = "sought_depth"


def word_parameters(words: Sequence[str], fields: int) -> dict[str, Any]:
    """The bind parameters for these prefixes; ``fields``: the sum of searched fields."""
    values: dict[str, Any] = {"sought_fields": fields}
    for number, word in enumerate(words):
        values |= {f"sought_word_{number}": word, f"sought_end_{number}": word + _END}
    return values


@dataclass(frozen=True, eq=False)
class NameWords:
    """A table with the columns word, sort_key, ``person`` and fields."""

    table: Table
    person: str

    def ids(self, words: int, *, masked: bool) -> Select[Any]:
        """The ids of people with a word for each prefix; two such words repeat the id."""
        first, *others = (
            select(self.table.c[self.person].label("id")).where(*self._begins(number, self.table.c, masked=masked))
            for number in range(words)
        )
        return first.where(*(self.table.c[self.person].in_(other.correlate(None)) for other in others))

    def places(self, order: list[Any], rest: Select[Any] | None, *, masked: bool) -> Select[Any] | CompoundSelect[Any]:
        """(sort_key, id) of the first hits by the one prefix, and of those of ``rest``."""
        words = self._different_words()
        one = self.table.alias("one")
        first = (
            select(one.c.sort_key, one.c[self.person].label("id"))
            .where(one.c.word == words.c.word, *(self._masked(one.c) if masked else ()))
            .order_by(*(direct(one.c[name]) for direct, name in zip(order, ("sort_key", self.person), strict=True)))
            .limit(bindparam(DEPTH, type_=Integer))
            .lateral("first")
        )
        hits = select(first.c.sort_key, first.c.id).select_from(words.join(first, true()))
        return union(hits, rest) if rest is not None else hits.distinct()

    def _different_words(self) -> Any:
        """The distinct words with the prefix, by an index skip scan."""
        word, end = self.table.c.word, bindparam("sought_end_0", type_=Text)
        least = select(word).where(*self._begins(0, self.table.c, masked=False)).order_by(word).limit(1).subquery()
        words = select(least.c.word).cte("words", recursive=True)
        next_ = self.table.alias("next")
        leap = select(next_.c.word).where(next_.c.word > words.c.word, next_.c.word < end).order_by(next_.c.word)
        return words.union_all(select(leap.limit(1).scalar_subquery()).where(words.c.word.is_not(None)))

    def _begins(self, number: int, columns: Any, *, masked: bool) -> list[Any]:
        bounds = (bindparam(f"sought_{bound}_{number}", type_=Text) for bound in ("word", "end"))
        least, end = bounds
        return [columns.word >= least, columns.word < end, *(self._masked(columns) if masked else ())]

    def _masked(self, columns: Any) -> list[Any]:
        return [columns.fields.op("&")(bindparam("sought_fields", type_=SmallInteger)) != 0]

    def total(self, *, masked: bool) -> Any:
        """The number of people with a word for the one prefix."""
        hits = select(func.count(self.table.c[self.person].distinct()))
        return hits.where(*self._begins(0, self.table.c, masked=masked)).scalar_subquery()
