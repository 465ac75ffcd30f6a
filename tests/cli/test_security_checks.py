"""`markaz doctor` finds weak settings, open files and open servers (ASVS-63).

It gives the remedy of each and exits with 1.
"""

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from entrypoints.embedded import children
from entrypoints.embedded.identity import unprivileged
from entrypoints.embedded.servers import pgdata
from entrypoints.embedded.servers.nats import program
from entrypoints.embedded.servers.ports import listens
from entrypoints.embedded.servers.postgres import Postgres
from tests.cli.test_commands import markaz
from tests.embedded.console import until
from tests.embedded.ports import free_port

GOOD = {
    "CONSOLE_SECRET_KEY": "pS4vX0qLw9-eRtYb2NfGh6JkMzTc8AdUoIiZ",
    "CONSOLE_SUPERADMIN_PASSWORD": "to'rtta-yashil-olma",
    "CONSOLE_DEMO": "off",
}
EVERYBODY = "0.0.0.0"


def failures(home: Path, **variables: str) -> dict[str, dict[str, Any]]:
    """The doctor's failures by subject; each has a remedy, the exit code agrees."""
    done = markaz(home, "doctor", "--json", **(GOOD | variables))
    found = {finding["about"]: finding for finding in json.loads(done.stdout) if finding["state"] == "fail"}
    assert done.returncode == bool(found), done.stderr
    assert all(finding["todo"] for finding in found.values())
    return found


@pytest.mark.parametrize(
    ("about", "variables"),
    [
        ("secret key", {"CONSOLE_SECRET_KEY": "x" * 40}),
        ("secret key", {"CONSOLE_SECRET_KEY": "please-change-me-before-production-0123"}),
        ("password", {"CONSOLE_SUPERADMIN_PASSWORD": "password1"}),
        ("password", {"CONSOLE_SUPERADMIN_PASSWORD": "superadmin"}),
        ("token", {"CONSOLE_SCHOOL_URL": "http://127.0.0.1:1", "CONSOLE_SCHOOL_TOKEN": "demo-school"}),
        ("debug", {"MARKAZ_RELOAD": "1"}),
        ("debug", {"PYTHONDEVMODE": "1"}),
    ],
)
def test_guessable_secrets_and_debugging_switches_are_failures(
    tmp_path: Path, about: str, variables: dict[str, str]
) -> None:
    found = failures(tmp_path, **variables)
    assert about in found
    assert not any(value in found[about]["message"] for value in variables.values() if len(value) > 12), "not repeated"


def test_good_settings_have_no_failures(tmp_path: Path) -> None:
    assert not {"secret key", "password", "token", "debug", "files"} & failures(tmp_path).keys()


def test_a_short_key_is_rejected_by_every_command(tmp_path: Path) -> None:
    done = markaz(tmp_path, "doctor", CONSOLE_SECRET_KEY="short")
    assert (done.returncode, "CONSOLE_SECRET_KEY must have at least 32" in done.stderr) == (2, True)


def test_files_readable_by_others_are_found_and_the_advice_fixes_them(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "nats").mkdir(parents=True)
    (home / "nats" / "password").write_text("hidden")
    (home / "nats" / "password").chmod(0o644)
    home.chmod(0o755)
    (home / "nats").chmod(0o755)
    found = failures(home)["files"]
    assert "nats/password" in found["message"]
    assert "hidden" not in found["message"]
    subprocess.run(found["todo"].split(), check=True)
    assert "files" not in failures(home)


@contextmanager
def postgres_without_a_password(directory: Path, port: int) -> Iterator[Postgres]:
    """PostgreSQL that listens on every address and trusts every client."""
    server = Postgres(directory, log=directory.with_suffix(".log"), durable=False)
    server.acquire()
    options = {"listen_addresses": EVERYBODY, "port": str(port), "unix_socket_directories": str(server.sockets)}
    child = children.spawn(
        [pgdata.programs() / "postgres", "-D", server.data, *(f"--{name}={value}" for name, value in options.items())],
        log=server.log,
        environment=children.without_postgres_variables(os.environ) | {"LC_ALL": "C"},
        directory=Path("/"),
        identity=unprivileged(directory, (server.data, pgdata.programs() / "postgres")),
    )
    try:
        until(lambda: server.is_ready(child) or None, "PostgreSQL")
        yield server
    finally:
        children.stop(child, (signal.SIGINT, 10))
        server.release()


def test_a_database_without_a_password_is_a_failure(tmp_path: Path) -> None:
    """One with a password is not."""
    port = free_port()
    named = {"CONSOLE_DATABASE_URL": f"postgresql://postgres:right@127.0.0.1:{port}/postgres"}
    with postgres_without_a_password(tmp_path / "pg", port) as server:
        found = failures(tmp_path / "home", **named)["database"]
        assert "asks for no password" in found["message"]
        assert "pg_hba.conf" in found["todo"]
        asyncio.run(_require_passwords(server.data / "pg_hba.conf", port))
        assert "database" not in failures(tmp_path / "home", **named)


async def _require_passwords(rules: Path, port: int) -> None:
    connection = await asyncpg.connect(host="127.0.0.1", port=port, user="postgres", database="postgres")
    await connection.execute("alter role postgres password 'right'")
    rules.write_text("host all all all scram-sha-256\n")
    await connection.execute("select pg_reload_conf()")
    await connection.close()
    for _ in range(100):
        try:
            await (await asyncpg.connect(host="127.0.0.1", port=port, user="postgres", password="wrong")).close()
        except asyncpg.InvalidPasswordError:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the new rules don't count")


@pytest.mark.parametrize(
    ("address", "options", "open_to_all"),
    [
        (EVERYBODY, (), True),
        (EVERYBODY, ("--user", "markaz", "--pass", "right"), False),
        ("127.0.0.1", (), False),
    ],
)
def test_a_broker_without_a_password_is_a_failure(
    tmp_path: Path, address: str, options: tuple[str, ...], open_to_all: bool
) -> None:
    port = free_port()
    command: list[str | Path] = [
        program(),
        "-js",
        "-sd",
        tmp_path / "streams",
        "-a",
        address,
        "-p",
        str(port),
        *options,
    ]
    child = children.spawn(command, log=tmp_path / "nats.log")
    try:
        until(lambda: listens(port) or None, "NATS")
        found = failures(tmp_path / "home", CONSOLE_NATS_URL=f"nats://markaz:right@127.0.0.1:{port}")
    finally:
        children.stop(child, (signal.SIGTERM, 5))
    assert ("nats" in found) is open_to_all
    if open_to_all:
        assert "authorization" in found["nats"]["todo"]
