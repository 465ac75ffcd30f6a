"""Signals to the supervisor, noticed at whatever point it is."""

import contextlib
import select
import signal
import socket
from types import FrameType

_STOP = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequested(Exception):
    """The console was told to stop."""


class SignalListener:
    """Wakes a waiting supervisor on a signal to stop and whenever a child ends.

    Signals to stop are Ctrl-C, SIGTERM and a closed terminal.
    """

    def __init__(self) -> None:
        self.stopping = False
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        for number in _STOP:
            if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:  # ignored below nohup
                signal.signal(number, self._stop)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def wait(self, seconds: float) -> None:
        """Sleep until a signal arrives or the time is over.

        Raises StopRequested after a signal to stop.
        """
        if not self.stopping:
            select.select([self._reader], [], [], seconds)
            with contextlib.suppress(BlockingIOError):
                self._reader.recv(4096)
        if self.stopping:
            raise StopRequested

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self.stopping = True
