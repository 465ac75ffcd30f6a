"""A proxy between two programs with faults: delay, truncation, silence."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

PIECE = 64 * 1024
Target = tuple[str, int] | str


@dataclass
class FaultyProxy:
    """Forwards bytes between its port and ``target`` and back.

    ``target``: host and port, or the path of a unix socket. ``delay``: seconds that every chunk is late. ``silent()``
    is a half-open connection: connections stay, new ones are accepted, and nothing is forwarded until ``speak()``, when
    everything sent meanwhile arrives.
    """

    target: Target
    port: int = 0
    delay: float = 0.0
    passed: int = 0
    cuts: int = 0
    _cutting: int = 0
    _speaks: asyncio.Event = field(default_factory=asyncio.Event)
    _open: set[asyncio.StreamWriter] = field(default_factory=set)

    @property
    def address(self) -> str:
        """Host and port for a URL."""
        return f"127.0.0.1:{self.port}"

    def silent(self) -> None:
        """Stops forwarding without closing connections."""
        self._speaks.clear()

    def speak(self) -> None:
        """Forwards what was held."""
        self._speaks.set()

    def truncate_answers(self, count: int = 1) -> None:
        """Truncates the next answers and closes their connections."""
        self._cutting += count

    def mend(self) -> None:
        """Restores normal operation; clears held data and pending truncations."""
        self._cutting, self.delay = 0, 0.0
        self.speak()

    def cut(self) -> int:
        """Closes every open connection at once; returns the number."""
        gone = len(self._open)
        for writer in list(self._open):
            writer.transport.abort()
        return gone

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves one connection to its end."""
        try:
            far_reader, far_writer = await self._reach()
        except OSError:
            writer.transport.abort()
            return
        both = {writer, far_writer}
        self._open |= both
        try:
            there = asyncio.create_task(self._pass(reader, far_writer, both))
            back = asyncio.create_task(self._pass(far_reader, writer, both, answers=True))
            await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
            for task in (there, back):
                task.cancel()
            await asyncio.gather(there, back, return_exceptions=True)
        finally:
            self._open -= both
            for end in both:
                end.close()

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self.target, str):
            return await asyncio.open_unix_connection(self.target)
        return await asyncio.open_connection(*self.target)

    async def _pass(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        both: set[asyncio.StreamWriter],
        *,
        answers: bool = False,
    ) -> None:
        with suppress(OSError):
            while piece := await reader.read(PIECE):
                if self.delay:
                    await asyncio.sleep(self.delay)
                await self._speaks.wait()
                if answers and self._cutting and len(piece) > 1:
                    self._cutting, self.cuts = self._cutting - 1, self.cuts + 1
                    writer.write(piece[: len(piece) // 2])
                    await writer.drain()
                    for end in both:
                        end.transport.abort()
                    return
                writer.write(piece)
                self.passed += len(piece)
                await writer.drain()


@asynccontextmanager
async def a_proxy(target: Target) -> AsyncIterator[FaultyProxy]:
    """A proxy without faults at first, on a free port."""
    line = FaultyProxy(target)
    line.speak()
    server = await asyncio.start_server(line.take, "127.0.0.1", 0)
    line.port = server.sockets[0].getsockname()[1]
    try:
        yield line
    finally:
        server.close()
        line.speak()
        line.cut()
