"""Digests of times: places, sums and medians (D-106)."""

from itertools import pairwise
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.homework.check_times import LIMITS, counts_of, digest_of, median_of, place_of

YEAR = 366 * 86_400


@pytest.mark.parametrize(
    ("seconds", "place"),
    [(0, 0), (59, 0), (60, 1), (65, 1), (66, 2), (LIMITS[-1] - 1, len(LIMITS) - 1), (LIMITS[-1], len(LIMITS))],
)
def test_a_time_belongs_to_the_place_that_its_limit_begins(seconds: int, place: int) -> None:
    """At the edges."""
    assert place_of(seconds) == place
    assert digest_of(seconds) == 10 ** (8 * place)


def test_limits_grow_by_a_tenth_and_are_kept() -> None:
    """Stored digests are read by them: they never change."""
    assert (LIMITS[0], LIMITS[1], LIMITS[-1], len(LIMITS)) == (60, 66, 30_927_285, 139)
    assert all(1 < after / before < 1.12 for before, after in pairwise(LIMITS))


def test_nothing_has_no_median() -> None:
    """Null, not zero."""
    assert median_of(0) is None


@given(st.lists(st.integers(60, YEAR), min_size=1, max_size=60))
def test_the_median_of_a_digest_is_that_of_the_times_within_five_percent(times: list[int]) -> None:
    """Of any times from a minute to a year, also of an even number of them."""
    found = median_of(sum(map(digest_of, times)))
    assert found is not None
    assert abs(found - median(times)) <= 0.05 * median(times) + 1


@given(st.lists(st.integers(0, 2 * YEAR), max_size=60), st.lists(st.integers(0, 2 * YEAR), max_size=60))
def test_digests_are_added_and_taken_away_as_numbers(one: list[int], two: list[int]) -> None:
    """The digest of both is the sum; without the one it is the other's."""
    first, second = (sum(map(digest_of, times)) for times in (one, two))
    assert sum(counts_of(first + second).values()) == len(one) + len(two)
    assert first + second - first == second


@pytest.mark.parametrize("seconds", [0, 30, 59])
def test_times_under_a_minute_are_half_a_minute(seconds: int) -> None:
    """They share a place."""
    assert median_of(digest_of(seconds)) == 30
