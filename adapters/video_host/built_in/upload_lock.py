"""The lock of an upload: one request of all processes writes to it at a time.

The kernel releases it with the process that holds it, so none is ever left behind (case 2).
"""

import fcntl
import os
from pathlib import Path

from adapters.video_host.built_in.layout import LOCK, WANTED
from domain.shared.errors import NotFound

# a request waits so long for another one that holds the upload
WAIT_SECONDS = 10.0
ASK_EVERY_SECONDS = 0.05


class UploadLock:
    """Held from ``acquire_at_once`` to ``release``; to be called in a thread."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._descriptor = -1
        self._seen = 0

    @property
    def name(self) -> str:
        """The public id of the upload."""
        return self._directory.name

    def acquire_at_once(self) -> None:
        """Takes a free lock.

        Raises BlockingIOError; NotFound for an upload that has no directory, or none any more.
        """
        if not self._try():
            raise BlockingIOError
        self._seen = self._wanted_at()

    def ask(self) -> None:
        """Asks the holder to give way.

        Raises NotFound for an upload that was deleted meanwhile.
        """
        try:
            (self._directory / WANTED).touch()
        except FileNotFoundError:
            raise NotFound("Video", self._directory.name) from None

    def wanted(self) -> bool:
        """True if another request asked for the lock since it is held."""
        return self._wanted_at() != self._seen

    def release(self) -> None:
        """Releases the lock; once is enough."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _try(self) -> bool:
        path = self._directory / LOCK
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError:
            raise NotFound("Video", self._directory.name) from None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # the directory may have been deleted in between: then this is the lock of nothing
            if os.fstat(descriptor).st_ino == path.stat().st_ino:
                self._descriptor = descriptor
                return True
        except OSError:
            pass
        os.close(descriptor)
        return False

    def _wanted_at(self) -> int:
        try:
            return (self._directory / WANTED).stat().st_mtime_ns
        except FileNotFoundError:
            return 0
