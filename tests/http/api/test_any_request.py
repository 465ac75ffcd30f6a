"""Random requests get responses that conform to the description.

ASVS-58, ASVS-59: Schemathesis draws valid and invalid requests from contracts/openapi.json, for the superadmin and for
a user of one branch.
"""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
import uvicorn
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from entrypoints.http.export import CONTRACTS, api
from entrypoints.http.openapi import described
from tests.support.builders import Account, a_branch, a_class_of, a_superadmin, an_admin_of
from tests.support.console import Console, a_console

EXAMPLES = 12
SECONDS = 30
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# they would end the caller's session or start work repeatedly; a stream needs the broker: tests/http/live
EXCLUDED = ("signOut", "endOwnSession", "changeOwnPassword", "openLiveStream")
# a process of its own serves them, which this console has not: tests/http/videos
OF_UPLOADS = "/api/uploads"


def _tested_schema() -> dict[str, Any]:
    schema = described(api())
    schema["paths"] = {path: verbs for path, verbs in schema["paths"].items() if not path.startswith(OF_UPLOADS)}
    for verbs in schema["paths"].values():
        for verb in [v for v, operation in verbs.items() if operation["operationId"] in EXCLUDED]:
            del verbs[verb]
    return schema


SCHEMA = schemathesis.openapi.from_dict(_tested_schema())


class _Served:
    """The console on its own port, in a thread with its own event loop."""

    def __init__(self, url: str, home: Path) -> None:
        self.tokens: dict[str, str] = {}
        self.address = ""
        self._ready, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(url, home)), daemon=True)
        self._thread.start()
        assert self._ready.wait(SECONDS)

    async def _serve(self, url: str, home: Path) -> None:
        async with a_console(url, home) as console:
            await self._prepare(console)
            listening = socket.socket()
            listening.bind(("127.0.0.1", 0))
            self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
            server = uvicorn.Server(uvicorn.Config(console.app, log_config=None, lifespan="off"))
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            while not server.started:  # noqa: ASYNC110  the flag belongs to uvicorn
                await asyncio.sleep(0.01)
            self._ready.set()
            while not self._stop.is_set():  # noqa: ASYNC110  set by another thread
                await asyncio.sleep(0.05)
            server.should_exit = True
            await serving

    async def _prepare(self, console: Console) -> None:
        branch, other = a_branch("Chilonzor"), a_branch("Sergeli")
        await console.store(a_class_of(4).in_branch(branch), a_class_of(4).in_branch(other))
        accounts: dict[str, Account] = {"superadmin": a_superadmin(), "one branch": an_admin_of(branch)}
        for name, account in accounts.items():
            self.tokens[name] = (await console.sign_in(account)).token

    def close(self) -> None:
        self._stop.set()
        self._thread.join(SECONDS)


@pytest.fixture(scope="module")
def served(shared_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[_Served]:
    served = _Served(shared_database_url, tmp_path_factory.mktemp("home"))
    yield served
    served.close()


# pytest drops the names of schemathesis' own items, and pytest-xdist runs only one of each name
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_response_conforms(operation: Any, served: _Served) -> None:
    """No 5xx; status, media type and body are those of the description."""
    valid, invalid = (operation.as_strategy(generation_mode=mode) for mode in GenerationMode)

    @hypothesis.given(valid | invalid)
    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    def conforms(case: schemathesis.Case) -> None:
        for name, token in served.tokens.items():
            answer = case.call(base_url=served.address, headers={"Authorization": f"Bearer {token}"}, timeout=SECONDS)
            try:
                case.validate_response(answer, checks=CHECKS)
            except AssertionError as fault:
                raise AssertionError(f"as {name}: {fault}") from fault

    conforms()


def test_the_description_is_served(served: _Served) -> None:
    """D-1: the OpenAPI document and its page."""
    headers = {"Authorization": f"Bearer {served.tokens['superadmin']}"}
    answer = httpx.get(f"{served.address}/api/schema/openapi.json", headers=headers)
    assert answer.status_code == 200
    committed = json.loads((CONTRACTS / "openapi.json").read_text(encoding="utf-8"))
    assert answer.json() == committed
    page = httpx.get(f"{served.address}/api/schema", headers=headers)
    assert page.status_code == 200
    assert "/api/staff/students/all" in page.text
    assert "<script" not in page.text
