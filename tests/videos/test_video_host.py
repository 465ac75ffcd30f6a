"""The contract of video hosts (D-95; protocols §1).

Runs against the host in memory, the built-in one, and Kinescope over HTTP to its simulator with its real faults.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

import aiohttp
import aiohttp.web
import pytest

from adapters.http_client import RetryPolicy
from adapters.memory.video_host import MemoryVideoHost
from adapters.network_policy import NetworkPolicy
from adapters.security.video_links import SignedPlayLinks, SignedUploadLinks
from adapters.video_host.built_in.host import BuiltInHost
from adapters.video_host.built_in.layout import VideoDirectory
from adapters.video_host.built_in.media import Media, MediaStream, write_media
from adapters.video_host.built_in.storage import UploadStorage
from adapters.video_host.kinescope import KinescopeVideos
from application.videos.ports import HostReport, HostUnavailable, HostUpload, VideoHost
from domain.videos.video import Video, VideoStatus
from entrypoints.simulators.videos import Library, serve

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=2)
CONTENT = bytes(range(256)) * 400
HASTY = RetryPolicy(connect=1.0, answer=0.5, tries=2, first_pause=0.01, longest_pause=0.02)
HERE = NetworkPolicy.of("127.0.0.0/8", internet=False)
OCTETS = {"Tus-Resumable": "1.0.0", "Content-Type": "application/offset+octet-stream"}
S = VideoStatus


def a_video(public_id: str = "a-video-of-the-suite", size: int = len(CONTENT)) -> Video:
    return Video(
        public_id=public_id, group_id=1, lesson_id=1, name="Kasrlar: 1-dars", orig_name="Касрлар.mp4", size=size,
        created_by=1, created_at=NOW, moved_at=NOW, host="",
    )  # fmt: skip


class Harness(Protocol):
    """A host, and what happens to it."""

    @property
    def host(self) -> VideoHost: ...

    async def send(self, upload: HostUpload, content: bytes) -> None:
        """A browser sends these bytes, from the stored ones on."""

    async def finish(self, video: Video) -> None:
        """The host's processing ends well."""

    def name_of(self, video: Video) -> str:
        """The name at the host."""

    def down(self) -> None: ...


class InMemory:
    """The host in memory."""

    def __init__(self) -> None:
        self.host = MemoryVideoHost()

    async def send(self, upload: HostUpload, content: bytes) -> None:
        received = upload.offset + len(content)
        status = S.WAITING if received == len(CONTENT) else S.UPLOADING
        self.host.videos[upload.host_id] = HostReport(upload.host_id, status, received=received)

    async def finish(self, video: Video) -> None:
        self.host.videos[video.host_id] = HostReport(video.host_id, S.DONE, duration=61.5, size=video.size)

    def name_of(self, video: Video) -> str:
        return self.host.names[video.host_id]

    def down(self) -> None:
        self.host.available = False


class BuiltIn:
    """The built-in host over a directory."""

    def __init__(self, root: Path) -> None:
        self.directory = VideoDirectory(root)
        self.storage = UploadStorage(self.directory)
        links = SignedUploadLinks("a-key"), SignedPlayLinks("a-key")
        self.host = BuiltInHost(self.directory, self.storage, *links)

    async def send(self, upload: HostUpload, content: bytes) -> None:
        with self.directory.source(upload.host_id).open("ab") as file:
            file.write(content)

    async def finish(self, video: Video) -> None:
        stream = MediaStream("video.mp4", 720, len(CONTENT))
        write_media(self.directory, video.public_id, Media(61.5, (stream,)))

    def name_of(self, video: Video) -> str:
        return video.name

    def down(self) -> None:
        pytest.skip("files are always there")


class AtKinescope:
    """Kinescope's adapter against its simulator, whose clock the test moves."""

    def __init__(self, url: str, library: Library, how: dict[str, Any]) -> None:
        self.library, self.url = library, url
        self.host = KinescopeVideos(
            url, library.token, library.project, uploader=url, retry_policy=HASTY, policy=HERE, **how
        )

    async def send(self, upload: HostUpload, content: bytes) -> None:
        assert upload.url is not None
        async with aiohttp.ClientSession() as browser:
            offset = {"Upload-Offset": str(upload.offset)}
            async with browser.patch(upload.url, data=content, headers=OCTETS | offset) as answer:
                assert answer.status == 204

    async def finish(self, video: Video) -> None:
        self.library.delay = 0.0
        assert self.library.videos[video.host_id].complete_at is not None

    def name_of(self, video: Video) -> str:
        return self.library.videos[video.host_id].title

    def down(self) -> None:
        self.library.suffer("down")


@asynccontextmanager
async def kinescope(**how: Any) -> AsyncIterator[AtKinescope]:
    library = Library(delay=3600.0)
    async with serve(library) as url:
        harness = AtKinescope(url, library, how)
        yield harness
        await harness.host.close()


