"""Reads a body from its socket past the event loop.

Measured in docs/performance.md, *Uploads*: through the server's parser and ASGI each piece of 64 KiB costs a turn of
the loop, in which no other call is served. Here threads read and write; the loop only waits for the socket. The parser
is given blanks for what it did not see, so that the connection goes on as usual.
"""

import asyncio
import os
import select
import socket

from application.videos.built_in.receiving import ClientGone
from application.videos.built_in.turns import others_wait, paused
from entrypoints.http.middleware import slow_client
from entrypoints.http.middleware.slow_client import TimeoutProtocol

# the loop is woken for so many bytes, or for the rest
WAKE_BYTES = 256 * 1024
# without them it looks after a while, for the few bytes of a slow client
QUIET_SECONDS = 0.25
# a thread waits so long for more of a body while no other upload waits for a turn
LINGER_MILLISECONDS = 20


class DirectBody:
    """Implements ``ByteSource`` on a connection, for a body with a length."""

    def __init__(self, connection: TimeoutProtocol, length: int) -> None:
        self._connection = connection
        self.head = connection.begin_direct()
        self.left = length - connection.body_bytes
        self._moved = 0
        self._loop = asyncio.get_running_loop()
        self._waited, self._came = 0.0, connection.body_bytes
        self._others_wait, self._poll = others_wait(), select.poll()
        self._socket = socket.socket(fileno=os.dup(connection.transport.get_extra_info("socket").fileno()))
        self._poll.register(self._socket, select.POLLIN)

    async def wait(self) -> None:
        """See ``ByteSource``."""
        self._wake_at(min(WAKE_BYTES, self.left))
        arrived = asyncio.Event()
        self._loop.add_reader(self._socket.fileno(), arrived.set)
        try:
            async with paused(), asyncio.timeout(QUIET_SECONDS):
                await arrived.wait()
        except TimeoutError:
            self._check_pace()
        finally:
            self._loop.remove_reader(self._socket.fileno())

    def _check_pace(self) -> None:
        """Applies the limit of ``TimeoutProtocol`` to the time that the client took."""
        self._waited += QUIET_SECONDS
        if self._waited > slow_client.BODY_WITHIN_SECONDS + self._came / slow_client.BODY_BYTES_PER_SECOND:
            raise ClientGone

    def read_into(self, buffer: memoryview) -> int:
        """See ``ByteSource``."""
        count = self._received(buffer)
        if not count and not self._others_wait():
            # a lively client sends on while this thread writes: to wait here saves turns of the loop
            self._wake_at(min(WAKE_BYTES, self.left))
            self._poll.poll(LINGER_MILLISECONDS)
            count = self._received(buffer)
        self.left -= count
        self._moved += count
        self._came += count
        return count

    def _received(self, buffer: memoryview) -> int:
        try:
            count = self._socket.recv_into(buffer, min(len(buffer), self.left))
        except BlockingIOError:
            return 0
        except OSError as gone:
            raise ClientGone from gone
        if not count:
            raise ClientGone
        return count

    def close(self) -> None:
        """Gives the connection back to the server."""
        self._wake_at(1)
        self._socket.close()
        self._connection.end_direct(self._moved)

    def _wake_at(self, count: int) -> None:
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, max(1, count))
        except OSError:
            # the connection has ended, which the next read tells
            return
