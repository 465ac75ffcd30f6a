"""Ports of this machine: which are free, which are taken, and the one that a built-in server keeps between starts."""

import contextlib
import errno
import socket
from pathlib import Path

from entrypoints.embedded.made_once import keep, kept

LOOPBACK = "127.0.0.1"


def is_taken(port: int, host: str = LOOPBACK) -> bool:
    """Whether somebody listens on the port. OSError if this machine has no such address or forbids the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as refused:
            if refused.errno == errno.EADDRINUSE:
                return True
            raise
    return False


def listens(port: int) -> bool:
    """Whether somebody answers on the loopback port; unlike is_taken this never gets in the way of who is about to."""
    try:
        socket.create_connection((LOOPBACK, port), timeout=1).close()
    except OSError:
        return False
    return True


def free_port() -> int:
    """A loopback port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def kept_port(path: Path) -> int:
    """The port in the file, or 0."""
    with contextlib.suppress(ValueError):
        return int(kept(path))
    return 0


def settle_port(path: Path) -> int:
    """The port in the file if it is still free, else another, which is kept there from now on."""
    port = kept_port(path)
    if not port or is_taken(port):
        port = free_port()
        keep(path, str(port))
    return port