@pytest.fixture(params=["memory", "built_in", "kinescope"])
async def harness(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Harness]:
    if request.param == "memory":
        yield InMemory()
        return
    if request.param == "built_in":
        built_in = BuiltIn(tmp_path)
        yield built_in
        built_in.storage.close()
        return
    async with kinescope() as over_http:
        yield over_http


async def _begun(harness: Harness, video: Video | None = None) -> tuple[Video, HostUpload]:
    video = video or a_video()
    upload = await harness.host.create_upload(video, "video/mp4", NOW)
    video.host, video.host_id = harness.host.name, upload.host_id
    return video, upload


async def _complete(harness: Harness) -> Video:
    video, upload = await _begun(harness)
    await harness.send(upload, CONTENT)
    video.receive(video.size, NOW)
    return video


async def test_an_upload_has_a_link_an_id_and_an_end(harness: Harness) -> None:
    video, upload = await _begun(harness)
    assert upload.url
    assert upload.host_id
    assert (upload.offset, upload.expires_at) == (0, NOW + timedelta(hours=24))
    assert (await harness.host.report(video)).status == S.UPLOADING


async def test_a_begun_upload_is_reported_as_uploading_until_its_last_byte(harness: Harness) -> None:
    """A host's word for *not begun* must not pass for *all bytes wait*."""
    video, upload = await _begun(harness)
    await harness.send(upload, CONTENT[:1000])
    assert (await harness.host.report(video)).status == S.UPLOADING


async def test_a_complete_video_waits_or_is_processed_and_then_done(harness: Harness) -> None:
    video = await _complete(harness)
    assert (await harness.host.report(video)).status in (S.WAITING, S.PROCESSING)
    await harness.finish(video)
    report = await harness.host.report(video)
    assert (report.status, report.duration) == (S.DONE, pytest.approx(61.5, abs=60))
    assert report.host_id == video.host_id


async def test_a_renewed_link_goes_on_where_the_bytes_end(harness: Harness) -> None:
    """V1: the link expired or was lost, the bytes are not sent again."""
    video, upload = await _begun(harness)
    await harness.send(upload, CONTENT[:1000])
    renewed = await harness.host.renew(video, LATER)
    assert (renewed.host_id, renewed.offset) == (upload.host_id, 1000)
    assert renewed.expires_at == LATER + timedelta(hours=24)
    await harness.send(renewed, CONTENT[1000:])
    video.receive(video.size, NOW)
    await harness.finish(video)
    assert (await harness.host.report(video)).status == S.DONE


async def test_an_upload_that_is_gone_begins_anew(harness: Harness) -> None:
    """V1: a new link, the same item."""
    video, upload = await _begun(harness)
    await harness.host.delete(upload.host_id)
    renewed = await harness.host.renew(video, LATER)
    assert renewed.offset == 0
    assert renewed.url
    video.host_id = renewed.host_id
    assert (await harness.host.report(video)).status == S.UPLOADING


async def test_an_upload_whose_preparation_was_not_answered_is_found_and_deleted(harness: Harness) -> None:
    """V1: the process died before it stored the id; nothing stays behind at the host."""
    video, upload = a_video(), await harness.host.create_upload(a_video(), "video/mp4", NOW)
    assert await harness.host.find_id(video) == upload.host_id
    await harness.host.delete(upload.host_id)
    assert await harness.host.find_id(video) == ""


async def test_a_done_video_plays(harness: Harness) -> None:
    video = await _complete(harness)
    await harness.finish(video)
    playback = await harness.host.playback(video, "user:7", LATER)
    assert playback.type == ("embed" if harness.host.name == "kinescope" else "file")
    assert playback.address


async def test_a_video_is_renamed_as_here(harness: Harness) -> None:
    video = await _complete(harness)
    video.name = "Oʻnli kasrlar, ikkinchi dars"
    await harness.host.rename(video)
    await harness.host.rename(video)
    assert harness.name_of(video) == video.name


async def test_a_deleted_video_is_unknown_and_deleting_it_again_is_no_error(harness: Harness) -> None:
    video = await _complete(harness)
    await harness.host.delete(video.host_id)
    assert (await harness.host.report(video)).status is None
    await harness.host.delete(video.host_id)


async def test_an_unknown_video_is_reported_as_unknown(harness: Harness) -> None:
    video = a_video()
    for unknown in ("0a0a0a0a-0000-4000-8000-000000000000", "../../v1/projects", "", "а"):
        video.host_id = unknown
        assert (await harness.host.report(video)).status is None


