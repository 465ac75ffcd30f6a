"""The fork server: imports modules once, then forks a program per request.

Run as ``python -m entrypoints.embedded.fork_server_process``. Nothing runs here before the fork: no thread, no event
loop, no connection. Python reseeds its random generators in a fork, OpenSSL its own. The garbage collector is off
while importing and what was imported is frozen, so that collections in the programs leave the shared pages shared.
"""

import contextlib
import ctypes
import gc
import importlib
import importlib.util
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from adapters.parent_death import end_with_parent

_ARG_START, _ARG_END = 45, 46  # fields of /proc/self/stat after the name of the program


class Control:
    """The connection to the supervisor: JSON messages, a line each."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._buffer = b""

    def receive(self) -> Iterator[dict[str, Any]]:
        """Messages until the supervisor closes its side."""
        while True:
            line, found, rest = self._buffer.partition(b"\n")
            if found:
                self._buffer = rest
                yield json.loads(line)
                continue
            part = self._socket.recv(65536)
            if not part:
                return
            self._buffer += part

    def send(self, **message: object) -> None:
        """Send one message."""
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def close(self) -> None:
        """Close this side."""
        self._socket.close()


def main() -> object:
    """Serve until the supervisor closes the connection.

    In a fork: run the program and return its exit code.
    """
    supervisor, control = os.getppid(), Control(int(sys.argv[1]))
    show_command_line(sys.orig_argv[:-2])
    messages = control.receive()
    modules = next(messages)["modules"]
    gc.disable()
    for module in modules:
        # a program whose module can't be imported fails by itself, with the traceback in its own log
        with contextlib.suppress(Exception):
            entry_module(module)
    # OpenSSL prepares its ciphers at their first use: 5 MB that every program would have for itself
    AESGCM(bytes(32))
    gc.collect()
    gc.freeze()
    control.send(ready=True)
    for request in messages:
        if between := _fork():
            try:
                _become(request, supervisor, between)
                control.send(pid=os.getpid())
            except BaseException as fault:
                control.send(error=f"{type(fault).__name__}: {fault}")
                os._exit(1)
            control.close()
            gc.enable()
            return _run(*request["command"][2:])
    return 0


def entry_module(name: str) -> Any:
    """The module that ``python -m name`` would run."""
    package = importlib.import_module(name)
    return importlib.import_module(f"{name}.__main__") if hasattr(package, "__path__") else package


def show_command_line(command: list[str]) -> None:
    """Make ``command`` the command line of this process in ``ps`` and /proc.

    It is cut to the length of the original command line.
    """
    if sys.platform != "linux":
        return
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    start, room = int(fields[_ARG_START]), int(fields[_ARG_END]) - int(fields[_ARG_START])
    if start and room > 1:
        shown = b"\0".join(os.fsencode(word) for word in command)[: room - 1]
        ctypes.memmove(start, shown.ljust(room, b"\0"), room)


def _fork() -> int:
    """Fork twice, so that the supervisor adopts the program.

    Returns the intermediate process there, 0 here.
    """
    between = os.fork()
    if between:
        os.waitpid(between, 0)
        return 0
    between = os.getpid()
    if os.fork():
        os._exit(0)
    return between


def _become(request: dict[str, Any], supervisor: int, between: int) -> None:
    """Set session, directory, environment, descriptors and parent as exec would."""
    os.setsid()
    _redirect(os.open(os.devnull, os.O_RDONLY), 0)
    _redirect(os.open(request["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), 1, 2)
    os.chdir(request["directory"])
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    show_command_line(request["command"])
    while os.getppid() == between:
        time.sleep(0.0005)
    end_with_parent(supervisor, signal.SIGTERM)


def _redirect(descriptor: int, *standard: int) -> None:
    for number in standard:
        os.dup2(descriptor, number)
    if descriptor not in standard:
        os.close(descriptor)


def _run(name: str, *options: str) -> object:
    module = entry_module(name)
    # the program is the main module also for who looks it up, as multiprocessing does
    sys.modules["__main__"] = module
    sys.argv = [str(module.__file__), *options]
    return module.main()


if __name__ == "__main__":
    sys.exit(main())  # type: ignore[arg-type]
