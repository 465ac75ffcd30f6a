"""The production files: compose.yaml, the Dockerfile, the secrets.

There is no Docker where tests run, so everything that can be checked without it is checked here: names, commands,
variables, files, NATS's own configuration; and the same commands are started as processes on servers of their own.
"""

import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from adapters.postgres.core import pool_sizes
from entrypoints.cli.commands import COMMANDS
from entrypoints.embedded.servers import nats
from entrypoints.embedded.servers.nats import embedded_nats
from entrypoints.embedded.servers.postgres import DURABLE, SETTINGS, embedded_postgres
from entrypoints.settings import InvalidSettings, declared, read_settings, unknown_variables, variable
from tests.embedded.ports import free_port
from tests.support.served import LOWEST, session_niceness

PROJECT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((PROJECT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"].startswith("markaz:")}
DOCKERFILE = (PROJECT / "Dockerfile").read_text(encoding="utf-8")


def _command(words: list[str]) -> click.Command:
    """The click command of these words; raises KeyError if there is none."""
    row = COMMANDS[words[0]]
    found: click.Command = getattr(import_module(row.module), row.attribute)
    for word in words[1:]:
        if isinstance(found, click.Group):
            found = found.commands[word]
    return found


def test_the_services_are_those_a_console_needs() -> None:
    """PostgreSQL 18, NATS 2.15, and our own programs of one image."""
    assert set(SERVICES) == {"postgres", "nats", "migrate", "api", "relay", "worker", "videos"}
    assert SERVICES["postgres"]["image"].startswith("postgres:18")
    assert SERVICES["nats"]["image"].startswith("nats:2.15")


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_restarts_and_has_a_health_check(name: str) -> None:
    """One-off services are only retried while they fail."""
    service = SERVICES[name]
    assert service["restart"] == ("on-failure" if name == "migrate" else "unless-stopped")
    if name == "migrate":
        assert service["healthcheck"] == {"disable": True}
    else:
        assert {"test", "interval", "timeout", "retries", "start_period"} <= set(service["healthcheck"])


@pytest.mark.parametrize("name", OURS)
def test_every_command_exists_in_the_command_line(name: str) -> None:
    """Of the service and of its health check, which checks the same part."""
    service = OURS[name]
    assert _command(service["command"]).help
    if name != "migrate":
        assert service["command"] == ["serve", name]
        check = service["healthcheck"]["test"]
        assert check[:5] == ["CMD", "python", "-P", "-m", "entrypoints.cli"]
        assert check[5:] == ["healthy", name]
        assert _command(check[5:]).params[0].type.choices  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", OURS)
def test_every_variable_is_a_setting(name: str) -> None:
    """A misspelt one would be ignored silently."""
    given = set(OURS[name]["environment"])
    assert unknown_variables(dict.fromkeys(given, "")) == {}
    assert [one for one in given if not one.startswith("CONSOLE_")] == []


def test_no_secret_is_in_the_file_and_each_is_generated(tmp_path: Path) -> None:
    """deploy/make-secrets creates every file of compose.yaml once, for its owner only."""
    secret = {variable(item) for item in declared() if item.metadata["secret"]}
    for service in SERVICES.values():
        for name, value in service.get("environment", {}).items():
            assert name not in secret
            assert not re.search(r"(PASSWORD|KEY|TOKEN|SECRET)$", name), name
            if name.endswith("_FILE"):
                assert str(value).removeprefix("/run/secrets/") in service["secrets"]
        assert set(service.get("secrets", [])) <= set(COMPOSE["secrets"])
    made = tmp_path / "secrets"
    subprocess.run([PROJECT / "deploy" / "make-secrets", made], check=True)
    first = {path.name: path.read_text() for path in made.iterdir()}
    assert {Path(row["file"]).name for row in COMPOSE["secrets"].values()} <= set(first)
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    subprocess.run([PROJECT / "deploy" / "make-secrets", made], check=True)
    assert {path.name: path.read_text() for path in made.iterdir()} == first
    assert first["database_password"] in first["database_url"]


def test_the_database_settings_equal_the_measured_ones() -> None:
    """Plans and durability are as in the embedded server of docs/performance.md.

    Issue 4.
    """
    words = SERVICES["postgres"]["command"]
    assert (words[0], set(words[1::2])) == ("postgres", {"-c"})
    settings = dict(word.split("=", 1) for word in words[2::2])
    of_its_own = {"listen_addresses", "unix_socket_permissions", "timezone", "log_timezone"}
    ours = {name: value for name, value in SETTINGS.items() if name not in of_its_own}
    assert settings == ours | {"shared_buffers": "256MB"}
    assert not DURABLE.keys() & settings.keys(), "what the server does by itself is durable"


def test_the_connections_of_an_api_are_as_documented() -> None:
    """The figure is multiplied when scaling out."""
    pools = [getattr(pool_sizes, name) for name in dir(pool_sizes) if name.isupper()]
    assert f"up to {sum(pools)} connections" in (PROJECT / "docs" / "operations.md").read_text(encoding="utf-8")


def test_all_programs_share_one_file_store() -> None:
    """A photo uploaded through one API is served by the other."""
    assert {tuple(service["volumes"]) for service in OURS.values()} == {("files:/data",)}
    assert "CONSOLE_HOME=/data" in DOCKERFILE
    assert set(COMPOSE["volumes"]) == {"database", "messages", "files"}


def test_nats_accepts_its_configuration(tmp_path: Path) -> None:
    """Parsed by the server itself, with the secret as in the container.

    Each message is written to disk first.
    """
    (tmp_path / "etc" / "nats").mkdir(parents=True)
    (tmp_path / "run").mkdir()
    shutil.copy(PROJECT / "deploy" / "nats.conf", tmp_path / "etc" / "nats")
    subprocess.run([PROJECT / "deploy" / "make-secrets", tmp_path / "run" / "secrets"], check=True)
    command = [nats.program(), "--config", tmp_path / "etc" / "nats" / "nats.conf", "-t"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "sync_interval: always" in (PROJECT / "deploy" / "nats.conf").read_text()


def test_the_image_contains_what_its_commands_need(tmp_path: Path) -> None:
    """Only copied files, at the places of the copy; no process runs as root."""
    final = DOCKERFILE.rpartition("\nFROM ")[2]
    for source, target in re.findall(r"^COPY (\S+) (/app\S*)$", final, re.MULTILINE):
        whole = tmp_path / target.removeprefix("/")
        assert (PROJECT / source).exists(), source
        if (PROJECT / source).is_dir():
            shutil.copytree(PROJECT / source, whole, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            whole.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / source, whole)
    assert re.search(r"^USER (?!root)\w+$", final, re.MULTILINE)
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(tmp_path / "app"), "CONSOLE_HOME": str(tmp_path / "data")}
    for words in (["--help"], ["config"], ["serve", "api", "--help"], ["backup", "--help"]):
        command = [sys.executable, "-P", "-m", "entrypoints.cli", *words]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    program = (
        "import entrypoints.http.app, entrypoints.worker.handlers, adapters.postgres.core.migrate as m; print(m.head())"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.match(r"\d{4}", done.stdout)


def test_the_build_context_is_what_the_dockerfile_copies() -> None:
    """.dockerignore excludes everything else."""
    sent = {line[1:] for line in (PROJECT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {
        part for line in re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE) for part in line.split()
    }
    assert {path.partition("/")[0] for path in copied} == sent


def test_a_secret_can_be_read_from_a_file(tmp_path: Path) -> None:
    """CONSOLE_…_FILE for secrets only; the variable itself has precedence.

    An unreadable file is named.
    """
    (tmp_path / "key").write_text("k" * 40 + "\n")
    home = {"CONSOLE_HOME": str(tmp_path / "home")}
    settings = read_settings(home | {"CONSOLE_SECRET_KEY_FILE": str(tmp_path / "key")})
    assert (settings.secret_key, settings.sources["secret_key"]) == ("k" * 40, "environment")
    both = {"CONSOLE_SECRET_KEY_FILE": str(tmp_path / "key"), "CONSOLE_SECRET_KEY": "s" * 40}
    assert read_settings(home | both).secret_key == "s" * 40
    with pytest.raises(InvalidSettings, match="CONSOLE_SECRET_KEY_FILE"):
        read_settings(home | {"CONSOLE_SECRET_KEY_FILE": str(tmp_path / "none")})
    assert unknown_variables({"CONSOLE_PORT_FILE": "x"}) == {"CONSOLE_PORT_FILE": "CONSOLE_PORT"}


class Deployed:
    """The programs of compose.yaml as local processes with its variables."""

    def __init__(self, directory: Path, database_url: str, nats_url: str) -> None:
        self.port = free_port()
        subprocess.run([PROJECT / "deploy" / "make-secrets", directory / "secrets"], check=True)
        for name, value in (("database_url", database_url), ("nats_url", nats_url)):
            (directory / "secrets" / name).chmod(0o600)
            (directory / "secrets" / name).write_text(value)
        self._secrets = directory / "secrets"
        self._logs = directory
        self.school = free_port()
        given = dict(SERVICES["worker"]["environment"])
        files = {name: str(self._secrets / Path(value).name) for name, value in given.items() if name.endswith("_FILE")}
        self.environment = files | {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(PROJECT),
            "TMPDIR": str(directory),
            "CONSOLE_HOME": str(directory / "data"),
            "CONSOLE_PORT": str(self.port),
            "CONSOLE_DEMO": "off",
            "CONSOLE_SCHOOL_URL": f"http://127.0.0.1:{self.school}",
        }

    def secret(self, name: str) -> str:
        """The content of a secret's file."""
        return (self._secrets / name).read_text()

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs a command to its end."""
        return subprocess.run(
            _line(words), cwd=PROJECT, env=self.environment, capture_output=True, text=True, check=False, timeout=120
        )

    @contextmanager
    def running(self, *words: str) -> Iterator[subprocess.Popen[bytes]]:
        """A program that is certainly stopped afterwards."""
        with (self._logs / f"{words[-1]}.log").open("wb") as log:
            started = subprocess.Popen(
                _line(words), cwd=PROJECT, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
            try:
                yield started
            finally:
                if started.poll() is None:
                    started.kill()
                    started.wait()

    @contextmanager
    def upload_connection(self) -> Iterator[socket.socket]:
        """A connection on which the API got a request of an upload."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as client:
            client.sendall(b"OPTIONS /api/uploads HTTP/1.1\r\nHost: centre.test\r\n\r\n")
            assert client.recv(65_536).startswith(b"HTTP/1.1 200 ")
            yield client

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """The data of the API's answer."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        sent = json.dumps(body).encode() if body is not None else None
        url = f"http://127.0.0.1:{self.port}/api/staff{path}"
        with urllib.request.urlopen(urllib.request.Request(url, sent, headers, method=method), timeout=30) as answer:
            return json.load(answer)["data"]


def _line(words: tuple[str, ...]) -> list[str]:
    return [sys.executable, "-P", "-m", "entrypoints.cli", *words]


def _until(question: Callable[[], Any], what: str, seconds: float = 90) -> Any:
    deadline = time.monotonic() + seconds
    while not (answer := question()):
        assert time.monotonic() < deadline, f"waited {seconds} s in vain for {what}"
        time.sleep(0.1)
    return answer


@pytest.fixture
def deployed(tmp_path: Path) -> Iterator[Deployed]:
    """A separate PostgreSQL and NATS, with the console's programs on them."""
    with embedded_postgres(tmp_path / "pg") as database_url, embedded_nats(tmp_path / "nats", durable=True) as nats_url:
        yield Deployed(tmp_path, database_url, nats_url)


def test_the_programs_run_separately(deployed: Deployed) -> None:
    """Started as in compose.yaml; a synchronisation passes through all of them."""
    migrated = deployed.run("migrate", "--json")
    assert migrated.returncode == 0, migrated.stderr
    assert json.loads(migrated.stdout)["firstStart"]
    school = ("--students", "40", "--port", str(deployed.school), "--token", deployed.secret("school_token"))
    with ExitStack() as running:
        running.enter_context(deployed.running("simulate", "school", *school))
        names = ("relay", "worker", "videos", "uploads", "api")
        parts = {part: running.enter_context(deployed.running("serve", part)) for part in names}
        for part in parts:
            _until(lambda part=part: deployed.run("healthy", part).returncode == 0, part)  # type: ignore[misc]
        account = {"login": "superadmin", "password": deployed.secret("superadmin_password")}
        token = deployed.ask("POST", "/auth/sign-in", account)["accessToken"]
        begun = deployed.ask("PUT", "/synchronization/all", token=token)["run"]["id"]

        def over() -> Any:
            run = deployed.ask("GET", f"/synchronization/runs/{begun}", token=token)["run"]
            return run if run["status"] not in ("waiting", "running") else None

        assert _until(over, "the run")["status"] in ("done", "done_with_messages")
        assert deployed.ask("GET", "/students/all", token=token)["total"] > 0
        looked_at = deployed.run("doctor", "--json")
        found = {finding["about"]: finding for finding in json.loads(looked_at.stdout)}
        assert found["port"]["message"].endswith("is the console")
        assert "console" not in found, "it is not to be started by make run"
        assert deployed.run("audit", "verify").returncode == 0
        # those that nobody waits for at a screen come later, by process and by session
        lowered = {"api": 0, "relay": 0, "worker": 5, "videos": 10, "uploads": 10}
        own = os.getpriority(os.PRIO_PROCESS, 0)
        for part, started in parts.items():
            assert os.getpriority(os.PRIO_PROCESS, started.pid) == min(own + lowered[part], LOWEST), part
            assert session_niceness(started.pid) in (lowered[part], None), part
        upload = running.enter_context(deployed.upload_connection())
        for part, started in parts.items():
            started.send_signal(signal.SIGTERM)
            if part == "uploads":
                assert upload.recv(1) == b"", "the connection was handed over, and is closed with its process"
                assert deployed.run("healthy", "api").returncode == 0
            assert started.wait(30) in (0, -signal.SIGTERM), part
            assert deployed.run("healthy", part).returncode == 1
    silent = deployed.run("healthy", "worker").stderr
    assert "start it with `markaz serve worker`" in silent
