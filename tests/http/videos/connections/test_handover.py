"""Connections that move between the API and the uploads process."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from entrypoints.http.handover import channel
from entrypoints.http.handover.ends import listen_in
from entrypoints.http.handover.request_line import begins_upload
from entrypoints.http.middleware import slow_client
from tests.http.videos.connections.line import Line, head_of, patch_head
from tests.http.videos.connections.two_servers import TwoServers, two_servers
from tests.http.videos.tus_client import TusStage, a_film
from tests.support.console import Console

SIZE = 3_000_000
HEALTH = head_of("GET", "/api/health")
WITHIN_SECONDS = 5


@pytest.fixture
async def stage(fresh_console: Console) -> TusStage:
    """A lesson to upload for, now."""
    return await TusStage.today(fresh_console)


@pytest.fixture
async def both(stage: TusStage, tmp_path: Path) -> AsyncIterator[TwoServers]:
    """Both servers; no descriptor is left when all clients have gone."""
    before = descriptors()
    async with two_servers(stage.console, tmp_path / "run") as both:
        yield both
    assert descriptors() <= before, "descriptors are left"


@pytest.fixture
async def line(both: TwoServers) -> AsyncIterator[Line]:
    """An open connection."""
    line = Line(both.address)
    await line.connect()
    yield line
    line.close()
    await asyncio.gather(line.writer.wait_closed(), return_exceptions=True)


def descriptors() -> int:
    """The number of open sockets and files in memory, those to the database excepted."""
    found = 0
    for name in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{name}")
        except FileNotFoundError:
            continue
        if "memfd" in target:
            found += 1
        elif target.startswith("socket:"):
            with socket.socket(fileno=os.dup(int(name))) as one:
                # those of the console's database are Unix streams
                found += one.family == socket.AF_INET or one.type == socket.SOCK_SEQPACKET
    return found


def length(count: int) -> str:
    """The header of a body's length."""
    return f"Content-Length: {count}"


def port_of(line: Line) -> int:
    """The client's port of a connection."""
    return int(line.writer.get_extra_info("sockname")[1])


async def until_connections(both: TwoServers, api: int, uploads: int) -> None:
    """Waits until the servers have so many connections."""
    async with asyncio.timeout(WITHIN_SECONDS):
        while (both.api.connections, both.uploads.connections) != (api, uploads):  # noqa: ASYNC110  they are counted by uvicorn
            await asyncio.sleep(0.01)


async def test_a_connection_moves_to_uploads_and_back(stage: TusStage, both: TwoServers, line: Line) -> None:
    """Calls and uploads in turn on one connection: each is served where it belongs."""
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    link, at = begun["uploadUrl"], 0
    for part in (1, 300_000, 1_500_000, SIZE - 1_800_001):
        await line.send(HEALTH)
        assert await line.status() == 200
        await until_connections(both, 1, 0)
        await line.send(head_of("HEAD", link))
        assert (await line.answer())[1]["upload-offset"] == str(at)
        await until_connections(both, 0, 1)
        await line.send(patch_head(link, at, length(part)) + film[at : at + part])
        at += part
        status, headers = await line.answer()
        assert (status, headers["upload-offset"]) == (204, str(at))
    assert stage.source(begun).read_bytes() == film
    assert both.api.methods == ["GET"] * 4
    assert both.uploads.methods == ["HEAD", "PATCH"] * 4
    assert {port for _, _, port in both.api.requests + both.uploads.requests} == {port_of(line)}


async def test_an_upload_that_begins_with_its_body_arrives_whole(stage: TusStage, both: TwoServers, line: Line) -> None:
    """Head and megabytes in one piece: what was read before the handover is not lost."""
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    await line.send(patch_head(begun["uploadUrl"], 0, length(SIZE)) + film)
    assert await line.status() == 204
    assert stage.source(begun).read_bytes() == film
    assert both.uploads.methods == ["PATCH"]


@pytest.mark.parametrize("cut", [1, 5, 6, 12, 18, 19, 40])
async def test_a_request_line_in_pieces_is_decided_by_the_whole(
    stage: TusStage, both: TwoServers, line: Line, cut: int
) -> None:
    """Empty lines before it count for nothing; a longer word is another path."""
    begun = await stage.begin(SIZE)
    for message in (b"\r\n\r\n" + head_of("HEAD", begun["uploadUrl"]), head_of("DELETE", "/api/uploadsx")):
        for piece in (message[:cut], message[cut : cut + 2], message[cut + 2 :]):
            await line.send(piece)
            await asyncio.sleep(0.02)
        await line.answer()
    assert (both.uploads.methods, both.api.methods) == (["HEAD"], ["DELETE"])


