"""People found by the beginnings of the words of their names, through a table of these words in the list's order.

Counting looks at the words alone. A page of those whose name has one word that begins so takes the first few of each
such word, of which there are tens, and merges them: it costs the same among a thousand people and among a million.
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

# beyond the last letter: what begins with a word lies between the word and the word with this sign
_END = "\U0010ffff"
# further down than this all hits are put in order
SHALLOW = 1000
DEPTH = "sought_depth"


def word_parameters(words: Sequence[str], fields: int) -> dict[str, Any]:
    """What the statements bind for these beginnings; ``fields``: the sum of those that are searched."""
    values: dict[str, Any] = {"sought_fields": fields}
    for number, word in enumerate(words):
        values |= {f"sought_word_{number}": word, f"sought_end_{number}": word + _END}
    return values


@dataclass(frozen=True, eq=False)
class NameWords:
    """A table of word, sort_key, ``person`` and fields."""

    table: Table
    person: str

    def ids(self, words: int, *, masked: bool) -> Select[Any]:
        """The ids of who has a word for each beginning; one of two such words comes twice."""
        first, *others = (
            select(self.table.c[self.person].label("id")).where(*self._begins(number, self.table.c, masked=masked))
            for number in range(words)
        )
        return first.where(*(self.table.c[self.person].in_(other.correlate(None)) for other in others))

    def places(self, order: list[Any], rest: Select[Any] | None, *, masked: bool) -> Select[Any] | CompoundSelect[Any]:
        """(sort_key, id) of the first of those who have a word with the one beginning, and of the rest's."""
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
        """Each of the words that begin so, by leaps from one to the next."""
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
        """How many have a word with the one beginning."""
        hits = select(func.count(self.table.c[self.person].distinct()))
        return hits.where(*self._begins(0, self.table.c, masked=masked)).scalar_subquery()
