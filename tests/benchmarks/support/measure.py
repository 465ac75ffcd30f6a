"""Measurement: plain-socket requests, processor time, A-B-A-B rounds."""

import asyncio
import os
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
ROUNDS = 3
UNSTEADY = 0.15


def cpu_of(*pids: int) -> float:
    """Processor seconds of these processes and their ended children."""
    total = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended: its parent has its time
        total += sum(int(field) for field in fields[11:15])
    return total / TICK


def family(pid: int) -> list[int]:
    """A process and all its descendants."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            parents.setdefault(parent, []).append(int(entry.name))
    found = [pid]
    for one in found:
        found.extend(parents.get(one, []))
    return found


def peak_memory(pid: int) -> float:
    """The peak memory of a process, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


@dataclass(frozen=True)
class Server:
    """A server to measure: port, request headers, and its processes."""

    port: int
    pids: tuple[int, ...]
    headers: str = ""


@dataclass
class Round:
    """One round: each answer's time, processor time of server and PostgreSQL."""

    times: list[float]
    seconds: float
    server_cpu: float
    database_cpu: float

    def p(self, percent: float) -> float:
        """A percentile in milliseconds."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]

    def figures(self) -> dict[str, float]:
        """The reported figures; times in milliseconds a request."""
        count = len(self.times)
        return {
            "perSecond": round(count / self.seconds, 1),
            "p50": round(self.p(50), 2),
            "p99": round(self.p(99), 2),
            "cpu": round(1000 * self.server_cpu / count, 3),
            "databaseCpu": round(1000 * self.database_cpu / count, 3),
        }


async def ask(server: Server, paths: Iterator[str], seconds: float, at_once: int, database: int) -> Round:
    """Sends requests for that long on that many connections; only 200 is accepted."""
    times: list[float] = []
    before, database_before, began = cpu_of(*server.pids), cpu_of(*family(database)), time.perf_counter()
    until = began + seconds

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        while (sent := time.perf_counter()) < until:
            writer.write(f"GET {next(paths)} HTTP/1.1\r\nHost: bench\r\n{server.headers}\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200"), head
            length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
            await reader.readexactly(length)
            times.append(time.perf_counter() - sent)
        writer.close()

    await asyncio.gather(*(one() for _ in range(at_once)))
    took = time.perf_counter() - began
    return Round(times, took, cpu_of(*server.pids) - before, cpu_of(*family(database)) - database_before)


@dataclass
class Compared:
    """The middle rounds of ours and the peer's, and the spread of our own rounds."""

    ours: Round
    peers: Round
    spread: float

    @property
    def ratio_cpu(self) -> float:
        """Ours / the peer's processor time of a request, server and database together."""
        own, peer = (one.server_cpu + one.database_cpu for one in (self.ours, self.peers))
        return round(own / len(self.ours.times) / (peer / len(self.peers.times)), 2)

    @property
    def ratio_p99(self) -> float:
        """Ours / the peer's."""
        return round(self.ours.p(99) / self.peers.p(99), 2)

    def line(self) -> dict[str, object]:
        """One line of results: both, and the ratios ours / peer of time and CPU."""
        ours, peers = self.ours.figures(), self.peers.figures()
        return {
            "ours": ours,
            "peer": peers,
            "ratioCpu": self.ratio_cpu,
            "ratioP50": round(ours["p50"] / peers["p50"], 2),
            "ratioP99": self.ratio_p99,
            "steady": self.spread <= UNSTEADY,
        }


async def compare(ours: Callable[[], Awaitable[Round]], peer: Callable[[], Awaitable[Round]]) -> Compared:
    """A-B-A-B: three rounds of each in turn after a warm-up; the middle ones count."""
    await ours()
    await peer()
    own_rounds, peer_rounds = [], []
    for _ in range(ROUNDS):
        own_rounds.append(await ours())
        peer_rounds.append(await peer())
    costs = [one.server_cpu / len(one.times) for one in own_rounds]
    return Compared(middle(own_rounds), middle(peer_rounds), max(costs) / min(costs) - 1)


def middle(rounds: list[Round]) -> Round:
    """The round of the median processor time."""
    return sorted(rounds, key=lambda one: (one.server_cpu + one.database_cpu) / len(one.times))[len(rounds) // 2]


def median(values: list[float]) -> float:
    """The median."""
    return statistics.median(values)


def verdict(target: str, **met: bool) -> dict[str, object]:
    """The verdict of a line: the targets, the missed ones, and overall success."""
    missed = [name for name, is_met in met.items() if not is_met]
    return {"target": target, "missed": missed, "ok": not missed}
