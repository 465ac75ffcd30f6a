"""Request logs, request metrics, and the /metrics endpoint."""

import logging
import os
import time
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from adapters.postgres.core.health import Health
from entrypoints.http.middleware.client_address import FORWARDED_FOR

log = logging.getLogger("markaz.request")
PATH = "/metrics"
SLOW_SECONDS = 1.0

registry = CollectorRegistry()
REQUESTS = Histogram(
    "markaz_request_seconds",
    "How long requests took, by route template and status.",
    ("method", "route", "status"),
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 60),
    registry=registry,
)


def _gauge(name: str, about: str) -> Gauge:
    """A gauge with the value of the last scrape, of whichever process."""
    return Gauge(name, about, registry=registry, multiprocess_mode="mostrecent")


GAUGES = {
    "outbox_waiting": _gauge("markaz_outbox_waiting", "Committed messages not yet published."),
    "outbox_age": _gauge("markaz_outbox_age_seconds", "Age of the oldest message not yet published."),
    "jobs_waiting": _gauge("markaz_jobs_waiting", "Jobs that wait or run."),
    "jobs_failed": _gauge("markaz_jobs_failed", "Jobs that rest as failed."),
    "sync_age": _gauge("markaz_sync_age_seconds", "Since the last good synchronisation; -1: never."),
    "audit_unsealed": _gauge("markaz_audit_unsealed", "Audit records that no seal covers yet."),
    "homework_differences": _gauge(
        "markaz_homework_differences", "Counters of homework that the newest nightly recount corrected."
    ),
    "pool_busy": _gauge("markaz_pool_busy", "Connections of the writing pool in use."),
}


LIVE_STREAMS = Gauge("markaz_live_streams", "Open live streams.", registry=registry, multiprocess_mode="livesum")
EVENT_STREAM = b"text/event-stream"


def with_metrics(app: ASGIApp, health: Callable[[], Awaitable[Health]]) -> ASGIApp:
    """Measures every request of ``app``; serves /metrics to this machine only."""

    async def measure(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        if scope["path"] == PATH:
            await _metrics(scope, send, health)
            return
        began, status, seconds = time.perf_counter(), 500, 0.0

        async def send_measured(message: Message) -> None:
            nonlocal status, seconds
            if message["type"] == "http.response.start":
                status = message["status"]
                if _is_event_stream(message):
                    # it lasts for minutes; its beginning is what a caller waits for
                    seconds = time.perf_counter() - began
            await send(message)

        try:
            await app(scope, receive, send_measured)
        finally:
            _note(scope, status, seconds or time.perf_counter() - began)

    return measure


def _is_event_stream(message: Message) -> bool:
    headers: Any = message.get("headers", ())
    return any(name.lower() == b"content-type" and value.startswith(EVENT_STREAM) for name, value in headers)


def _note(scope: HTTPScope, status: int, seconds: float) -> None:
    route = str(scope.get("path_template") or ("console" if not scope["path"].startswith("/api") else "unknown"))
    REQUESTS.labels(scope["method"], route, status).observe(seconds)
    if route != "console":
        level = logging.WARNING if status >= 500 or seconds > SLOW_SECONDS else logging.INFO
        facts = {"method": scope["method"], "route": route, "status": status, "milliseconds": round(seconds * 1000, 1)}
        log.log(level, "%s %s", scope["method"], route, extra={"facts": facts})


async def _metrics(scope: HTTPScope, send: Send, health: Callable[[], Awaitable[Health]]) -> None:
    body, status = b"", 404
    if _is_here(scope):
        for name, value in vars(await health()).items():
            GAUGES[name].set(value)
        body, status = generate_latest(_counted()), 200
    headers = [(b"content-type", b"text/plain; version=0.0.4; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _counted() -> CollectorRegistry:
    """The figures of this process, or of all processes that share the port.

    Those of several processes count since the start of the console.
    """
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return registry
    _forget_ended()
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together


def _forget_ended() -> None:
    """Removes what processes that have ended say of themselves now."""
    for file in Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).glob("gauge_live*.db"):
        pid = int(file.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]


def _is_here(scope: HTTPScope) -> bool:
    """True for a request of this machine that no proxy forwards, named or not."""
    client = scope.get("client")
    if client is None or any(name == FORWARDED_FOR for name, _ in scope["headers"]):
        return False
    try:
        return ip_address(client[0]).is_loopback
    except ValueError:
        return False
