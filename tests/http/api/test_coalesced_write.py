"""The head and the start of the body of a response leave in one packet.

A head without an immediate body is not delayed.
"""

import asyncio

from entrypoints.http.middleware.coalesced_write import SMALL_BYTES, CoalescingTransport


class RecordingTransport(asyncio.Transport):
    """Records each packet; the last is None once the transport is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.packets: list[bytes | None] = []

    def write(self, data: bytes) -> None:  # type: ignore[override]
        """Records the packet."""
        self.packets.append(data)

    def close(self) -> None:
        """Records the end."""
        self.packets.append(None)

    def is_closing(self) -> bool:
        """True once the transport is closed."""
        return self.packets[-1:] == [None]


def _coalescing_response() -> tuple[CoalescingTransport, RecordingTransport]:
    line = RecordingTransport()
    return CoalescingTransport(line, asyncio.get_running_loop()), line


async def test_a_short_response_is_one_packet() -> None:
    """Issue 6, bench: a packet costs as much CPU as a statement."""
    answer, line = _coalescing_response()
    answer.write(b"head")
    answer.write(b"body")
    assert line.packets == [b"headbody"]
    answer.write(b"more")
    await asyncio.sleep(0)
    assert line.packets == [b"headbody", b"more"]


async def test_a_head_does_not_wait_for_a_later_body() -> None:
    """D-26, D-76: a streamed response, such as an export, starts at once."""
    answer, line = _coalescing_response()
    answer.write(b"head")
    await asyncio.sleep(0)
    assert line.packets == [b"head"]
    answer.write(b"body")
    assert line.packets == [b"head", b"body"]


async def test_a_response_without_a_body_is_sent_before_closing() -> None:
    """For HEAD and 204."""
    answer, line = _coalescing_response()
    answer.write(b"head")
    assert not answer.is_closing()
    answer.close()
    await asyncio.sleep(0)
    assert line.packets == [b"head", None]
    assert answer.is_closing()


async def test_a_long_body_is_not_copied() -> None:
    """A file of megabytes is sent as it is, after its head."""
    answer, line = _coalescing_response()
    body = b"x" * (SMALL_BYTES + 1)
    answer.write(b"head")
    answer.write(body)
    await asyncio.sleep(0)
    assert line.packets == [b"head", body]
    assert line.packets[1] is body
