"""Digests of times from hand-in to first check, for medians (D-106).

A digest counts times by their place among limits that grow by a tenth. It is one number, ten to the power of
``DIGITS`` times the place for each time: digests of days and groups are added up as numbers.
"""

import struct
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate

# decimal digits of the count of a place: a place counts up to a hundred million times
DIGITS = 8
_BASE = 10**DIGITS
_NONE = b"0" * DIGITS
# seconds; the first place is under a minute, the last one over a year
_FIRST, _GROWTH, _LAST = 60, 1.1, 366 * 86_400


def _limits() -> Iterator[int]:
    limit = float(_FIRST)
    while limit < _LAST:
        yield round(limit)
        limit *= _GROWTH


# the lower limits of all places but the first, which begins at 0
LIMITS: tuple[int, ...] = tuple(_limits())


def place_of(seconds: int) -> int:
    """The place of a time, 0 … ``len(LIMITS)``."""
    return bisect_right(LIMITS, seconds)


def digest_of(seconds: int) -> int:
    """The digest of one time."""
    return int(_BASE ** place_of(seconds))


def counts_of(digest: int | str) -> Mapping[int, int]:
    """The number of times by place, ascending, without the empty ones.

    ``digest``: or its decimal text, read sooner.
    """
    text = str(digest).encode()
    places = -(-len(text) // DIGITS)
    # cutting the text is several times faster than dividing the number
    counts = struct.unpack(f"{DIGITS}s" * places, text.zfill(places * DIGITS))
    return {place: int(count) for place, count in enumerate(reversed(counts)) if count != _NONE}


def median_of(digest: int | str) -> int | None:
    """The median time in whole seconds, within 5 % from a minute on; None without any.

    Of an even number of times, the mean of the two in the middle. ``digest``: or its decimal text, read sooner.
    """
    counts = counts_of(digest)
    if not counts:
        return None
    places, reached = list(counts), list(accumulate(counts.values()))
    total = reached[-1]
    lower, upper = (_seconds_at(places[bisect_left(reached, rank)]) for rank in ((total + 1) // 2, total // 2 + 1))
    return round((lower + upper) / 2)


def _seconds_at(place: int) -> float:
    """The geometric middle of a place."""
    if place == 0:
        return _FIRST / 2
    lower = LIMITS[place - 1]
    upper = LIMITS[place] if place < len(LIMITS) else lower * _GROWTH
    return float((lower * upper) ** 0.5)
