"""The console with one more job kind and an adjustable clock.

``python -m tests.faults.support.programs up`` starts the same programs in the same way as ``markaz up``.
"""

import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import uvloop
from dependency_injector import providers

from entrypoints.embedded.errors import OperatorError
from entrypoints.embedded.plan import PLAN, Program
from entrypoints.embedded.supervisor import Supervisor
from entrypoints.http.__main__ import serve as serve_api
from entrypoints.http.app import application
from entrypoints.logs import configure_logs
from entrypoints.settings import Settings, read_settings
from entrypoints.wiring import Container
from entrypoints.worker.__main__ import serve as serve_worker
from entrypoints.worker.handlers import job_handlers
from entrypoints.worker.relay import serve as serve_relay
from entrypoints.worker.videos import serve as serve_videos
from tests.faults.support.moving import KIND, NAIVE, moving
from tests.faults.support.steps import SteppedUnitOfWork, count_steps, watch

READY = "the console is ready"
CLOCK = "clock"
# a request with this header is the API's last: all is committed, and no byte of the answer is sent
LAST_REQUEST = "x-last-request"
# with this variable the API is a child that is forked again at once when it dies, without the supervisor's delay
PROMPT = "FAULTS_PROMPT_API"
# so that a school of some hundred students takes several transactions, as one of many thousand does
RECORDS_AT_ONCE = 60


class SetClock:
    """The machine's clock, ahead by the seconds in the file, read at each call."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def now(self) -> datetime:
        try:
            ahead = float(self._path.read_text())
        except (FileNotFoundError, ValueError):
            ahead = 0.0
        return datetime.now(UTC) + timedelta(seconds=ahead)


def a_container(settings: Settings) -> Container:
    """The container of every program, with the test clock and deaths."""
    container = Container(settings=settings)
    clock = SetClock(settings.home / CLOCK)
    container.clock.override(providers.Object(clock))
    container.uow.override(providers.Factory(SteppedUnitOfWork, container.engine, clock, container.audit_cipher))
    return container


def api() -> object:
    """The application factory for uvicorn."""
    configure_logs("api")
    container = a_container(read_settings())
    watch(container.engine())
    return _mortal(application(container))


def _mortal(app: Any) -> Any:
    async def answer(scope: Any, receive: Any, send: Any) -> None:
        async def die(message: Mapping[str, Any]) -> None:
            os.kill(os.getpid(), signal.SIGKILL)

        count_steps(scope.get("headers", ()))
        last = (LAST_REQUEST.encode(), b"1") in scope.get("headers", ())
        await app(scope, receive, die if last else send)

    return answer


def _ours(program: Program) -> Program:
    # no fault needs an upload: that program is production's
    if program.name == "uploads":
        return program
    return replace(program, arguments=lambda _: (__spec__.name, program.name))


def main() -> None:
    """Runs the console, or one of its programs."""
    settings, role = read_settings(), sys.argv[1]
    if role == "up":
        say = partial(print, flush=True)
        try:
            plan = replace(PLAN, programs=tuple(map(_ours, PLAN.programs)))
            Supervisor(settings, say, plan).run(lambda _: say(READY))
        except OperatorError as refused:
            print(refused, file=sys.stderr, flush=True)
            sys.exit(1)
    elif role == "api":
        if os.environ.get(PROMPT):
            _be_the_child_that_lives()
        serve_api(settings, app=f"{__spec__.name}:api")
    else:
        configure_logs(role)
        uvloop.run(_serve(role, a_container(settings)))


def _be_the_child_that_lives() -> None:
    """Forks, and again whenever the child was killed; returns in the child."""
    while child := os.fork():
        signal.signal(signal.SIGTERM, lambda *_, child=child: os.kill(child, signal.SIGTERM))
        status = os.waitpid(child, 0)[1]
        if not os.WIFSIGNALED(status):
            sys.exit(os.waitstatus_to_exitcode(status))
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


async def _serve(role: str, container: Container) -> None:
    if role == "relay":
        await serve_relay(container)
        return
    if role == "videos":
        await serve_videos(container)
        return
    import application.sync.feeds

    application.sync.feeds.BATCH = RECORDS_AT_ONCE
    ours = {KIND: moving(container), NAIVE: moving(container, guarded=False)}
    await serve_worker(container, job_handlers(container) | ours)


if __name__ == "__main__":
    main()
