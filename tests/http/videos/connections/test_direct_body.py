"""Bodies that are read past the server's parser.

No byte of another request, none lost, and the connection lives on.
"""

import asyncio
import random
import time

import pytest

from adapters.video_host.built_in.held_file import BLOCK_BYTES
from entrypoints.http.middleware import slow_client
from entrypoints.http.middleware.direct_body import DirectBody
from tests.http.live.served_console import ServedConsole
from tests.http.videos.connections.line import Line, head, head_of, patch, patch_head, stored
from tests.http.videos.scenario import ERROR, UPLOADING
from tests.http.videos.tus_client import TusStage, a_film
from tests.support.console import Console

SIZE = 3_000_000
DISCONNECTED_WITHIN_SECONDS = 5


@pytest.fixture
async def stage(fresh_console: Console) -> TusStage:
    """A lesson to upload for, now."""
    return await TusStage.today(fresh_console)


@pytest.fixture
def read_directly(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The bytes that each body brought past the parser, in the order of their ends."""
    found: list[int] = []
    close = DirectBody.close

    def noted(source: DirectBody) -> None:
        found.append(source._moved)
        close(source)

    monkeypatch.setattr(DirectBody, "close", noted)
    return found


@pytest.fixture
async def line(served: ServedConsole) -> Line:
    """An open connection."""
    line = Line(served.address)
    await line.connect()
    return line


def length(count: int) -> str:
    """The header of a body's length."""
    return f"Content-Length: {count}"


async def test_a_pipelined_patch_does_not_take_the_bytes_of_the_next(stage: TusStage, line: Line) -> None:
    """The first is whole when the second begins: each upload gets its own bytes."""
    first, second = await stage.begin(5000), await stage.begin(SIZE)
    own, film = a_film(5000), a_film(SIZE)
    await line.send(
        patch_head(first["uploadUrl"], 0, length(5000)) + own + patch_head(second["uploadUrl"], 0, length(SIZE))
        + film[:40_000]
    )  # fmt: skip
    status, headers = await line.answer()
    assert (status, headers["upload-offset"]) == (204, "5000")
    await line.send(film[40_000:])
    status, headers = await line.answer()
    assert (status, headers["upload-offset"]) == (204, str(SIZE))
    assert stage.source(first).read_bytes() == own
    assert stage.source(second).read_bytes() == film


async def test_requests_behind_a_body_are_served_in_their_order(
    stage: TusStage, line: Line, read_directly: list[int]
) -> None:
    """The end of a body and the next two requests arrive in one piece."""
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    link, half = begun["uploadUrl"], SIZE // 2
    await line.send(patch_head(link, 0, length(half)) + film[:1000])
    await stored(stage, begun, 1000)
    await line.send(film[1000:half] + head_of("HEAD", link) + patch_head(link, half, length(SIZE - half)) + film[half:])
    assert (await line.answer())[1]["upload-offset"] == str(half)
    assert (await line.answer())[1]["upload-offset"] == str(half)
    assert (await line.answer())[1]["upload-offset"] == str(SIZE)
    assert stage.source(begun).read_bytes() == film
    assert read_directly[0] == half - 1000, "not a byte behind the body"


async def test_one_connection_carries_a_whole_upload(stage: TusStage, line: Line, read_directly: list[int]) -> None:
    """Chunk after chunk, at and around the sizes of the blocks."""
    sizes = [1, 4095, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 65_536, 2 * BLOCK_BYTES + 7]
    film, begun = a_film(sum(sizes)), await stage.begin(sum(sizes))
    at = 0
    for size in sizes:
        # the head alone, so that the body is still to come when it is read
        await line.send(patch_head(begun["uploadUrl"], at, length(size)))
        await asyncio.sleep(0.05)
        await line.send(film[at : at + size])
        at += size
        status, headers = await line.answer()
        assert (status, headers["upload-offset"]) == (204, str(at))
    assert stage.source(begun).read_bytes() == film
    assert read_directly == sizes


async def test_random_pieces_of_many_uploads_end_identical(stage: TusStage, served: ServedConsole) -> None:
    """Ten connections, pieces of any size at any moment."""
    chance = random.Random(21)
    begun = [await stage.begin(400_000, name=f"Dars {number}") for number in range(10)]
    film = a_film(400_000)

    async def send(link: str, seed: int) -> None:
        chance, line = random.Random(seed), Line(served.address)
        await line.connect()
        at = 0
        while at < len(film):
            end = min(len(film), at + chance.randrange(1, 200_000))
            message = patch_head(link, at, length(end - at)) + film[at:end]
            while message:
                cut = chance.choice([1, 7, 100, 4096, 65_536, 200_000])
                await line.send(message[:cut])
                message = message[cut:]
                await asyncio.sleep(chance.choice([0, 0, 0.001, 0.01]))
            assert await line.status() == 204
            at = end
        line.close()

    await asyncio.gather(*(send(one["uploadUrl"], chance.randrange(1 << 30)) for one in begun))
    assert all(stage.source(one).read_bytes() == film for one in begun)
    assert await stage.queued() == 10


async def test_a_refused_body_leaves_the_connection_usable(
    stage: TusStage, line: Line, read_directly: list[int]
) -> None:
    """R2-307: no video by its first bytes is answered at once.

    What still comes of its body is no request.
    """
    begun, other = await stage.begin(SIZE), await stage.begin(5000)
    page = b"<html>" + bytes(SIZE - 6)
    await line.send(patch_head(begun["uploadUrl"], 0, length(SIZE)))
    await asyncio.sleep(0.05)
    await line.send(page[:100_000])
    assert await line.status() == 415
    assert 4096 <= read_directly[0] <= 100_000
    smuggled = head_of("DELETE", other["uploadUrl"])
    await line.send(page[100_000 : SIZE - len(smuggled)] + smuggled)
    await line.send(head_of("HEAD", other["uploadUrl"]))
    status, headers = await line.answer()
    assert (status, headers["upload-offset"]) == (200, "0")
    assert await stage.status(begun["id"]) == [UPLOADING, ERROR]


async def test_a_chunked_body_goes_through_the_parser(stage: TusStage, line: Line, read_directly: list[int]) -> None:
    """Its framing is no part of the file; a trailer and the next request neither."""
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    link = begun["uploadUrl"]
    await line.send(patch_head(link, 0, "Transfer-Encoding: chunked"))
    for at in range(0, SIZE, 700_001):
        piece = film[at : at + 700_001]
        await line.send(b"%x\r\n" % len(piece) + piece + b"\r\n")
    await line.send(b"0\r\nUpload-Checksum: none\r\n\r\n" + head_of("HEAD", link))
    assert await line.status() == 204
    assert (await line.answer())[1]["upload-offset"] == str(SIZE)
    assert stage.source(begun).read_bytes() == film
    assert read_directly == []


@pytest.mark.parametrize(
    "framing",
    [
        ("Content-Length: 9", "Transfer-Encoding: chunked"),
        ("Content-Length: 9", "Content-Length: 10"),
        ("Content-Length: 9, 9",),
        ("Content-Length: +9",),
        ("Content-Length: -1",),
        ("Content-Length: 0x9",),
        ("Transfer-Encoding: gzip",),
    ],
)
async def test_a_body_whose_end_is_ambiguous_is_refused(stage: TusStage, line: Line, framing: tuple[str, ...]) -> None:
    """Two framings, or none that is known: nothing is stored (request smuggling)."""
    begun = await stage.begin(SIZE)
    await line.send(patch_head(begun["uploadUrl"], 0, *framing) + b"0\r\n\r\n" + a_film(100))
    assert await line.status() == 400
    assert await line.has_ended()
    assert await stage.offset(begun["uploadUrl"]) == 0


async def test_a_client_that_waits_for_100_is_told_to_go_on(stage: TusStage, line: Line) -> None:
    """And one whose request is refused is not: it need not send its body."""
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    link, expecting = begun["uploadUrl"], "Expect: 100-continue"
    await line.send(patch_head(link, 7, length(SIZE), expecting))
    assert await line.status() == 409
    line.close()
    await line.connect()
    await line.send(patch_head(link, 0, length(SIZE), expecting))
    assert await line.status() == 100
    await line.send(film)
    assert await line.status() == 204
    assert stage.source(begun).read_bytes() == film


@pytest.mark.parametrize("how", ["close", "abort"])
async def test_a_client_that_leaves_keeps_what_it_sent_and_frees_the_upload(
    stage: TusStage, served: ServedConsole, line: Line, how: str
) -> None:
    """By FIN and by RST, in the middle: the next request does not wait (case 16)."""
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    link = begun["uploadUrl"]
    await line.send(patch_head(link, 0, length(SIZE)) + film[:500_000])
    await stored(stage, begun, 500_000)
    if how == "close":
        line.close()
    else:
        line.writer.transport.abort()
    began = time.monotonic()
    assert await head(served.http, served.address, link) == (200, 500_000)
    assert time.monotonic() - began < 1
    assert await patch(served.http, served.address, link, 500_000, film[500_000:]) == 204
    assert stage.source(begun).read_bytes() == film


async def test_a_client_that_leaves_before_it_is_served_is_nobody(
    stage: TusStage, served: ServedConsole, line: Line
) -> None:
    """It is gone when its body is to be read; until then the upload is held."""
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    link = begun["uploadUrl"]
    async with stage.console.container.upload_bytes().hold(begun["videoId"]):
        await line.send(patch_head(link, 0, length(SIZE)) + film[:1000])
        await asyncio.sleep(0.3)
        line.writer.transport.abort()
        await asyncio.sleep(0.1)
    status, offset = await head(served.http, served.address, link)
    assert (status, offset) == (200, 0) or offset == 1000
    assert await patch(served.http, served.address, link, offset, film[offset:]) == 204
    assert stage.source(begun).read_bytes() == film


async def test_a_body_that_trickles_is_cut_and_its_bytes_stay(
    stage: TusStage, served: ServedConsole, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ASVS-60: the pace is checked past the parser, too."""
    monkeypatch.setattr(slow_client, "BODY_WITHIN_SECONDS", 1.5)
    begun = await stage.begin(SIZE)
    await line.send(patch_head(begun["uploadUrl"], 0, length(SIZE)))
    sent, film = 0, a_film(SIZE)

    async def trickle() -> None:
        nonlocal sent
        while True:
            await line.send(film[sent : sent + 1])
            sent += 1
            await asyncio.sleep(0.05)

    trickling = asyncio.create_task(trickle())
    async with asyncio.timeout(DISCONNECTED_WITHIN_SECONDS):
        assert await line.status() == 400
    trickling.cancel()
    await asyncio.gather(trickling, return_exceptions=True)
    status, offset = await head(served.http, served.address, begun["uploadUrl"])
    assert status == 200
    assert 0 < offset <= sent
    assert stage.source(begun).read_bytes() == film[:offset]


async def test_the_rest_of_a_refused_body_has_its_time_too(
    stage: TusStage, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ASVS-60: a client that is answered and does not end its body is disconnected."""
    monkeypatch.setattr(slow_client, "BODY_WITHIN_SECONDS", 0.5)
    begun = await stage.begin(SIZE)
    await line.send(patch_head(begun["uploadUrl"], 0, length(SIZE)) + b"<html>" + bytes(5000))
    assert await line.status() == 415
    async with asyncio.timeout(DISCONNECTED_WITHIN_SECONDS):
        assert await line.has_ended()


async def test_a_server_that_stops_keeps_what_arrived(stage: TusStage, served: ServedConsole, line: Line) -> None:
    """The request is cancelled after the server's patience; its bytes stay."""
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    await line.send(patch_head(begun["uploadUrl"], 0, length(SIZE)) + film[:700_000])
    await stored(stage, begun, 700_000)
    assert served.server is not None
    served.server.config.timeout_graceful_shutdown = 1
    served.stop()
    await served.stopped()
    async with asyncio.timeout(DISCONNECTED_WITHIN_SECONDS):
        assert await line.has_ended()
    assert stage.source(begun).read_bytes() == film[:700_000]
    assert await stage.offset(begun["uploadUrl"]) == 700_000
