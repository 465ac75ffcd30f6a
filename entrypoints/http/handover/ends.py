"""The ends of the handover: of each API process, and of the uploads process.

They meet at a socket in the directory ``run`` of the home, which the uploads process binds.
"""

import asyncio
import os
import socket
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from entrypoints.http.handover.channel import Channel

# a process that did not answer is tried again after so long
REST_SECONDS = 30.0
_NAME = "uploads.sock"
_BACKLOG = 32
_WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH

#: Creates the protocol of an adopted connection: the channel it came by, and the bytes that were read of it.
MakeProtocol = Callable[[Channel, bytes], asyncio.Protocol]


class HandoverEnd:
    """An end: its channels, and the connections that it adopts.

    ``serves_uploads`` tells whose requests stay here.
    """

    serves_uploads: bool

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._make: MakeProtocol | None = None
        self._adopting: set[asyncio.Task[None]] = set()

    def start(self, make: MakeProtocol) -> None:
        """Begins to hand over and to adopt."""
        self._make = make

    async def close(self) -> None:
        """Ends the channels; connections that are not accepted stay where they are."""
        self._make = None
        self._close_channels()
        await asyncio.gather(*self._adopting)

    def channel(self, origin: Channel | None) -> Channel | None:
        """A channel to the other process; None where it is not there.

        ``origin``: the one by which a connection came.
        """
        return origin if origin is not None and origin.is_open else self._any_channel()

    def _any_channel(self) -> Channel | None:
        raise NotImplementedError

    def _close_channels(self) -> None:
        raise NotImplementedError

    def _adopt(self, connection: socket.socket, data: bytes, origin: Channel) -> None:
        assert self._make is not None  # noqa: S101 - set while there are channels
        make = partial(self._make, origin, data)
        task = asyncio.get_running_loop().create_task(_connect(make, connection))
        self._adopting.add(task)
        task.add_done_callback(self._adopting.discard)


async def _connect(make: Callable[[], asyncio.Protocol], connection: socket.socket) -> None:
    try:
        # raises for a client that is gone
        connection.getpeername()
        connection.setblocking(False)
        await asyncio.get_running_loop().connect_accepted_socket(make, connection)
    except OSError:
        connection.close()


class ApiEnd(HandoverEnd):
    """The end of an API process; it connects when an upload comes."""

    serves_uploads = False

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self._channel: Channel | None = None
        self._rests_until = 0.0

    def _any_channel(self) -> Channel | None:
        if self._channel is None and self._make is not None and time.monotonic() >= self._rests_until:
            self._channel = self._open()
        return self._channel

    def _close_channels(self) -> None:
        if self._channel is not None:
            self._channel.close()

    def _open(self) -> Channel | None:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            connection.setblocking(False)
            with address_in(self._directory) as address:
                connection.connect(address)
        except OSError:
            # there is no uploads process, or it is starting
            connection.close()
            return None
        return Channel(connection, self._adopt, self._forget)

    def _forget(self, channel: Channel) -> None:
        self._channel = None
        if channel.was_silent:
            self._rests_until = time.monotonic() + REST_SECONDS


class UploadsEnd(HandoverEnd):
    """The end of the uploads process; it listens for API processes."""

    serves_uploads = True

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self._listening: socket.socket | None = None
        self._channels: set[Channel] = set()

    def start(self, make: MakeProtocol) -> None:
        super().start(make)
        self._listening = listen_in(self._directory)
        self._listening.setblocking(False)
        self._listen(self._listening)

    def _any_channel(self) -> Channel | None:
        return next(iter(self._channels), None)

    def _close_channels(self) -> None:
        if self._listening is not None:
            asyncio.get_running_loop().remove_reader(self._listening.fileno())
            self._listening.close()
            self._listening = None
        for channel in list(self._channels):
            channel.close()

    def _listen(self, listening: socket.socket) -> None:
        if listening is self._listening:
            asyncio.get_running_loop().add_reader(listening.fileno(), self._accept, listening)

    def _accept(self, listening: socket.socket) -> None:
        try:
            connection, _ = listening.accept()
        except BlockingIOError:
            return
        except OSError:
            # no descriptor is left, and the connection stays at the door: asking again at once would take a processor
            loop = asyncio.get_running_loop()
            loop.remove_reader(listening.fileno())
            loop.call_later(REST_SECONDS, self._listen, listening)
            return
        self._channels.add(Channel(connection, self._adopt, self._channels.discard))


def wait_until_needed(directory: Path) -> None:
    """Returns when an API process has its first upload.

    That one is served there, as are those that come until the application has started.
    """
    with listen_in(directory) as listening:
        connection, _ = listening.accept()
        connection.close()


def listen_in(directory: Path) -> socket.socket:
    """The socket that API processes connect to, in this directory.

    The directory is created, and closed to other accounts.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    directory.chmod(0o700)
    # of a process that was killed
    (directory / _NAME).unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        with address_in(directory) as address:
            listening.bind(address)
        (directory / _NAME).chmod(0o600)
        listening.listen(_BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


@contextmanager
def address_in(directory: Path) -> Iterator[str]:
    """The address of the socket in this directory.

    It goes by a descriptor: an address holds no long path. Raises PermissionError where another account could have
    put the socket there: it would get what clients send.
    """
    folder = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        status = os.fstat(folder)
        if status.st_uid != os.geteuid() or status.st_mode & _WRITABLE_BY_OTHERS:
            raise PermissionError(f"others may write to {directory}")
        yield f"/proc/self/fd/{folder}/{_NAME}"
    finally:
        os.close(folder)
