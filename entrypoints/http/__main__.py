"""``python -m entrypoints.http``: the API and the console on one port."""

import gc
import os
import socket
import sys
from typing import Any

import uvicorn

from entrypoints.http.app import application
from entrypoints.http.middleware.slow_client import PatientForSoLong
from entrypoints.logs import configure_logs
from entrypoints.settings import Settings, read_settings
from entrypoints.wiring import Container

#: Objects made since the last collection, and collections of the young before those of the older.
COLLECTIONS = (5_000, 20, 20)


def create() -> object:
    """The application of this process, from the environment; uvicorn's reloader calls it again."""
    configure_logs("api")
    app = application(Container(settings=read_settings()))
    _look_through_less()
    return app


def _look_through_less() -> None:
    """What is there at the start stays: no collection looks through it again; and one comes after more is made than a
    call makes (docs/performance.md)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)


def serve(settings: Settings, *, app: str = "entrypoints.http.__main__:create", reload: bool = False) -> None:
    """Serves until it is told to stop; requests under way are finished first. ``app`` names what makes it."""
    options: dict[str, Any] = {
        "factory": True,
        "host": settings.host,
        "port": settings.port,
        "loop": "uvloop",
        "http": PatientForSoLong,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "date_header": False,
        "timeout_graceful_shutdown": 5,
        "timeout_keep_alive": 75,
    }
    if settings.api_processes == 1:
        uvicorn.run(app, **options, reload=reload)
        return
    server = uvicorn.Server(uvicorn.Config(app, **options))
    server.run(sockets=[common_port(settings.host, settings.port)])
    if not server.started:
        sys.exit(1)


def common_port(host: str, port: int) -> socket.socket:
    """The port, listened on by several processes: the kernel gives each connection to one of those that live."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listening.bind((host, port))
    return listening


def main() -> None:
    """Serve with the settings of the environment."""
    serve(read_settings(), reload=os.environ.get("MARKAZ_RELOAD") == "1")


if __name__ == "__main__":
    main()
