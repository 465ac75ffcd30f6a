"""Playing videos of the built-in host.

Signed addresses, ranges, inert files (D-95).
"""

import asyncio
import contextlib
from datetime import timedelta
from typing import Any

import pytest

from adapters.video_host.built_in.media import Media, MediaStream, write_media
from entrypoints.http.videos import streams
from tests.http.live.served_console import ServedConsole
from tests.http.videos.connections.line import Line
from tests.http.videos.scenario import DAY
from tests.http.videos.tus_client import TusStage, a_film
from tests.support.builders import a_user_with
from tests.support.console import Console, data

SIZE = 5_000
LONG = 24_000_000
STREAMS = {"video.mp4": (720, b"best" * 500), "360.mp4": (360, b"lower" * 100)}
POSTER = b"\xff\xd8\xff" + b"p" * 50


@pytest.fixture
async def stage(fresh_console: Console) -> TusStage:
    """A lesson with a video that is done."""
    return await TusStage.of(fresh_console)


async def done(stage: TusStage) -> dict[str, Any]:
    """A video whose processing is done."""
    begun = await stage.begin(SIZE)
    await stage.patch(begun["uploadUrl"], 0, a_film(SIZE))
    directory, public_id = stage.directory, begun["videoId"]
    for name, (_, content) in STREAMS.items():
        directory.stream(public_id, name).write_bytes(content)
    directory.poster(public_id).write_bytes(POSTER)
    streams = tuple(MediaStream(name, height, len(content)) for name, (height, content) in STREAMS.items())
    write_media(directory, public_id, Media(61.5, streams))
    await stage.console.sql.execute("update videos set status = 2, duration = 61.5 where id = $1", begun["id"])
    return begun


async def play(stage: TusStage, begun: dict[str, Any]) -> dict[str, Any]:
    """The answer to the teacher's player."""
    return dict(await stage.teacher.data(f"/video/for-academic/{begun['id']}/play"))


async def test_a_player_gets_both_streams_and_the_poster(stage: TusStage) -> None:
    """The best first, the lower one for phones on mobile data.

    The address needs no session.
    """
    begun = await done(stage)
    playback = await play(stage, begun)
    assert (playback["type"], playback["duration"]) == ("file", 61.5)
    assert [(one["height"], one["size"]) for one in playback["renditions"]] == [(720, 2000), (360, 500)]
    assert playback["address"] == playback["renditions"][0]["address"]
    for one, content in zip(playback["renditions"], (STREAMS["video.mp4"][1], STREAMS["360.mp4"][1]), strict=True):
        answer = await stage.client.request("GET", one["address"])
        assert (answer.status_code, answer.content) == (200, content)
        assert answer.headers["content-type"] == "video/mp4"
    poster = await stage.client.request("GET", playback["poster"])
    assert (poster.status_code, poster.content, poster.headers["content-type"]) == (200, POSTER, "image/jpeg")


@pytest.mark.parametrize(
    ("wanted", "status", "content_range", "part"),
    [
        ("bytes=0-", 206, "bytes 0-1999/2000", slice(0, 2000)),
        ("bytes=0-0", 206, "bytes 0-0/2000", slice(0, 1)),
        ("bytes=100-199", 206, "bytes 100-199/2000", slice(100, 200)),
        ("bytes=-5", 206, "bytes 1995-1999/2000", slice(1995, 2000)),
        ("bytes=1990-5000", 206, "bytes 1990-1999/2000", slice(1990, 2000)),
        ("bytes=2000-", 416, "bytes */2000", slice(0, 0)),
        ("bytes=0-1,3-4", 200, None, slice(0, 2000)),
    ],
)
async def test_a_player_seeks_by_ranges(
    stage: TusStage, wanted: str, status: int, content_range: str | None, part: slice
) -> None:
    """Single ranges; several at once are answered with the whole file."""
    address = (await play(stage, await done(stage)))["address"]
    answer = await stage.client.request("GET", address, headers={"Range": wanted})
    assert (answer.status_code, answer.headers.get("content-range")) == (status, content_range)
    assert answer.content == STREAMS["video.mp4"][1][part]
    assert int(answer.headers["content-length"]) == len(answer.content)
    assert answer.headers["accept-ranges"] == "bytes"


async def test_the_headers_of_a_played_file_are_told_alone(stage: TusStage) -> None:
    """HEAD: those of GET, of the whole file (RFC 9110 §9.3.2)."""
    playback = await play(stage, await done(stage))
    for address in (playback["address"], playback["poster"]):
        whole = await stage.client.request("GET", address)
        head = await stage.client.request("HEAD", address, headers={"Range": "bytes=5-9"})
        assert (head.status_code, head.content) == (200, b"")
        for name in ("content-length", "content-type", "etag", "accept-ranges", "content-disposition"):
            assert head.headers[name] == whole.headers[name]
    assert (await stage.client.request("HEAD", address.replace("signature=", "signature=A"))).status_code == 404


async def test_a_range_of_another_file_is_not_continued(stage: TusStage) -> None:
    """If-Range: bytes of a file that was made anew are not joined to the old ones.

    If-None-Match: 304.
    """
    address = (await play(stage, await done(stage)))["address"]
    tag = (await stage.client.request("GET", address)).headers["etag"]
    headers = {"Range": "bytes=10-", "If-Range": tag}
    assert (await stage.client.request("GET", address, headers=headers)).status_code == 206
    assert (await stage.client.request("GET", address, headers=headers | {"If-Range": '"old"'})).status_code == 200
    unchanged = await stage.client.request("GET", address, headers={"If-None-Match": tag})
    assert (unchanged.status_code, unchanged.content) == (304, b"")


