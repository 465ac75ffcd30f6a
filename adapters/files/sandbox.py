"""A child process with bounded memory and time for work on untrusted files.

It ends with its parent, also where the parent is killed: its own queue would never tell it.
"""

import asyncio
import multiprocessing
import os
import resource
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from adapters.parent_death import end_with_parent

R = TypeVar("R")

MAX_MEMORY_BYTES = 1024 * 1024 * 1024
MAX_SECONDS = 20


class Sandbox:
    """Runs functions in one child process; it starts on first use and after it died."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[[bytes], R | None], content: bytes) -> R | None:
        """Returns the result, or None if the process died or took too long."""
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(self._executor(), work, content), MAX_SECONDS)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            return None

    def close(self) -> None:
        """Kills the child process."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_confine, initargs=(os.getpid(),))
        return self._pool


def _confine(parent: int) -> None:
    """Bounds this process in memory, and in life by its parent's."""
    try:
        end_with_parent(parent, signal.SIGKILL)
    except ProcessLookupError:
        os._exit(1)
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
