"""Password hashing by argon2id: 19 MiB, two passes, one lane.

Hashes run off the event loop, as many at once as there are cores. Their threads have the lowest priority, so that a
crowd that signs in does not slow down other requests (ASVS-20).
"""

import asyncio
import functools
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher as Argon2
from argon2.exceptions import InvalidHashError, VerificationError

R = TypeVar("R")

MEMORY_KIB = 19 * 1024
PASSES = 2
LANES = 1
CORES = os.cpu_count() or 1
_NICENESS = 10


@functools.cache
def _common() -> frozenset[str]:
    """The most used leaked passwords, as zxcvbn ranks them; loaded at first use."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"])


def _give_way() -> None:
    """Lowers the priority of the thread.

    Only Linux has priorities of threads; elsewhere this would be that of the whole process.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def fair_share(processes: int) -> int:
    """The number of concurrent hashes of one of so many processes.

    All of them together occupy no more than the available cores.
    """
    return max(1, CORES // processes)


def sign_in_slots(processes: int) -> int:
    """The number of concurrent sign-ins of one process.

    It is one more than concurrent hashes, so that no hash waits for the database.
    """
    return fair_share(processes) + 1


class ArgonPasswords:
    """See ``application.ports.PasswordHasher``."""

    def __init__(self, at_once: int = CORES) -> None:
        self._argon = Argon2(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=LANES)
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="argon2", initializer=_give_way)
        # the hash that an unknown login is verified against, so that it takes the same time
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        return await self._off_loop(self._argon.hash, password)

    def common(self, password: str) -> bool:
        return password.lower() in _common()

    async def verify(self, password: str, hashed: str | None) -> bool:
        if self._nobody is None:
            self._nobody = await self.hash("nobody has this password")
        fits = await self._off_loop(self._fits, hashed or self._nobody, password)
        return fits and hashed is not None

    def _fits(self, hashed: str, password: str) -> bool:
        try:
            return self._argon.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _off_loop(self, work: Callable[..., R], *arguments: str) -> R:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)
