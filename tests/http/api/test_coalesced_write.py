"""An answer's head and the beginning of its body leave together; nothing waits that has nothing to wait for."""

import asyncio

from entrypoints.http.middleware.coalesced_write import SMALL_BYTES, OnePacket


class Line(asyncio.Transport):
    """What leaves for the browser, packet by packet; the last is None once the line is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.packets: list[bytes | None] = []

    def write(self, data: bytes) -> None:  # type: ignore[override]
        """Leaves."""
        self.packets.append(data)

    def close(self) -> None:
        """Is over."""
        self.packets.append(None)

    def is_closing(self) -> bool:
        """Whether it is over."""
        return self.packets[-1:] == [None]


def _answer() -> tuple[OnePacket, Line]:
    line = Line()
    return OnePacket(line, asyncio.get_running_loop()), line


async def test_a_short_answer_is_one_packet() -> None:
    """Issue 6, bench: to the machine a packet costs as much as a statement."""
    answer, line = _answer()
    answer.write(b"head")
    answer.write(b"body")
    assert line.packets == [b"headbody"]
    answer.write(b"more")
    await asyncio.sleep(0)
    assert line.packets == [b"headbody", b"more"]


async def test_a_head_whose_body_comes_later_does_not_wait_for_it() -> None:
    """D-26, D-76: what is streamed, such as an export, says at once that it is coming."""
    answer, line = _answer()
    answer.write(b"head")
    await asyncio.sleep(0)
    assert line.packets == [b"head"]
    answer.write(b"body")
    assert line.packets == [b"head", b"body"]


async def test_an_answer_without_a_body_is_whole_before_the_line_is_closed() -> None:
    """A HEAD, a 204: the head is all there is."""
    answer, line = _answer()
    answer.write(b"head")
    assert not answer.is_closing()
    answer.close()
    await asyncio.sleep(0)
    assert line.packets == [b"head", None]
    assert answer.is_closing()


async def test_a_long_body_is_not_copied_for_its_head() -> None:
    """A file of megabytes goes out as it is, after its head."""
    answer, line = _answer()
    body = b"x" * (SMALL_BYTES + 1)
    answer.write(b"head")
    answer.write(body)
    await asyncio.sleep(0)
    assert line.packets == [b"head", body]
    assert line.packets[1] is body
