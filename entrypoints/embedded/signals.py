"""Being told to stop, whatever the supervisor is doing at that moment."""

import contextlib
import select
import signal
import socket
from types import FrameType

_STOP = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopping(Exception):
    """Somebody asked the console to stop."""


class Bell:
    """Rings on Ctrl-C, SIGTERM, a closed terminal, and whenever a child ends."""

    def __init__(self) -> None:
        self.stopping = False
        self._ear, self._hammer = socket.socketpair()
        self._ear.setblocking(False)
        self._hammer.setblocking(False)
        signal.set_wakeup_fd(self._hammer.fileno(), warn_on_full_buffer=False)
        for number in _STOP:
            if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:  # ignored below nohup
                signal.signal(number, self._stop)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def wait(self, seconds: float) -> None:
        """Sleep, but wake when something happens. Raises Stopping when asked to stop."""
        if not self.stopping:
            select.select([self._ear], [], [], seconds)
            with contextlib.suppress(BlockingIOError):
                self._ear.recv(4096)
        if self.stopping:
            raise Stopping

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self.stopping = True