async def test_a_host_that_is_down_is_unavailable(harness: Harness) -> None:
    video = await _complete(harness)
    harness.down()
    calls: list[Callable[[], Any]] = [
        lambda: harness.host.create_upload(a_video("another-of-the-suite"), "video/mp4", NOW),
        lambda: harness.host.renew(video, NOW),
        lambda: harness.host.report(video),
        lambda: harness.host.find_id(video),
        lambda: harness.host.rename(video),
        lambda: harness.host.playback(video, "user:7", LATER),
        lambda: harness.host.delete(video.host_id),
        lambda: harness.host.convert_again(video),
    ]
    for call in calls:
        with pytest.raises(HostUnavailable):
            await call()


# Kinescope


async def test_the_upload_is_prepared_with_project_title_name_and_size() -> None:
    async with kinescope() as it:
        video, upload = await _begun(it)
        stored = it.library.videos[upload.host_id]
        assert (stored.title, stored.filename, stored.size) == (video.name, video.orig_name, video.size)
        assert upload.url == f"{it.url}/v2/upload/{upload.host_id}"
        assert it.library.token not in upload.url, "the token stays here"


async def test_the_bytes_arrive_whole_over_conflicts_and_dropped_requests() -> None:
    """Of every second PATCH half is stored; a browser goes on from there."""
    for fault in ("conflict", "dropped"):
        async with kinescope() as it:
            it.library.suffer(fault)
            video, upload = await _begun(it)
            sent = await _as_a_browser(str(upload.url), CONTENT)
            stored = it.library.videos[video.host_id]
            assert stored.digest.hexdigest() == hashlib.sha256(CONTENT).hexdigest()
            assert sent <= 2 * len(CONTENT)


async def _as_a_browser(url: str, content: bytes) -> int:
    """Sends chunks as tus-js-client does; returns the bytes sent."""
    sent, chunk = 0, 20_000
    async with aiohttp.ClientSession() as browser:
        for _ in range(100):
            async with browser.head(url, headers={"Tus-Resumable": "1.0.0"}) as head:
                offset = int(head.headers["Upload-Offset"])
            if offset == len(content):
                return sent
            piece = content[offset : offset + chunk]
            sent += len(piece)
            try:
                headers = OCTETS | {"Upload-Offset": str(offset)}
                async with browser.patch(url, data=piece, headers=headers) as answer:
                    assert answer.status in (204, 409)
            except aiohttp.ClientError:
                continue
    pytest.fail("the bytes did not arrive")


@pytest.mark.parametrize("fault", ["torn", "cut"])
async def test_an_upload_that_may_have_begun_is_not_begun_twice_and_cleared_away(fault: str) -> None:
    """Kinescope has no idempotency keys: the renewal deletes the orphan."""
    async with kinescope() as it:
        video = a_video()
        it.library.suffer(fault)
        with pytest.raises(HostUnavailable):
            await it.host.create_upload(video, "video/mp4", NOW)
        assert len(it.library.videos) == 1
        it.library.suffer()
        upload = await it.host.renew(video, NOW)
        assert list(it.library.videos) == [upload.host_id]


async def test_nothing_is_uploaded_again_that_the_host_has() -> None:
    async with kinescope() as it:
        video, upload = await _begun(it)
        await it.send(upload, CONTENT)
        it.library.suffer("gone")
        renewed = await it.host.renew(video, NOW)
        assert (renewed.host_id, renewed.url, renewed.offset) == (video.host_id, None, video.size)


@pytest.mark.parametrize("fault", ["no-endpoint", "garbage"])
async def test_an_answer_that_is_not_to_be_understood_is_no_upload(fault: str) -> None:
    async with kinescope() as it:
        it.library.suffer(fault)
        with pytest.raises(HostUnavailable):
            await it.host.create_upload(a_video(), "video/mp4", NOW)


async def test_a_busy_host_is_asked_again_and_says_how_long_to_wait() -> None:
    """429 with Retry-After: each second call."""
    async with kinescope() as it:
        video, _ = await _begun(it)
        it.library.suffer("busy")
        it.library.calls = 0
        assert (await it.host.report(video)).status == S.UPLOADING
        it.library.calls = 0
        with pytest.raises(HostUnavailable) as busy:
            await it.host.create_upload(a_video("another-of-the-suite"), "video/mp4", NOW)
        assert busy.value.seconds == 1


@pytest.mark.parametrize(("fault", "status"), [("broken", S.ERROR), ("silent", S.PROCESSING), ("unheard", S.WAITING)])
async def test_every_word_of_the_host_has_a_status(fault: str, status: VideoStatus) -> None:
    """An unknown word means not ready; no word of the vendor leaves the adapter."""
    async with kinescope() as it:
        video = await _complete(it)
        it.library.delay = 0.0
        it.library.suffer(fault)
        report = await it.host.report(video)
        assert report.status == status
        assert report.message == ("videos.failed.at_host" if status == S.ERROR else "")
        if status == S.ERROR:
            with pytest.raises(HostUnavailable):
                await it.host.convert_again(video)


