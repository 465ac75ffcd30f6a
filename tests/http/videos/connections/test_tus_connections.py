"""Uploads over real connections.

Silent, slow, cut, parallel, killed (protocols §2.3).
"""

import asyncio
import hashlib
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from adapters.video_host.built_in import upload_lock
from application.videos.built_in import receiving
from domain.videos.limits import UploadLimits
from entrypoints.http.middleware import slow_client
from tests.http.live.served_console import ServedConsole
from tests.http.videos.connections.line import Line, begun_writing, head, patch, stored
from tests.http.videos.scenario import UPLOADING, WAITING
from tests.http.videos.tus_client import OFFSET_STREAM, VERSION, TusStage, a_film
from tests.support.console import Console
from tests.support.served import ApiProcess, api_process

SIZE = 3_000_000


@pytest.fixture
async def stage(fresh_console: Console) -> TusStage:
    """A lesson to upload for, now."""
    return await TusStage.today(fresh_console)


@pytest.mark.parametrize("where", ["the same process", "another process"])
async def test_case_1_a_silent_connection_gives_way(
    stage: TusStage, served: ServedConsole, tmp_path: Path, where: str
) -> None:
    """The next request stops the one that still holds the upload.

    The client knows first that its line is dead.
    """
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    line, link = Line(served.address), begun["uploadUrl"]
    async with another(where, stage, served) as address:
        await line.begin(link, 0, SIZE)
        await line.send(film[:1_500_000])
        await stored(stage, begun, 1_048_576)
        began = time.monotonic()
        assert await head(served.http, address, link) == (200, 1_500_000), "what it had sent is the offset"
        assert time.monotonic() - began < 5
        assert await line.status() == 423
        line.close()
        assert await patch(served.http, address, link, 1_500_000, film[1_500_000:]) == 204
    assert stage.source(begun).read_bytes() == film
    assert await stage.status(begun["id"]) == [UPLOADING, WAITING]


@asynccontextmanager
async def another(where: str, stage: TusStage, served: ServedConsole) -> AsyncIterator[str]:
    """The address of this process, or that of another one over the same home."""
    if where == "the same process":
        yield served.address
        return
    async with api_process(stage.console.url, stage.console.container.settings().home) as process:
        yield f"http://127.0.0.1:{process.port}"


