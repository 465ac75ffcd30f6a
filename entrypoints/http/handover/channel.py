"""Carries connections of clients between the API and the uploads process.

A message hands over one connection: its descriptor, and a file in memory with the bytes that were read of it. The
receiver acknowledges before it serves, and the sender keeps its own descriptor until then. So a connection is served
by exactly one of them, also when either is killed at any moment.
"""

import asyncio
import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress

log = logging.getLogger("markaz.handover")

# a receiver whose event loop is blocked for so long loses what it has not acknowledged
ACKNOWLEDGED_WITHIN_SECONDS = 2.0
_HANDOVER, _ACCEPTED, _REFUSED, _END = b"H", b"A", b"R", b""
_DESCRIPTORS = 2

#: Receives a connection with the bytes that were read of it.
Adopt = Callable[[socket.socket, bytes, "Channel"], None]
#: Learns if the other process has the connection now.
Settle = Callable[[bool], None]


class Channel:
    """One end of the connection; both hand over and receive."""

    def __init__(self, connection: socket.socket, adopt: Adopt, ended: Callable[["Channel"], None]) -> None:
        connection.setblocking(False)
        self._socket, self._adopt, self._ended = connection, adopt, ended
        self._loop = asyncio.get_running_loop()
        # in the order of their messages, as the acknowledgements are
        self._sent: deque[Settle] = deque()
        self._limit: asyncio.TimerHandle | None = None
        self.is_open = True
        self.was_silent = False
        self._loop.add_reader(connection.fileno(), self._receive)

    def hand_over(self, descriptor: int, data: bytes, settle: Settle) -> bool:
        """Sends a connection with the bytes that were read of it.

        False if that is impossible at once: then ``settle`` is not called. The caller neither reads nor writes the
        connection until it is settled, and only forgets it if the other process has it.
        """
        if not self.is_open:
            return False
        try:
            content = os.memfd_create("request")
            try:
                if os.write(content, data) != len(data):
                    return False
                socket.send_fds(self._socket, [_HANDOVER], [descriptor, content])
            finally:
                os.close(content)
        except OSError:
            # no descriptor is left, the queue is full, or the other process has ended
            return False
        self._sent.append(settle)
        if self._limit is None:
            self._limit = self._loop.call_later(ACKNOWLEDGED_WITHIN_SECONDS, self._over, settle)
        return True

    def close(self) -> None:
        """Ends the channel; what the other process has not accepted stays here."""
        if not self.is_open:
            return
        self.is_open = False
        self._stop_limit()
        self._loop.remove_reader(self._socket.fileno())
        # from here on the other process can't accept: what it accepted before is in the queue
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RD)
        for kind, descriptors in self._messages():
            _close(descriptors)
            if kind == _END:
                break
            self._note(kind)
        self._socket.close()
        self._ended(self)
        while self._sent:
            self._sent.popleft()(False)

    def _receive(self) -> None:
        for kind, descriptors in self._messages():
            if kind == _HANDOVER:
                self._take(descriptors)
            elif kind == _END:
                self.close()
            else:
                self._note(kind)
            if not self.is_open:
                return

    def _messages(self) -> Iterator[tuple[bytes, list[int]]]:
        """The messages that wait, with their descriptors; the last one may be the end."""
        while True:
            try:
                kind, descriptors, _, _ = socket.recv_fds(self._socket, 1, _DESCRIPTORS, socket.MSG_CMSG_CLOEXEC)
            except BlockingIOError:
                return
            except ConnectionResetError:
                # the other process left messages unread; what it sent before is still to be read
                continue
            yield kind, descriptors

    def _take(self, descriptors: list[int]) -> None:
        if len(descriptors) != _DESCRIPTORS:
            # this process has no descriptor left
            _close(descriptors)
            self._answer(_REFUSED)
            return
        connection = socket.socket(fileno=descriptors[0])
        with open(descriptors[1], "rb") as content:
            content.seek(0)
            data = content.read()
        if self._answer(_ACCEPTED):
            self._adopt(connection, data, self)
        else:
            connection.close()

    def _answer(self, kind: bytes) -> bool:
        try:
            self._socket.send(kind)
        except OSError:
            # the sender has ended or serves it itself
            self.close()
            return False
        return True

    def _note(self, kind: bytes) -> None:
        if kind not in (_ACCEPTED, _REFUSED):
            return
        settle = self._sent.popleft()
        self._stop_limit()
        if self._sent and self.is_open:
            self._limit = self._loop.call_later(ACKNOWLEDGED_WITHIN_SECONDS, self._over, self._sent[0])
        settle(kind == _ACCEPTED)

    def _over(self, oldest: Settle) -> None:
        self._limit = None
        # this process may have been the blocked one: then the acknowledgement waits here
        self._receive()
        if self.is_open and self._sent and self._sent[0] is oldest:
            self.was_silent = True
            log.warning("a connection that was handed over is taken back: the other process does not answer")
            self.close()

    def _stop_limit(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None


def _close(descriptors: list[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)
