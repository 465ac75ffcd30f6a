"""`markaz up`: starts everything in order, looks after it, and stops everything in the opposite order."""

import http.client
import os
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from urllib.parse import urlsplit

from entrypoints.embedded import children, logs
from entrypoints.embedded.children import Child
from entrypoints.embedded.claim import claim
from entrypoints.embedded.fork_server import ForkServer, become_subreaper, reap_orphans
from entrypoints.embedded.nats import Nats
from entrypoints.embedded.plan import PLAN, PYTHON_MODULE, Plan, Program
from entrypoints.embedded.ports import LOOPBACK, listens, settle_port
from entrypoints.embedded.postgres import Postgres
from entrypoints.embedded.refusal import Refusal
from entrypoints.embedded.service import Service
from entrypoints.embedded.signals import Bell, Stopping
from entrypoints.embedded.watch import Watch
from entrypoints.settings import PROJECT, Settings

FIGURES = "run/figures"
FORK_SERVER = "fork-server"
_PATIENCE = 180.0  # seconds until a program is ready, on a slow disk after a crash
_HOPELESS = 3  # deaths before the first readiness after which the start is given up
_GLANCE, _EDIT, _ROUND = 0.02, 0.7, 30.0  # seconds between looks


class Supervisor:
    """Runs the console on one home until told to stop. Raises Refusal when it can't start."""

    def __init__(self, settings: Settings, say: Callable[[str], None], plan: Plan = PLAN) -> None:
        self._settings = settings
        self._plan = plan
        self._say = say
        self._logs = settings.home / "logs"
        self._services: list[Service] = []
        self._preparing: Service | None = None
        self._fork_server: ForkServer | None = None

    def run(self, ready: Callable[[Settings], None]) -> None:
        """Start all, call `ready` with the settings that the programs got, stay until a signal, stop all."""
        with ExitStack() as undo:
            self._lease = claim(self._settings, undo)
            self._bell = Bell()
            try:
                self._start(undo)
                ready(self._settings)
                self._stay()
            except Stopping:
                self._say("Stopping …")
            finally:
                for service in reversed(self._services):
                    service.stop()

    def _start(self, undo: ExitStack) -> None:
        shutil.rmtree(self._settings.home / FIGURES, ignore_errors=True)
        self._start_fork_server()
        self._start_servers(undo)
        if self._fork_server:
            self._until(partial(_is_ready, self._fork_server, self._services[0]), FORK_SERVER)
        if self._plan.school.wanted(self._settings):
            self._start_school()
        for program in self._plan.preparation:
            self._run_once(program)
        for program in self._plan.programs:
            for one in program.instances(self._settings):
                self._start_program(one)
        self._until(self._answers, "the console")

    def _stay(self) -> None:
        """Look after everything until told to stop."""
        watch = Watch(self._plan.watched)
        longest = _EDIT if self._plan.watched else _ROUND
        while True:
            logs.bound(self._logs)
            self._bell.wait(min([longest, *(service.due_in for service in self._services)]))
            self._look_after(self._say)
            if watch.has_changed():
                self._say("Reloading …")
                self._reload()

    def _reload(self) -> None:
        """Restart the Python programs, and before them the process that they are forked from."""
        ours = (program for program in self._plan.programs if program.directory == PROJECT)
        names = {one.name for program in ours for one in program.instances(self._settings)} | {FORK_SERVER}
        for service in reversed([service for service in self._services if service.name in names]):
            service.stop()
        for service in self._services:
            if service.name in names:
                service.start()

    def _start_fork_server(self) -> None:
        """It imports while the servers start; without it each program is started by exec."""
        modules = self._plan.modules(self._settings)
        if not modules or not become_subreaper():
            return
        self._fork_server = ForkServer(modules, logs.log_file(self._logs, FORK_SERVER))
        begin = partial(self._fork_server.start, environment=self._environment(), directory=PROJECT)
        self._add(FORK_SERVER, lambda: begin(os.dup(self._lease)), self._fork_server.stop)

    def _start_servers(self, undo: ExitStack) -> None:
        home = self._settings.home
        started: list[tuple[Postgres | Nats, Service]] = []
        if self._settings.is_embedded("database_url"):
            postgres = Postgres(home / "postgres", logs.log_file(self._logs, "postgres"))
            postgres.open()
            undo.callback(postgres.leave)
            started.append((postgres, self._add("postgres", postgres.start, postgres.stop)))
        if self._settings.is_embedded("nats_url"):
            nats = Nats(home / "nats", logs.log_file(self._logs, "nats"))
            nats.open()
            undo.callback(nats.leave)
            started.append((nats, self._add("nats", nats.start, nats.stop)))
            self._settings = replace(self._settings, nats_url=nats.url)
        for server, service in started:
            self._until(partial(_is_ready, server, service), service.name)
            if isinstance(server, Postgres):
                server.make_database()

    def _start_school(self) -> None:
        directory = self._settings.home / "school"
        directory.mkdir(mode=0o700, exist_ok=True)
        port = settle_port(directory / "port")
        self._settings = replace(self._settings, school_url=f"http://{LOOPBACK}:{port}")
        self._start_program(self._plan.school)
        self._until(partial(listens, port), "school")

    def _start_program(self, program: Program) -> None:
        stop = partial(_ask_to_stop, program.seconds_to_stop)
        self._add(program.name, partial(self._spawn, program), stop, finite=program.finite)

    def _add(
        self, name: str, begin: Callable[[], Child], end: Callable[[Child], object], *, finite: bool = False
    ) -> Service:
        service = Service(name, begin, end, logs.log_file(self._logs, name), finite)
        self._services.append(service)
        service.start()
        return service

    def _spawn(self, program: Program) -> Child:
        command, log = program.command(self._settings), logs.log_file(self._logs, program.name)
        environment, directory = self._environment(), program.directory
        if self._fork_server and program.interpreter == PYTHON_MODULE:
            return self._fork_server.fork(command, log=log, environment=environment, directory=directory)
        lease = os.dup(self._lease)
        return children.spawn(command, log=log, lease=lease, environment=environment, directory=directory)

    def _environment(self) -> dict[str, str]:
        """The variables of the console's own programs."""
        return (
            children.without_postgres_variables(os.environ)
            | self._settings.environment()
            | {"PYTHONUNBUFFERED": "1", "CONSOLE_API": self._settings.address}
            | _common_figures(self._settings)
        )

    def _run_once(self, program: Program) -> None:
        """Run a program to completion; Refusal if it fails."""
        service = Service(program.name, partial(self._spawn, program), partial(_ask_to_stop, 5), self._logs)
        log = logs.log_file(self._logs, program.name)
        self._preparing = service
        service.start()
        try:
            self._until(lambda: service.code is not None, program.name)
        finally:
            code = service.code
            service.stop()
            self._preparing = None
        if code:
            raise Refusal(
                f"`markaz {program.name}` failed: {logs.last_words(log).removeprefix('markaz: ')} (log: {log})"
            )

    def _until(self, question: Callable[[], bool], name: str) -> None:
        """Wait for a yes, looking after what runs already."""
        deadline = time.monotonic() + _PATIENCE
        while not question():
            self._bell.wait(_GLANCE)
            self._look_after(_quietly)
            for service in self._services:
                if service.deaths >= _HOPELESS:
                    raise Refusal(f"{service.name} keeps ending: {logs.last_words(service.log)} (log: {service.log})")
            if time.monotonic() > deadline:
                raise Refusal(f"{name} is not ready after {_PATIENCE:.0f} s: see the logs in {self._logs}")

    def _look_after(self, say: Callable[[str], None]) -> None:
        for service in self._services:
            service.look_after(say)
        if self._fork_server:
            known = (*self._services, self._preparing) if self._preparing else self._services
            reap_orphans({service.child.pid for service in known if service.child})

    def _answers(self) -> bool:
        where = urlsplit(self._settings.address)
        connection = http.client.HTTPConnection(str(where.hostname), where.port, timeout=2)
        try:
            connection.request("GET", "/api/health")
            return connection.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def _common_figures(settings: Settings) -> dict[str, str]:
    """Where several API processes count together, so that /metrics is about all of them whichever answers."""
    if settings.api_processes == 1:
        return {}
    (settings.home / FIGURES).mkdir(mode=0o700, parents=True, exist_ok=True)
    return {"PROMETHEUS_MULTIPROC_DIR": str(settings.home / FIGURES)}


def _is_ready(server: Postgres | Nats | ForkServer, service: Service) -> bool:
    return service.child is not None and server.is_ready(service.child)


def _ask_to_stop(patience: float, child: Child) -> None:
    children.stop(child, (signal.SIGTERM, patience))


def _quietly(_: str) -> None:
    """While starting, a death is said only if it keeps the console from starting."""
