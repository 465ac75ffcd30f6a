"""Ports for consoles and servers that a test starts."""

import os
import random
from itertools import cycle

from entrypoints.embedded.servers.ports import is_taken

# Below those that the kernel gives to connections: none of them may take the port until its program listens.
_FIRST, _EACH = 20_000, 2_000
_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_own = range(_FIRST + _EACH * (_WORKER % 6), _FIRST + _EACH * (_WORKER % 6 + 1))
_next = cycle(random.sample(_own, _EACH))


def free_port() -> int:
    """A free loopback port that no other test worker of this run gets."""
    return next(port for port in _next if not is_taken(port))
