"""`markaz up`: starts everything in order, supervises it, stops it in reverse."""

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
from entrypoints.embedded.errors import OperatorError
from entrypoints.embedded.file_watcher import FileWatcher
from entrypoints.embedded.fork_server import ForkServer, become_subreaper, reap_orphans
from entrypoints.embedded.instance_lock import lock_instance
from entrypoints.embedded.plan import PLAN, PYTHON_MODULE, Plan, Program
from entrypoints.embedded.servers.nats import Nats
from entrypoints.embedded.servers.ports import listens, reserve_port
from entrypoints.embedded.servers.postgres import Postgres
from entrypoints.embedded.service import Service
from entrypoints.embedded.signals import SignalListener, StopRequested
from entrypoints.settings import PROJECT, Settings

METRICS = "run/figures"
FORK_SERVER = "fork-server"
_READY_TIMEOUT = 180.0  # seconds until a program is ready, on a slow disk after a crash
_MAX_FAILURES = 3  # of one program before the console is ready; then the start is given up
_READY_POLL, _EDIT_POLL, _CHECK = 0.02, 0.7, 30.0  # seconds


class Supervisor:
    """Runs the console on one home until it is stopped.

    Raises OperatorError when it can't start.
    """

    def __init__(self, settings: Settings, report: Callable[[str], None], plan: Plan = PLAN) -> None:
        self._settings = settings
        self._plan = plan
        self._report = report
        self._logs = settings.home / "logs"
        self._services: list[Service] = []
        self._preparing: Service | None = None
        self._fork_server: ForkServer | None = None

    def run(self, ready: Callable[[Settings], None]) -> None:
        """Start all, call `ready`, supervise until a signal, stop all.

        `ready` receives the settings that the programs got.
        """
        with ExitStack() as undo:
            self._lease = lock_instance(self._settings, undo)
            self._signals = SignalListener()
            try:
                self._start(undo)
                ready(self._settings)
                self._supervise_until_stopped()
            except StopRequested:
                self._report("Stopping …")
            finally:
                for service in reversed(self._services):
                    service.stop()

    def _start(self, undo: ExitStack) -> None:
        shutil.rmtree(self._settings.home / METRICS, ignore_errors=True)
        self._start_fork_server()
        self._start_servers(undo)
        if self._fork_server:
            self._wait_for(partial(_is_ready, self._fork_server, self._services[0]), FORK_SERVER)
        if self._plan.school.wanted(self._settings):
            self._start_school()
        for program in self._plan.preparation:
            self._run_once(program)
        for program in self._plan.programs:
            for one in program.instances(self._settings):
                self._start_program(one)
        self._wait_for(self._is_healthy, "the console")

    def _supervise_until_stopped(self) -> None:
        """Supervise everything until told to stop."""
        watch = FileWatcher(self._plan.watched)
        longest = _EDIT_POLL if self._plan.watched else _CHECK
        while True:
            logs.rotate(self._logs)
            self._signals.wait(min([longest, *(service.due_in for service in self._services)]))
            self._supervise(self._report)
            if watch.has_changed():
                self._report("Reloading …")
                self._reload()

    def _reload(self) -> None:
        """Restart the Python programs, after the process that they are forked from."""
        ours = (program for program in self._plan.programs if program.directory == PROJECT)
        names = {one.name for program in ours for one in program.instances(self._settings)} | {FORK_SERVER}
        for service in reversed([service for service in self._services if service.name in names]):
            service.stop()
        for service in self._services:
            if service.name in names:
                service.start()

    def _start_fork_server(self) -> None:
        """Start the imports, which continue while the servers start.

        Without the fork server each program is started by exec.
        """
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
            postgres.acquire()
            undo.callback(postgres.release)
            started.append((postgres, self._add("postgres", postgres.start, postgres.stop)))
        if self._settings.is_embedded("nats_url"):
            nats = Nats(home / "nats", logs.log_file(self._logs, "nats"))
            nats.acquire()
            undo.callback(nats.release)
            started.append((nats, self._add("nats", nats.start, nats.stop)))
            self._settings = replace(self._settings, nats_url=nats.url)
        for server, service in started:
            self._wait_for(partial(_is_ready, server, service), service.name)
            if isinstance(server, Postgres):
                server.make_database()

    def _start_school(self) -> None:
        directory = self._settings.home / "school"
        directory.mkdir(mode=0o700, exist_ok=True)
        port = reserve_port(directory / "port")
        self._settings = self._settings.with_school_at(port)
        self._start_program(self._plan.school)
        self._wait_for(partial(listens, port), "school")

    def _start_program(self, program: Program) -> None:
        stop = partial(_stop, program.seconds_to_stop)
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
            | _shared_metrics(self._settings)
        )

    def _run_once(self, program: Program) -> None:
        """Run a program to completion; OperatorError if it fails."""
        service = Service(program.name, partial(self._spawn, program), partial(_stop, 5), self._logs)
        log = logs.log_file(self._logs, program.name)
        self._preparing = service
        service.start()
        try:
            self._wait_for(lambda: service.code is not None, program.name)
        finally:
            code = service.code
            service.stop()
            self._preparing = None
        if code:
            raise OperatorError(
                f"`markaz {program.name}` failed: {service.last_error.removeprefix('markaz: ')} (log: {log})"
            )

    def _wait_for(self, condition: Callable[[], bool], name: str) -> None:
        """Wait until the condition holds, supervising what runs already."""
        deadline = time.monotonic() + _READY_TIMEOUT
        while not condition():
            self._signals.wait(_READY_POLL)
            self._supervise(_ignore)
            for service in self._services:
                if service.failures >= _MAX_FAILURES:
                    raise OperatorError(f"{service.name} keeps ending: {service.last_error} (log: {service.log})")
            if time.monotonic() > deadline:
                raise OperatorError(f"{name} is not ready after {_READY_TIMEOUT:.0f} s: see the logs in {self._logs}")

    def _supervise(self, report: Callable[[str], None]) -> None:
        for service in self._services:
            service.supervise(report)
        if self._fork_server:
            known = (*self._services, self._preparing) if self._preparing else self._services
            reap_orphans({service.child.pid for service in known if service.child})

    def _is_healthy(self) -> bool:
        where = urlsplit(self._settings.address)
        connection = http.client.HTTPConnection(str(where.hostname), where.port, timeout=2)
        try:
            connection.request("GET", "/api/health")
            return connection.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def _shared_metrics(settings: Settings) -> dict[str, str]:
    """The folder by which /metrics covers all API and uploads processes."""
    (settings.home / METRICS).mkdir(mode=0o700, parents=True, exist_ok=True)
    return {"PROMETHEUS_MULTIPROC_DIR": str(settings.home / METRICS)}


def _is_ready(server: Postgres | Nats | ForkServer, service: Service) -> bool:
    return service.child is not None and server.is_ready(service.child)


def _stop(timeout: float, child: Child) -> None:
    children.stop(child, (signal.SIGTERM, timeout))


def _ignore(_: str) -> None:
    """While starting, a failure is reported only if it prevents the start."""
