"""The embedded NATS: durable acknowledged messages, password required.

Issue 2.
"""

import asyncio
import json
import os
import signal
from pathlib import Path

import nats
import nats.errors
import pytest

from entrypoints.embedded.errors import OperatorError
from entrypoints.embedded.servers.nats import Nats, embedded_nats


async def _publish(url: str) -> int:
    connection = await nats.connect(url, allow_reconnect=False)
    try:
        stream = connection.jetstream()
        await stream.add_stream(name="tasks", subjects=["tasks"])
        return (await stream.publish("tasks", b"one")).seq
    finally:
        await connection.close()


def test_messages_and_address_survive_a_restart(tmp_path: Path) -> None:
    """The second start continues the stream, at the same address."""
    with embedded_nats(tmp_path / "nats") as first:
        assert asyncio.run(_publish(first)) == 1
    with embedded_nats(tmp_path / "nats") as second:
        assert asyncio.run(_publish(second)) == 2
    assert first == second


def test_an_acknowledged_message_survives_kill_9(tmp_path: Path) -> None:
    """JetStream writes through before it acknowledges (`sync_interval: always`)."""
    server = Nats(tmp_path / "nats", tmp_path / "nats.log")
    server.acquire()
    child = server.start()
    while not server.is_ready(child):
        assert child.poll() is None
    assert json.loads((tmp_path / "nats" / "nats.conf").read_text())["jetstream"]["sync_interval"] == "always"
    assert asyncio.run(_publish(server.url)) == 1
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    server.release()
    with embedded_nats(tmp_path / "nats", durable=True) as url:
        assert asyncio.run(_publish(url)) == 2


def test_a_client_without_the_password_is_rejected(tmp_path: Path) -> None:
    """Other accounts of the machine can reach the port, not the messages."""
    with embedded_nats(tmp_path / "nats") as url:
        door = url.rpartition("@")[2]

        async def knock() -> None:
            await nats.connect(f"nats://{door}", allow_reconnect=False, max_reconnect_attempts=0)

        with pytest.raises((nats.errors.Error, ConnectionError)):
            asyncio.run(knock())


def test_its_files_are_private(tmp_path: Path) -> None:
    """The password is in files that only their owner may read."""
    with embedded_nats(tmp_path / "nats"):
        modes = {name: (tmp_path / "nats" / name).stat().st_mode & 0o777 for name in ("nats.conf", "password")}
    assert set(modes.values()) == {0o600}


def test_a_directory_in_use_is_rejected(tmp_path: Path) -> None:
    """Two servers at once on one directory."""
    with embedded_nats(tmp_path / "nats"), pytest.raises(OperatorError, match="in use by process"):
        Nats(tmp_path / "nats", tmp_path / "second.log").acquire()
