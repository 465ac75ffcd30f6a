"""What `markaz up` runs: one table of the console's programs, in the order in which they start."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from entrypoints.embedded.ports import LOOPBACK, is_taken
from entrypoints.setting_values import ONEROSTER
from entrypoints.settings import PROJECT, Settings

_DEV_PORT = 5173


@dataclass(frozen=True)
class Program:
    """One of our own programs: its command line, and the seconds that it may take to stop."""

    name: str
    command: Callable[[Settings], tuple[str, ...]]
    seconds_to_stop: float
    directory: Path = PROJECT
    wanted: Callable[[Settings], bool] = lambda _: True
    processes: Callable[[Settings], int] = lambda _: 1

    def beside_each_other(self, settings: Settings) -> tuple["Program", ...]:
        """As many of it as the settings want: the first under its own name, then name-2, name-3 …"""
        more = (replace(self, name=f"{self.name}-{number}") for number in range(2, self.processes(settings) + 1))
        return (self, *more) if self.wanted(settings) else ()


@dataclass(frozen=True)
class Plan:
    """Everything of ours that runs beside PostgreSQL and NATS."""

    #: Serves the school that synchronisation reads, when no school system is named.
    school: Program
    #: Run to their end, one after the other, before the programs start.
    preparation: tuple[Program, ...]
    #: Started in this order, stopped in the opposite one.
    programs: tuple[Program, ...]
    #: Folders whose Python files are watched: the programs start again when one changes.
    watched: tuple[Path, ...] = ()


def _module(name: str, *options: str) -> Callable[[Settings], tuple[str, ...]]:
    return lambda _: (sys.executable, "-m", name, *options)


def _school(settings: Settings) -> tuple[str, ...]:
    served = ("--students", str(settings.demo), "--seed", "1")
    if settings.school_folder:
        state = settings.home / "school" / "state.json"
        served = ("--folder", str(settings.school_folder), "--state", str(state))
    port = settings.school_url.rpartition(":")[2]
    form = "oneroster" if settings.school_form == ONEROSTER else "school"
    return (sys.executable, "-m", f"entrypoints.simulators.{form}", *served, "--port", port)


PLAN = Plan(
    school=Program("school", _school, 3, wanted=lambda settings: settings.is_embedded("school_url")),
    preparation=(Program("migrate", _module("entrypoints.cli", "migrate"), 5),),
    programs=(
        Program("relay", _module("entrypoints.worker.relay"), 4),
        Program("worker", _module("entrypoints.worker"), 8, processes=lambda settings: settings.workers),
        Program("api", _module("entrypoints.http"), 8, processes=lambda settings: settings.api_processes),
    ),
)


def dev_port() -> int:
    """Where the web's development server can be met: its usual port, or the next free one."""
    return next((port for port in range(_DEV_PORT, _DEV_PORT + 100) if not is_taken(port)), _DEV_PORT)


def dev_plan(port: int) -> Plan:
    """The plan of `make dev`: the web is served from its sources on `port`, and edited Python starts again."""
    vite = ("node", "node_modules/vite/bin/vite.js", "--host", LOOPBACK, "--port", str(port), "--strictPort")
    web = Program("web", lambda _: vite, 3, PROJECT / "web")
    rings = ("domain", "contracts", "application", "adapters", "entrypoints")
    return replace(PLAN, programs=(*PLAN.programs, web), watched=tuple(PROJECT / ring for ring in rings))