async def test_a_request_line_that_never_ends_is_disconnected(
    both: TwoServers, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ASVS-60: the limit holds also for bytes that the parser has not seen."""
    monkeypatch.setattr(slow_client, "HEADERS_WITHIN_SECONDS", 0.3)
    await line.send(HEALTH)
    assert await line.status() == 200
    await line.send(b"PATCH /api/up")
    async with asyncio.timeout(WITHIN_SECONDS):
        assert await line.status() == 408
        assert await line.has_ended()
    await until_connections(both, 0, 0)


@pytest.mark.parametrize("method", ["PATCH /api/uploads/x", "GET /api/health"])
@pytest.mark.parametrize("place", ["value", "names", "trailers"])
async def test_an_endless_head_is_rejected(both: TwoServers, line: Line, method: str, place: str) -> None:
    """ASVS-60: the parser would collect it in memory, as much as comes in time."""
    begins = f"{method} HTTP/1.1\r\nHost: centre.test\r\n".encode()
    if place == "trailers":
        begins = begins.replace(b"GET", b"POST") + b"Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n"
    await line.send(begins + b"X-Long: ")
    for number in range(8):
        await asyncio.sleep(0.01)
        await line.send(b"a" * 10_000 + (b"\r\nX-%d: " % number if place == "names" else b""))
    statuses = []
    async with asyncio.timeout(WITHIN_SECONDS):
        with suppress(asyncio.IncompleteReadError):
            while True:
                statuses.append(await line.status())
    # a request is whole before its trailers, and may have its answer
    assert statuses[-1] == 431
    await until_connections(both, 0, 0)


async def test_a_long_head_is_served(both: TwoServers, line: Line) -> None:
    """As long as it is finite, with many cookies, and on each request of a connection."""
    for _ in range(3):
        await line.send(head_of("GET", "/api/health", "X-Long: " + "a" * 60_000))
        assert await line.status() == 200


async def test_limits_hold_from_the_adoption_on(
    stage: TusStage, both: TwoServers, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A body that stops is cut by the uploads server."""
    monkeypatch.setattr(slow_client, "BODY_WITHIN_SECONDS", 0.5)
    begun = await stage.begin(SIZE)
    await line.send(patch_head(begun["uploadUrl"], 0, length(SIZE)) + a_film(100))
    async with asyncio.timeout(WITHIN_SECONDS):
        assert await line.status() == 400
        assert await line.has_ended()
    await until_connections(both, 0, 0)


async def test_pipelined_requests_are_answered_in_their_order(stage: TusStage, both: TwoServers, line: Line) -> None:
    """Requests in one piece stay together; between two answers no connection moves."""
    film, begun = a_film(5000), await stage.begin(5000)
    link = begun["uploadUrl"]
    await line.send(HEALTH + patch_head(link, 0, length(2000)) + film[:2000] + HEALTH)
    assert [await line.status() for _ in range(3)] == [200, 204, 200]
    assert both.uploads.requests == []
    await line.send(patch_head(link, 2000, length(3000)) + film[2000:] + HEALTH + head_of("HEAD", link))
    assert [await line.status() for _ in range(3)] == [204, 200, 200]
    assert both.uploads.methods == ["PATCH", "GET", "HEAD"]
    assert stage.source(begun).read_bytes() == film


async def test_bytes_behind_an_unanswered_request_stay_with_it(stage: TusStage, both: TwoServers, line: Line) -> None:
    """The beginning of an upload arrives while a call is served."""
    begun = await stage.begin(5000)
    message = head_of("HEAD", begun["uploadUrl"])
    await line.send(HEALTH + message[:4])
    assert await line.status() == 200
    await line.send(message[4:])
    assert (await line.answer())[1]["upload-offset"] == "0"
    assert both.api.methods == ["GET", "HEAD"]
    await line.send(message)
    assert await line.status() == 200
    assert both.uploads.methods == ["HEAD"]


async def test_without_an_uploads_server_the_api_serves_all(stage: TusStage, both: TwoServers, line: Line) -> None:
    """It stops, uploads go on at the API; it starts, they go there again."""
    film, begun = a_film(3000), await stage.begin(3000)
    link = begun["uploadUrl"]
    await line.send(patch_head(link, 0, length(1000)) + film[:1000])
    assert await line.status() == 204
    await both.uploads.stop()
    assert await line.has_ended(), "an idle connection ends with its server"
    await line.connect()
    await line.send(patch_head(link, 1000, length(1000)) + film[1000:2000])
    assert await line.status() == 204
    assert both.api.methods == ["PATCH"]
    await both.restart_uploads()
    await line.send(patch_head(link, 2000, length(1000)) + film[2000:])
    assert await line.status() == 204
    assert both.uploads.methods == ["PATCH"]
    assert stage.source(begun).read_bytes() == film


async def test_no_connection_goes_where_others_may_write(stage: TusStage, both: TwoServers, line: Line) -> None:
    """Another account could have put a socket there.

    The uploads server closes the directory to others.
    """
    message = head_of("HEAD", (await stage.begin(SIZE))["uploadUrl"])
    both.directory.chmod(0o777)
    await line.send(message)
    assert await line.status() == 200
    assert both.api.methods == ["HEAD"]
    await both.uploads.stop()
    await both.restart_uploads()
    assert both.directory.stat().st_mode & 0o777 == 0o700
    await line.send(message)
    assert await line.status() == 200
    assert both.uploads.methods == ["HEAD"]


async def test_a_stopping_uploads_server_finishes_its_requests(stage: TusStage, both: TwoServers, line: Line) -> None:
    """Adopted requests are served to their end."""
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    await line.send(patch_head(begun["uploadUrl"], 0, length(SIZE)) + film[:100_000])
    await until_connections(both, 0, 1)
    stopping = asyncio.create_task(both.uploads.stop())
    await asyncio.sleep(0.2)
    await line.send(film[100_000:])
    assert await line.status() == 204
    await stopping
    assert stage.source(begun).read_bytes() == film


async def test_without_the_api_calls_are_served_where_they_are(stage: TusStage, both: TwoServers, line: Line) -> None:
    """The API restarts: the connections of uploads live on, whatever they ask for."""
    begun = await stage.begin(SIZE)
    await line.send(head_of("HEAD", begun["uploadUrl"]))
    assert await line.status() == 200
    await both.api.stop()
    await line.send(HEALTH)
    assert await line.status() == 200
    assert both.uploads.methods == ["HEAD", "GET"]


@pytest.mark.parametrize("reads", [False, True])
async def test_a_silent_uploads_process_gets_nothing_for_a_while(
    stage: TusStage, both: TwoServers, line: Line, monkeypatch: pytest.MonkeyPatch, reads: bool
) -> None:
    """A process that is stuck, or ends between two steps, has accepted nothing."""
    monkeypatch.setattr(channel, "ACKNOWLEDGED_WITHIN_SECONDS", 0.3)
    await both.uploads.stop()
    begun = await stage.begin(SIZE)
    with listen_in(both.directory) as listening:
        await line.send(head_of("HEAD", begun["uploadUrl"]))
        await asyncio.sleep(0.1)
        stuck, _ = listening.accept()
        with stuck:
            if reads:
                for found in socket.recv_fds(stuck, 1, 2)[1]:
                    os.close(found)
                stuck.close()
            async with asyncio.timeout(WITHIN_SECONDS):
                assert (await line.answer())[1]["upload-offset"] == "0"
            if not reads:
                with pytest.raises(BrokenPipeError):
                    stuck.send(b"A")
        await line.send(head_of("HEAD", begun["uploadUrl"]))
        await asyncio.sleep(0.1)
        if not reads:
            assert await line.status() == 200, "at once"
    assert both.api.methods[0] == "HEAD"


async def test_a_full_queue_keeps_requests_at_the_api(stage: TusStage, both: TwoServers) -> None:
    """More connections than the queue takes while the other process does not read."""
    await both.uploads.stop()
    begun = await stage.begin(SIZE)
    lines = [Line(both.address) for _ in range(700)]
    with listen_in(both.directory):
        await asyncio.gather(*(line.connect() for line in lines))
        for line in lines:
            line.writer.write(head_of("HEAD", begun["uploadUrl"]))
        async with asyncio.timeout(20):
            assert {await line.status() for line in lines} == {200}
    assert len(both.api.requests) == len(lines)
    for line in lines:
        line.close()
    await until_connections(both, 0, 0)


async def test_a_hundred_connections_move_at_once(stage: TusStage, both: TwoServers) -> None:
    """With bodies and all of their bytes, and no connection is counted twice."""
    film = a_film(60_000)
    begun = [await stage.begin(60_000, name=f"Dars {number}") for number in range(30)]
    lines = [Line(both.address) for _ in begun]
    await asyncio.gather(*(line.connect() for line in lines))
    for line, one in zip(lines, begun, strict=True):
        line.writer.write(patch_head(one["uploadUrl"], 0, length(60_000)) + film)
    assert {await line.status() for line in lines} == {204}
    assert all(stage.source(one).read_bytes() == film for one in begun)
    assert both.uploads.methods == ["PATCH"] * len(begun)
    await until_connections(both, 0, len(begun))
    for line in lines:
        line.close()
    await until_connections(both, 0, 0)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", None),
        (b"P", None),
        (b"PATCH /api/uploads", None),
        (b"PATCH /api/uploads/x", True),
        (b"OPTIONS /api/uploads HTTP/1.1", True),
        (b"POST /api/uploads?x", True),
        (b"GET /api/uploads/x", False),
        (b"HEAD /api/uploadsx", False),
        (b"PATCH /api/staff", False),
        (b"\x16\x03\x01", False),
    ],
)
def test_a_request_is_recognised_by_its_line(data: bytes, expected: bool | None) -> None:
    """As early as it can be told."""
    assert begins_upload(data) is expected
