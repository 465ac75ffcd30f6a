"""``python -m entrypoints.http``: the API and the console on one port."""

import gc
import os
import socket
import sys
from typing import Any

import uvicorn

from entrypoints.http.app import application
from entrypoints.http.middleware.slow_client import TimeoutProtocol
from entrypoints.logs import configure_logs
from entrypoints.settings import Settings, read_settings
from entrypoints.wiring import Container

# Objects created since the last collection, and collections of the young generation before those of the older ones.
COLLECTIONS = (5_000, 20, 20)


def create() -> object:
    """The application of this process, configured by the environment.

    uvicorn's reloader calls it again.
    """
    configure_logs("api")
    app = application(Container(settings=read_settings()))
    _reduce_gc_scans()
    return app


def _reduce_gc_scans() -> None:
    """Tunes the garbage collector (docs/performance.md).

    Objects that exist at the start are frozen, and the threshold is above the number of objects that a request
    creates.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)


def serve(settings: Settings, *, app: str = "entrypoints.http.__main__:create", reload: bool = False) -> None:
    """Serves until stopped, then finishes the requests in progress.

    ``app`` names the factory of the application.
    """
    options: dict[str, Any] = {
        "factory": True,
        "host": settings.host,
        "port": settings.port,
        "loop": "uvloop",
        "http": TimeoutProtocol,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "date_header": False,
        # uvicorn would believe them of loopback; see middleware/client_address
        "proxy_headers": False,
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
    """A listening socket shared by several processes.

    The kernel distributes the connections among the living ones.
    """
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listening.bind((host, port))
    return listening


def main() -> None:
    """Serves with the settings of the environment."""
    serve(read_settings(), reload=os.environ.get("MARKAZ_RELOAD") == "1")


if __name__ == "__main__":
    main()