async def test_a_lively_connection_keeps_the_upload(
    stage: TusStage, served: ServedConsole, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tabs on one upload.

    One writes, the other is told 423, or 409 afterwards (upload-chaos).
    """
    # a busy machine is silent for a second, too
    monkeypatch.setattr(receiving, "SILENT_SECONDS", 3.0)
    monkeypatch.setattr(upload_lock, "WAIT_SECONDS", 4.0)
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    line, link = Line(served.address), begun["uploadUrl"]
    await line.begin(link, 0, SIZE)
    await line.send(film[:1000])
    await begun_writing(stage, begun)
    second = asyncio.create_task(patch(served.http, served.address, link, 0, film))
    sent = 1000
    while not second.done():
        await line.send(film[sent : sent + 1000])
        sent += 1000
        await asyncio.sleep(0.1)
    assert await second == 423
    await line.send(film[sent:])
    assert await line.status() == 204
    line.close()
    assert await patch(served.http, served.address, link, 0, film) == 409
    assert stage.source(begun).read_bytes() == film


async def test_case_3_a_slow_but_steady_upload_is_not_cut(
    stage: TusStage, served: ServedConsole, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time limit is on the pace of the bytes, not on the request (V2)."""
    monkeypatch.setattr(slow_client, "BODY_WITHIN_SECONDS", 0.4)
    film, begun = a_film(20_000), await stage.begin(20_000)
    line = Line(served.address)
    await line.begin(begun["uploadUrl"], 0, 20_000)
    for at in range(0, 20_000, 1000):
        await line.send(film[at : at + 1000])
        await asyncio.sleep(0.1)
    assert await line.status() == 204
    line.close()
    assert stage.source(begun).read_bytes() == film


async def test_case_16_a_cut_connection_leaves_what_arrived(stage: TusStage, served: ServedConsole) -> None:
    """Five cuts at odd places.

    No byte that arrived is sent again, and none is lost (V2, ≤ 1.1 times the size).
    """
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    link, sent = begun["uploadUrl"], 0
    for cut in (1, 65_537, 700_001, 1_048_577, 2_222_222):
        status, offset = await head(served.http, served.address, link)
        assert status == 200
        assert stage.source(begun).read_bytes() == film[:offset]
        line = Line(served.address)
        await line.begin(link, offset, SIZE - offset)
        part = film[offset : max(cut, offset + 1)]
        await line.send(part)
        # the bytes are on their way to the server, and then the line is cut
        await asyncio.sleep(0.2)
        line.writer.transport.abort()
        sent += len(part)
    status, offset = await head(served.http, served.address, link)
    assert await patch(served.http, served.address, link, offset, film[offset:]) == 204
    sent += SIZE - offset
    assert stage.source(begun).read_bytes() == film
    assert sent <= 1.1 * SIZE
    assert await stage.queued() == 1


async def test_case_8_bytes_that_a_proxy_holds_back_are_no_offset(stage: TusStage, served: ServedConsole) -> None:
    """The offset counts what reached the disk.

    The operator's page turns the proxy's buffer off.
    """
    film, link = a_film(SIZE), await stage.link(SIZE)
    line = Line(served.address)
    await line.begin(link, 0, SIZE)
    await asyncio.sleep(0.2)
    line.close()
    assert await head(served.http, served.address, link) == (200, 0)
    assert await patch(served.http, served.address, link, 0, film) == 204
    page = (Path(__file__).parents[4] / "docs" / "operations.md").read_text()
    for directive in ("proxy_request_buffering off", "client_max_body_size 0", "proxy_http_version 1.1"):
        assert directive in page


async def test_nothing_that_races_a_deletion_finds_an_upload_of_no_bytes(
    stage: TusStage, served: ServedConsole
) -> None:
    """R2-283: it is served before, or finds nothing, and no directory is left."""
    film, chance = a_film(300_000), random.Random(283)

    async def later(request: Awaitable[tuple[str, int, int]]) -> tuple[str, int, int]:
        await asyncio.sleep(chance.random() * 0.05)
        return await request

    async def answer(method: str, link: str, body: bytes = b"", **headers: str) -> tuple[str, int, int]:
        headers |= VERSION | {"Content-Type": OFFSET_STREAM} if body else VERSION
        async with served.http.request(method, served.address + link, headers=headers, data=body) as answered:
            return method, answered.status, int(answered.headers.get("Upload-Offset", -1))

    for _ in range(12):
        begun = await stage.begin(len(film))
        link = begun["uploadUrl"]
        assert await patch(served.http, served.address, link, 0, film[:100_000]) == 204
        requests = [answer("HEAD", link) for _ in range(6)]
        requests += [answer("DELETE", link) for _ in range(2)]
        requests.append(answer("PATCH", link, film[100_000:], **{"Upload-Offset": "100000"}))
        requests.append(answer("POST", link, **{"Upload-Length": str(len(film))}))
        found = await asyncio.gather(*map(later, requests))
        assert {offset for _, status, offset in found if status in (200, 201)} <= {100_000, len(film)}
        assert {status for _, status, _ in found} <= {200, 201, 204, 404, 409}
        assert not stage.directory.of(begun["videoId"]).exists() or ("PATCH", 204, len(film)) in found
    assert not list(stage.console.container.settings().videos.glob("deleted-*"))


async def test_a_hundred_clients_in_disorder_leave_every_file_whole(stage: TusStage, served: ServedConsole) -> None:
    """Random cuts, two tabs at once, wrong offsets, terminations.

    Equal sums, one writer each (upload-chaos).
    """
    stage.console.container.upload_limits.override(UploadLimits(open_uploads=200))
    size, seed = 300_000, random.Random(18)
    begun = [await stage.begin(size, name=f"Dars {number}") for number in range(100)]
    film = a_film(size)
    results = await asyncio.gather(*(disorder(served, one, film, random.Random(seed.random())) for one in begun))
    ended = [one for one, result in zip(begun, results, strict=True) if result == "ended"]
    whole = [one for one, result in zip(begun, results, strict=True) if result == "whole"]
    assert len(ended) > 3
    assert len(ended) + len(whole) == 100
    expected = hashlib.sha256(film).hexdigest()
    assert {hashlib.sha256(stage.source(one).read_bytes()).hexdigest() for one in whole} == {expected}
    assert not any(stage.source(one).exists() for one in ended)
    assert await stage.queued() == len(whole)


async def disorder(served: ServedConsole, begun: dict[str, Any], film: bytes, chance: random.Random) -> str:
    """One client: goes on from the offset until all is stored, or ends the upload."""
    link, allowed = begun["uploadUrl"], {200, 204, 409, 423}
    while True:
        status, offset = await head(served.http, served.address, link)
        if status == 423:
            continue
        assert status == 200
        if offset == len(film):
            return "whole"
        match chance.randrange(12):
            case 0:
                async with served.http.delete(served.address + link, headers=VERSION) as answer:
                    # or a line that was cut had brought its last byte after all
                    assert answer.status in (204, 409)
                if answer.status == 204:
                    return "ended"
            case 1 | 2 | 3:
                line = Line(served.address)
                await line.begin(link, offset, len(film) - offset)
                await line.send(film[offset : offset + chance.randrange(1, 200_000)])
                line.writer.transport.abort()
            case 4 | 5:
                both = [patch(served.http, served.address, link, offset, film[offset:]) for _ in range(2)]
                statuses = sorted(await asyncio.gather(*both))
                assert statuses.count(204) <= 1, "exactly one writer"
                assert set(statuses) <= allowed
            case 6:
                assert await patch(served.http, served.address, link, offset + 1, film[:10]) in (409, 413)
            case _:
                end = min(len(film), offset + chance.randrange(1, 150_000))
                assert await patch(served.http, served.address, link, offset, film[offset:end]) in allowed


async def test_kill_9_in_the_middle_of_a_patch_loses_nothing(stage: TusStage, tmp_path: Path) -> None:
    """Any byte: the offset after the restart is what reached the file.

    The file ends up identical (V2).
    """
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    link, home, offset = begun["uploadUrl"], stage.console.container.settings().home, 0
    for cut in (1_200_000, 2_400_000):
        async with api_process(stage.console.url, home) as process:
            line = Line(f"http://127.0.0.1:{process.port}")
            await line.begin(link, offset, SIZE - offset)
            await line.send(film[offset:cut])
            await stored(stage, begun, cut - 1_048_576)
            os.kill(process.pid, signal.SIGKILL)
            line.close()
        offset = await stage.offset(link)
        assert offset >= cut - 1_048_576
        assert stage.source(begun).read_bytes() == film[:offset]
    async with api_process(stage.console.url, home) as process, aiohttp.ClientSession() as http:
        assert await head(http, address(process), link) == (200, offset)
        assert await patch(http, address(process), link, offset, film[offset:]) == 204
        assert await head(http, address(process), link) == (200, SIZE)
    assert stage.source(begun).read_bytes() == film
    assert await stage.status(begun["id"]) == [UPLOADING, WAITING]
    assert await stage.queued() == 1


def address(process: ApiProcess) -> str:
    """The address without the path of the staff API."""
    return f"http://127.0.0.1:{process.port}"