async def test_a_player_page_of_another_kind_of_address_is_not_given_to_browsers() -> None:
    class Elsewhere(KinescopeVideos):
        async def _found(self, host_id: str) -> dict[str, Any] | None:
            return {"id": host_id, "embed_link": "javascript:alert(1)"}

    host = Elsewhere("https://api.kinescope.io", "t", "p")
    video = a_video()
    video.host_id = "x"
    with pytest.raises(HostUnavailable):
        await host.playback(video, "user:7", LATER)


async def test_a_wrong_token_is_told_without_it(caplog: pytest.LogCaptureFixture) -> None:
    async with kinescope() as it:
        host = KinescopeVideos(it.url, "another-token", "lessons", uploader=it.url, retry_policy=HASTY, policy=HERE)
        with caplog.at_level(logging.DEBUG), pytest.raises(HostUnavailable) as refused:
            await host.create_upload(a_video(), "video/mp4", NOW)
        await host.close()
        assert str(refused.value) == "unauthorised"
        assert "another-token" not in caplog.text


async def test_an_address_inside_is_not_called() -> None:
    """An address of this machine's neighbours is never called (ASVS-39)."""
    async with kinescope() as it:
        policy = NetworkPolicy.of(internet=True)
        host = KinescopeVideos(it.url, it.library.token, "lessons", uploader=it.url, retry_policy=HASTY, policy=policy)
        for call in (host.create_upload(a_video(), "video/mp4", NOW), host.delete("x")):
            with pytest.raises(HostUnavailable, match="not_allowed"):
                await call
        await host.close()
        assert it.library.calls == 0


# webhooks


async def _reports(it: AtKinescope, *faults: str) -> tuple[Video, list[bytes]]:
    """The reports that arrive at the console's address after an upload."""
    arrived: list[bytes] = []

    async def take(request: aiohttp.web.Request) -> aiohttp.web.Response:
        arrived.append(await request.read())
        return aiohttp.web.Response()

    app = aiohttp.web.Application()
    app.router.add_post("/api/video-host/kinescope/word", take)
    runner = aiohttp.web.AppRunner(app)
    await runner.setup()
    site = aiohttp.web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    it.library.delay = 0.02
    it.library.suffer(*faults)
    it.library.webhooks.clear()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}/api/video-host/kinescope/word"
    host = KinescopeVideos(
        it.url, it.library.token, "lessons", uploader=it.url, callback_url=address, retry_policy=HASTY, policy=HERE
    )
    video = a_video()
    for _ in range(2):
        upload = await host.create_upload(video, "video/mp4", NOW)
    video.host_id = upload.host_id
    assert [hook["endpoint"] for hook in it.library.webhooks] == [address], "registered once"
    await it.send(upload, CONTENT)
    await asyncio.sleep(0.3)
    await host.close()
    await runner.cleanup()
    return video, arrived


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("", ["pre-processing", "processing", "done"]),
        ("twice", ["pre-processing", "pre-processing", "processing", "processing", "done", "done"]),
        ("disorder", ["done", "processing", "pre-processing"]),
        ("late", ["pre-processing", "processing", "done"]),
        ("broken", ["pre-processing", "processing", "error"]),
        ("untold", []),
    ],
)
async def test_the_host_tells_of_states_as_its_faults_have_it(fault: str, words: list[str]) -> None:
    """Late, doubled, reordered or missing: the host is asked after each."""
    async with kinescope() as it:
        video, arrived = await _reports(it, *([fault] if fault else []))
        assert [json.loads(body)["data"]["status"] for body in arrived] == words
        reports = [report for body in arrived for report in it.host.reports_of({}, body)]
        assert {report.host_id for report in reports} <= {video.host_id}
        assert len(reports) == len(words)
        assert (await it.host.report(video)).status == (S.ERROR if fault == "broken" else S.DONE)


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{}", b'{"event": 1}', b'{"event": "media.update.status", "data": {}}', b"\xff", b"[" * 5000,
     b'{"event": "media.update.status", "data": {"id": 7}}',
     b'{"event": "media.update.status", "data": {"id": "a\\u0000"}}'],
)  # fmt: skip
def test_a_foreign_report_is_rejected(body: bytes) -> None:
    with pytest.raises(ValueError, match=r"no report|no video"):
        KinescopeVideos("https://api.kinescope.io", "t", "p").reports_of({}, body)


def test_another_event_of_the_host_is_none_of_a_video() -> None:
    host = KinescopeVideos("https://api.kinescope.io", "t", "p")
    assert host.reports_of({}, b'{"event": "media.deleted", "data": {"id": "x"}}') == []
