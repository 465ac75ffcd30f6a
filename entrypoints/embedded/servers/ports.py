"""Ports of this machine: free ones, occupied ones, and those of embedded servers.

An embedded server reuses its port at each start.
"""

import contextlib
import errno
import socket
from pathlib import Path

from entrypoints.embedded.persistent_secret import read_private, write_private

LOOPBACK = "127.0.0.1"
LOOPBACK_NETWORKS = "127.0.0.0/8,::1/128"


def is_taken(port: int, host: str = LOOPBACK) -> bool:
    """True when a program listens on the port.

    Raises OSError if this machine has no such address or forbids the port.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return True
            raise
    return False


def listens(port: int) -> bool:
    """True when the loopback port accepts connections.

    Unlike is_taken it never blocks a program about to bind.
    """
    try:
        socket.create_connection((LOOPBACK, port), timeout=1).close()
    except OSError:
        return False
    return True


def _free_port() -> int:
    """A loopback port that is free at this moment."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def stored_port(path: Path) -> int:
    """The port in the file, or 0."""
    with contextlib.suppress(ValueError):
        return int(read_private(path))
    return 0


def reserve_port(path: Path) -> int:
    """The port in the file if it is still free, else another one.

    The other one is written to the file.
    """
    port = stored_port(path)
    if not port or is_taken(port):
        port = _free_port()
        write_private(path, str(port))
    return port
