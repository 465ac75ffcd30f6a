"""The programs of `markaz up`: one table, in the order in which they start."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from entrypoints.embedded.servers.ports import LOOPBACK, is_taken
from entrypoints.setting_values import ONEROSTER
from entrypoints.settings import PROJECT, Settings

_DEV_PORT = 5173


PYTHON_MODULE = (sys.executable, "-m")


@dataclass(frozen=True)
class Program:
    """One of the console's programs: its command line and its time limit to stop."""

    name: str
    # A module with a function ``main()``, and its options; or the arguments of another interpreter.
    arguments: Callable[[Settings], tuple[str, ...]]
    seconds_to_stop: float
    interpreter: tuple[str, ...] = PYTHON_MODULE
    # Exits with 0 when its work is done; any other exit is a fault.
    finite: bool = False
    # Lazy imports of the module, preloaded by the fork server.
    imports: tuple[str, ...] = ()
    directory: Path = PROJECT
    wanted: Callable[[Settings], bool] = lambda _: True
    processes: Callable[[Settings], int] = lambda _: 1

    def command(self, settings: Settings) -> tuple[str, ...]:
        """The whole command line."""
        return (*self.interpreter, *self.arguments(settings))

    def instances(self, settings: Settings) -> tuple["Program", ...]:
        """The configured number of instances: name, name-2, name-3 …

        The first has the program's own name.
        """
        more = (replace(self, name=f"{self.name}-{number}") for number in range(2, self.processes(settings) + 1))
        return (self, *more) if self.wanted(settings) else ()


@dataclass(frozen=True)
class Plan:
    """The console's own programs beside PostgreSQL and NATS."""

    #: Serves the school that synchronisation reads, when no school system is named.
    school: Program
    #: Run to completion, one after the other, before the programs start.
    preparation: tuple[Program, ...]
    #: Started in this order, stopped in the opposite one.
    programs: tuple[Program, ...]
    #: Folders whose Python files are watched: the programs restart when one changes.
    watched: tuple[Path, ...] = ()
    # Import the programs' modules once and fork them; otherwise each is started by exec and imports for itself.
    forks: bool = True

    def modules(self, settings: Settings) -> tuple[str, ...]:
        """The modules that the fork server imports."""
        wanted = [one for one in (*self.preparation, *self.programs, self.school) if one.wanted(settings)]
        forked = [program for program in wanted if program.interpreter == PYTHON_MODULE]
        modules = [module for one in forked for module in (one.arguments(settings)[0], *one.imports)]
        return tuple(dict.fromkeys(modules)) if self.forks else ()


def _module(name: str, *options: str) -> Callable[[Settings], tuple[str, ...]]:
    return lambda _: (name, *options)


def _school(settings: Settings) -> tuple[str, ...]:
    served = ("--students", str(settings.demo), "--seed", "1")
    if settings.school_folder:
        state = settings.home / "school" / "state.json"
        served = ("--folder", str(settings.school_folder), "--state", str(state))
    port = settings.school_url.rpartition(":")[2]
    form = "oneroster" if settings.school_form == ONEROSTER else "school"
    return (f"entrypoints.simulators.{form}", *served, "--port", port)


def _is_demo(settings: Settings) -> bool:
    return settings.is_embedded("school_url") and not settings.school_folder


PLAN = Plan(
    school=Program("school", _school, 3, wanted=lambda settings: settings.is_embedded("school_url")),
    preparation=(Program("migrate", _module("entrypoints.cli", "migrate"), 5, imports=("entrypoints.cli.migrate",)),),
    programs=(
        Program("relay", _module("entrypoints.worker.relay"), 4),
        Program("worker", _module("entrypoints.worker"), 8, processes=lambda settings: settings.workers),
        Program("videos", _module("entrypoints.worker.videos"), 8),
        Program("api", _module("entrypoints.http"), 8, processes=lambda settings: settings.api_processes),
        # what it needs of the system is Linux's; elsewhere the API serves uploads as well
        Program("uploads", _module("entrypoints.http", "uploads"), 8, wanted=lambda _: sys.platform == "linux"),
        Program("demo-history", _module("entrypoints.simulators.day"), 2, wanted=_is_demo, finite=True),
    ),
)


def dev_port() -> int:
    """The port of the web's development server: the usual one, or the next free one."""
    return next((port for port in range(_DEV_PORT, _DEV_PORT + 100) if not is_taken(port)), _DEV_PORT)


def dev_plan(port: int) -> Plan:
    """The plan of `make dev`.

    The web is served from its sources on `port`, and edited Python is reloaded.
    """
    vite = ("node_modules/vite/bin/vite.js", "--host", LOOPBACK, "--port", str(port), "--strictPort")
    web = Program("web", lambda _: vite, 3, interpreter=("node",), directory=PROJECT / "web")
    rings = ("domain", "contracts", "application", "adapters", "entrypoints")
    return replace(PLAN, programs=(*PLAN.programs, web), watched=tuple(PROJECT / ring for ring in rings))
