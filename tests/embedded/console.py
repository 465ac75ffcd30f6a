"""Starts and observes a console from outside, as at a terminal."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tests.embedded.ports import free_port

T = TypeVar("T")
PROJECT = Path(__file__).resolve().parents[2]
UP = (sys.executable, "-m", "tests.embedded.stand_ins", "up")


class Console:
    """A console started in a home of its own."""

    def __init__(
        self,
        home: Path,
        *,
        port: int | None = None,
        command: Sequence[str] = UP,
        account: int | None = None,
        **variables: str,
    ) -> None:
        self.home = home
        self.port = port or free_port()
        self.lines: list[str] = []
        self._seen: dict[int, str] = {}
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CONSOLE_")}
        self.started = subprocess.Popen(
            command,
            cwd=PROJECT,
            env=environment | {"CONSOLE_HOME": str(home), "CONSOLE_PORT": str(self.port)} | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            **({} if account is None else {"user": account, "group": account, "extra_groups": ()}),
        )
        self._ear = threading.Thread(target=self._listen, daemon=True)
        self._ear.start()

    def _listen(self) -> None:
        assert self.started.stdout
        self.lines.extend(iter(self.started.stdout.readline, ""))

    def wait_for(self, word: str, seconds: float = 30) -> str:
        """The first line with the word."""

        def look() -> str | None:
            ended = self.started.poll() is not None
            found = next((line for line in list(self.lines) if word in line), None)
            assert found or not ended or self._is_listening(), f"it ended without saying {word!r}: {self.lines}"
            return found

        line = until(look, f"{word!r} in {self.lines}", seconds)
        self.processes()
        return line

    def _is_listening(self) -> bool:
        return self._ear.is_alive()

    def end(self, word: signal.Signals = signal.SIGINT, seconds: float = 30) -> int:
        """Sends the signal and waits; returns the exit code."""
        self.started.send_signal(word)
        return self.started.wait(seconds)

    def pid_of(self, name: str) -> int:
        """The pid of a program of this console."""
        return until(lambda: next((pid for pid, words in self.processes().items() if name in words), None), name)

    def processes(self) -> dict[int, str]:
        """Every live process that this console was seen to start, by command line.

        Found by descent and by what any account may read: in a container root may not look into other accounts'
        processes.
        """
        table = _all_processes()
        own = {pid for pid, one in table.items() if self._seen.get(pid) == one.began or str(self.home) in one.words}
        own |= {self.started.pid} & table.keys()
        while more := {pid for pid, one in table.items() if one.parent in own} - own:
            own |= more
        self._seen |= {pid: table[pid].began for pid in own}
        own -= {os.getpid()} if self.started.poll() is None else {os.getpid(), self.started.pid}
        return {pid: table[pid].words for pid in own}


@dataclass(frozen=True)
class _Process:
    parent: int
    began: str
    words: str


def _all_processes() -> dict[int, _Process]:
    """Every live process of the machine except zombies."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if fields[0] not in "ZX":
                found[int(entry.name)] = _Process(int(fields[1]), fields[19], words)
    return found


def until(look: Callable[[], T | None], what: str, seconds: float = 20) -> T:
    """The first truthy result of `look`."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {seconds} s in vain for: {what}")


@contextmanager
def console(home: Path, **more: object) -> Iterator[Console]:
    """A console that is certainly stopped afterwards."""
    started = Console(home, **more)  # type: ignore[arg-type]
    try:
        yield started
    finally:
        if started.started.poll() is None:
            started.end(signal.SIGTERM)
