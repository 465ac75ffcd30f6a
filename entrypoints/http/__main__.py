"""``python -m entrypoints.http``: the API and the console on one port.

With the argument ``uploads``: the process that serves uploads of that port (``entrypoints/http/handover``).
"""

import gc
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import uvicorn

from adapters.process_priority import lower_priority
from entrypoints.http.app import application
from entrypoints.http.handover.ends import ApiEnd, UploadsEnd, wait_until_needed
from entrypoints.http.handover.server import HandoverServer
from entrypoints.http.middleware.slow_client import TimeoutProtocol
from entrypoints.logs import configure_logs
from entrypoints.settings import Settings, read_settings
from entrypoints.wiring import Container

# Objects created since the last collection, and collections of the young generation before those of the older ones.
COLLECTIONS = (5_000, 20, 20)
# uploads take what other calls leave of the processor
NICENESS = 10
UPLOADS = "uploads"
OPTIONS: dict[str, Any] = {
    "factory": True,
    "loop": "uvloop",
    "access_log": False,
    "log_config": None,
    "server_header": False,
    "date_header": False,
    # uvicorn would believe them of loopback; see middleware/client_address
    "proxy_headers": False,
    "timeout_graceful_shutdown": 5,
    "timeout_keep_alive": 75,
}


def create() -> object:
    """The application of an API process, configured by the environment.

    uvicorn's reloader calls it again.
    """
    return _created("api")


def create_for_uploads() -> object:
    """The same application in the uploads process.

    Its priority is lowered last: on a busy machine it would be starting for a minute.
    """
    app = _created(UPLOADS)
    lower_priority(NICENESS)
    return app


def _created(process: str) -> object:
    configure_logs(process)
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
    place: dict[str, Any] = {"host": settings.host, "port": settings.port}
    if reload:
        uvicorn.run(app, **OPTIONS, **place, http=TimeoutProtocol, reload=True)
        return
    sockets = [common_port(settings.host, settings.port)] if settings.api_processes > 1 else None
    server = HandoverServer(app, ApiEnd(meeting_place(settings)), **OPTIONS, **place)
    with suppress(KeyboardInterrupt):
        server.run(sockets)
    if not server.started:
        sys.exit(1)


def uploads_server(settings: Settings) -> HandoverServer:
    """The server of the uploads process, which listens on no port."""
    app = "entrypoints.http.__main__:create_for_uploads"
    return HandoverServer(app, UploadsEnd(meeting_place(settings)), **OPTIONS)


def meeting_place(settings: Settings) -> Path:
    """The directory in which API and uploads process find each other."""
    return settings.home / "run"


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
    if sys.argv[1:] == [UPLOADS]:
        settings = read_settings()
        wait_until_needed(meeting_place(settings))
        uploads_server(settings).run([])
        return
    serve(read_settings(), reload=os.environ.get("MARKAZ_RELOAD") == "1")


if __name__ == "__main__":
    main()
