"""Byte ranges of streams (RFC 9110 §14)."""

import pytest

from entrypoints.http.videos.ranges import ByteRange, UnsatisfiableRange, parse_range


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("bytes=0-0", ByteRange(0, 1)),
        ("bytes=0-99", ByteRange(0, 100)),
        ("bytes=0-", ByteRange(0, 100)),
        ("bytes=99-", ByteRange(99, 100)),
        ("bytes=10-1000", ByteRange(10, 100)),
        ("bytes=-10", ByteRange(90, 100)),
        ("bytes=-1000", ByteRange(0, 100)),
        # ignored: the whole file is sent
        ("", None),
        ("bytes=-", None),
        ("bytes=5-4", None),
        ("bytes=0-1,5-6", None),
        ("items=0-1", None),
        ("bytes=a-b", None),
    ],
)
def test_a_range_is_read_as_players_send_it(given: str, found: ByteRange | None) -> None:
    """Ends are inclusive on the wire; a suffix counts from the end."""
    assert parse_range(given, 100) == found


@pytest.mark.parametrize("given", ["bytes=100-", "bytes=100-200", "bytes=-0"])
def test_a_range_without_a_byte_of_the_file_is_refused(given: str) -> None:
    """416 tells the player the size."""
    with pytest.raises(UnsatisfiableRange):
        parse_range(given, 100)