async def test_a_played_file_is_inert(stage: TusStage) -> None:
    """ASVS-35, ASVS-36: sandboxed, not sniffed, never a page, one plain disposition.

    Other origins get no access.
    """
    begun = await done(stage)
    playback = await play(stage, begun)
    for address, name in ((playback["address"], "video.mp4"), (playback["poster"], "poster.jpg")):
        headers = (await stage.client.request("GET", address, headers={"Origin": "https://evil.example"})).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "sandbox; default-src 'none'" in headers.get_list("content-security-policy")
        assert headers["content-disposition"] == f'inline; filename="{name}"'
        assert headers["cache-control"].startswith("private")
        assert not any(key.startswith("access-control") for key in headers)


async def test_an_address_ends_after_two_hours_and_with_the_video(stage: TusStage) -> None:
    """D-95: the player renews it; a deleted video stops at the next range."""
    begun = await done(stage)
    address = (await play(stage, begun))["address"]
    stage.console.clock.pass_by(hours=1, minutes=59, seconds=59)
    assert (await stage.client.request("GET", address)).status_code == 200
    stage.console.clock.pass_by(seconds=1)
    assert (await stage.client.request("GET", address)).status_code == 404
    stage.teacher = await stage.scenario.teacher()
    renewed = (await play(stage, begun))["address"]
    assert (await stage.client.request("GET", renewed)).status_code == 200
    data(await stage.teacher.delete(f"/video/delete-for-academic/{begun['id']}"))
    assert (await stage.client.request("GET", renewed)).status_code == 404


@pytest.mark.parametrize("change", ["blocked", "role", "group"])
async def test_an_address_is_worth_nothing_once_its_viewer_may_not_watch(stage: TusStage, change: str) -> None:
    """D-95: after a block, without the right, or when the group is another's."""
    begun, account = await done(stage), stage.scenario.account.id
    playback, execute = await play(stage, begun), stage.console.sql.execute
    addresses = [playback["poster"], *(one["address"] for one in playback["renditions"])]
    assert [(await stage.client.request("GET", one)).status_code for one in addresses] == [200] * 3
    if change == "blocked":
        await execute("update users set status = 2 where id = $1", account)
    elif change == "role":
        other = a_user_with({"all_groups:attendance": ["read"]}).of(stage.scenario.branch)
        await stage.console.store(other)
        await execute(
            "update users set role_id = (select role_id from users where id = $1) where id = $2", other.id, account
        )
    else:
        await execute("update teachers set user_id = null where user_id = $1", account)
    assert [(await stage.client.request("GET", one)).status_code for one in addresses] == [404] * 3


@pytest.mark.parametrize(
    "change",
    [
        "update students set system_status = 2 where id = $1",
        f"update enrolments set action_id = 5, ended_date = '{DAY - timedelta(days=1)}' where student_id = $1",
    ],
)
async def test_an_address_of_a_student_ends_with_the_account_and_the_period(stage: TusStage, change: str) -> None:
    """D-97, D-98: at the next range."""
    begun, student = await done(stage), stage.scenario.group.students[0]
    watching = await stage.console.sign_in_student(student)
    address = (await watching.data(f"/videos/{begun['id']}/play"))["address"]
    assert (await stage.client.request("GET", address)).status_code == 200
    await stage.console.sql.execute(change, student.id)
    assert (await stage.client.request("GET", address)).status_code == 404


async def test_a_forged_address_plays_nothing(stage: TusStage) -> None:
    """Another viewer, another stream, another video, no signature."""
    begun = await done(stage)
    address = (await play(stage, begun))["address"]
    for forged in (
        address.replace("height=720", "height=360"),
        address.replace("viewer=user", "viewer=student"),
        address.replace(begun["videoId"], "A" * 22),
        address.replace("signature=", "signature=A"),
    ):
        assert forged != address
        assert (await stage.client.request("GET", forged)).status_code == 404
    assert (await stage.client.request("GET", address.partition("?")[0])).status_code == 400


async def test_a_video_that_is_not_done_is_not_played(stage: TusStage) -> None:
    """R2-288: whatever address was signed before."""
    begun = await done(stage)
    address = (await play(stage, begun))["address"]
    await stage.console.sql.execute("update videos set status = 1 where id = $1", begun["id"])
    assert (await stage.client.request("GET", address)).status_code == 404
    refused = await stage.teacher.get(f"/video/for-academic/{begun['id']}/play")
    assert refused.status_code == 409


@pytest.fixture
async def long_address(stage: TusStage, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a stream that no buffer holds; its clients must be quick."""
    monkeypatch.setattr(streams, "TAKES_WITHIN_SECONDS", 0.4)
    monkeypatch.setitem(STREAMS, "video.mp4", (720, bytes(LONG)))
    return str((await play(stage, await done(stage)))["address"])


async def test_a_client_that_takes_nothing_is_disconnected(served: ServedConsole, long_address: str) -> None:
    """ASVS-60: what is read for it would wait in memory for as long as it likes."""
    line = Line(served.address)
    await line.connect()
    await line.send(f"GET {long_address} HTTP/1.1\r\nHost: centre.test\r\n\r\n".encode())
    await asyncio.sleep(1.5)
    taken = 0
    with contextlib.suppress(ConnectionError):
        while piece := await line.reader.read(1_000_000):
            taken += len(piece)
    assert taken < LONG


async def test_a_slow_client_that_takes_on_is_served_to_the_end(served: ServedConsole, long_address: str) -> None:
    """The time is that of a piece, not of the stream."""
    async with served.http.get(served.address + long_address) as answer:
        taken = 0
        async for piece in answer.content.iter_chunked(2_000_000):
            taken += len(piece)
            await asyncio.sleep(0.1)
    assert taken == LONG
