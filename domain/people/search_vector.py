"""The search vector of a person's name: folded words weighted by their field."""

from functools import lru_cache

from domain.people.folding import search_words

# PostgreSQL accepts positions up to 16 383; no real name has a hundred words
MAX_WORDS = 100
# names recur, so their words are cached; longer ones are not names
MAX_CACHED_LENGTH = 100


def search_vector(*, first: str, last: str, middle: str) -> str:
    """Returns a tsvector literal: first names weigh A, last names B, middle names C.

    The words hold only letters and digits, so quoting them is safe; a word of two fields carries both weights.
    """
    places: dict[str, list[str]] = {}
    position = 0
    for weight, field in (("A", first), ("B", last), ("C", middle)):
        for word in _words(field) if len(field) <= MAX_CACHED_LENGTH else _folded(field):
            position += 1
            places.setdefault(word, []).append(f"{position}{weight}")
    return " ".join(f"'{word}':{','.join(where)}" for word, where in places.items())


def _folded(field: str) -> tuple[str, ...]:
    return tuple(search_words(field).split()[:MAX_WORDS])


_words = lru_cache(maxsize=32768)(_folded)
