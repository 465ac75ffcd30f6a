"""How something is measured: requests over plain sockets, the processors' time of whoever works, A-B-A-B rounds."""

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
    """Seconds of processor time that these processes have taken, with their children that ended."""
    total = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended: its parent has its time
        total += sum(int(field) for field in fields[11:15])
    return total / TICK


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
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
    """The most memory that a process has held, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


@dataclass(frozen=True)
class Server:
    """Whom to ask: a port here, the headers of each request, and the processes that answer."""

    port: int
    pids: tuple[int, ...]
    headers: str = ""


@dataclass
class Round:
    """One round: each answer's time, and the processor time of the server and of PostgreSQL."""

    times: list[float]
    seconds: float
    server_cpu: float
    database_cpu: float

    def p(self, percent: float) -> float:
        """A percentile in milliseconds."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]

    def figures(self) -> dict[str, float]:
        """What is told of it; times and processor times in milliseconds a request."""
        count = len(self.times)
        return {
            "perSecond": round(count / self.seconds, 1),
            "p50": round(self.p(50), 2),
            "p99": round(self.p(99), 2),
            "cpu": round(1000 * self.server_cpu / count, 3),
            "databaseCpu": round(1000 * self.database_cpu / count, 3),
        }


async def ask(server: Server, paths: Iterator[str], seconds: float, at_once: int, database: int) -> Round:
    """Ask for so long with so many connections; any answer but 200 is a failure of the benchmark."""
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
    """Ours and the peer's middle rounds of one run, and how far our own rounds lie apart."""

    ours: Round
    peers: Round
    spread: float

    @property
    def ratio_cpu(self) -> float:
        """Ours / the peer's processor time of a request, server and database together."""
        mine, its = (one.server_cpu + one.database_cpu for one in (self.ours, self.peers))
        return round(mine / len(self.ours.times) / (its / len(self.peers.times)), 2)

    @property
    def ratio_p99(self) -> float:
        """Ours / the peer's."""
        return round(self.ours.p(99) / self.peers.p(99), 2)

    def line(self) -> dict[str, object]:
        """One line of results: both, and the ratios ours / peer of time and of processor time."""
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
    """A-B-A-B: three rounds of each in turn after one of each to warm up; the middle ones count."""
    await ours()
    await peer()
    mine, its = [], []
    for _ in range(ROUNDS):
        mine.append(await ours())
        its.append(await peer())
    costs = [one.server_cpu / len(one.times) for one in mine]
    return Compared(middle(mine), middle(its), max(costs) / min(costs) - 1)


def middle(rounds: list[Round]) -> Round:
    """The round of the middle processor time."""
    return sorted(rounds, key=lambda one: (one.server_cpu + one.database_cpu) / len(one.times))[len(rounds) // 2]


def median(values: list[float]) -> float:
    """The middle one."""
    return statistics.median(values)


def verdict(target: str, **met: bool) -> dict[str, object]:
    """What a line of results ends with: what is asked for, what of it was missed, and whether all is well."""
    missed = [name for name, is_met in met.items() if not is_met]
    return {"target": target, "missed": missed, "ok": not missed}
