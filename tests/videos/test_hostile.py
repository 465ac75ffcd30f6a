"""Hostile and broken files end in an error with its reason (ASVS-32, ASVS-49)."""

import asyncio
import re
import shutil
import struct
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image

from adapters.video_host.built_in.processing import converter
from application.videos.processing import REASONS, ProcessingFailed
from contracts.texts import LANGUAGES, catalogue
from tests.videos.conftest import Workshop
from tests.videos.samples import X264, run, sample, written


def test_every_reason_has_a_text_in_every_language() -> None:
    for language in LANGUAGES:
        texts = {catalogue(language)[f"videos.failed.{reason}"] for reason in REASONS}
        assert len(texts) == len(REASONS)


async def test_nothing_is_no_video(workshop: Workshop) -> None:
    workshop.upload(b"")
    assert await workshop.refusal() == "unreadable"


async def test_an_index_without_a_byte_of_video(workshop: Workshop) -> None:
    content = sample("mp4")
    workshop.upload(content[: content.index(b"mdat") + 4] if content.index(b"moov") < content.index(b"mdat") else b"")
    assert await workshop.refusal() in ("unreadable", "cut_short")


async def test_a_video_cut_before_its_index(workshop: Workshop) -> None:
    """A camera writes the index last; without it nothing can be read."""
    content = sample("mov")
    assert content.index(b"mdat") < content.index(b"moov")
    workshop.upload(content[: len(content) // 2])
    assert await workshop.refusal() == "unreadable"


@pytest.mark.parametrize("form", ["mp4", "matroska", "avi", "asf"])
async def test_a_video_cut_in_the_middle(form: str, workshop: Workshop) -> None:
    """The lesson's end is missing: shown as an error, never as a whole lesson."""
    coding = {
        "mp4": (*X264, "-c:a", "aac", "-movflags", "+faststart"),
        "matroska": (*X264, "-c:a", "aac"),
        "avi": ("-c:v", "mpeg4"),
        "asf": ("-c:v", "wmv2", "-c:a", "wmav2"),
    }[form]
    content = written(workshop.root / "x", *coding, "-f", form, seconds=10).read_bytes()
    workshop.upload(content[: len(content) // 2])
    assert await workshop.refusal() == "cut_short"


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF"])
async def test_a_picture_named_as_a_video(form: str, workshop: Workshop) -> None:
    (workshop.folder).mkdir(parents=True)
    Image.new("RGB", (64, 64), "red").save(workshop.directory.source("a-video-of-the-tests"), form)
    assert await workshop.refusal() == "unreadable"


async def test_a_sound_named_as_a_video(workshop: Workshop) -> None:
    run("-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac", "-f", "mp4", workshop.root / "x")
    workshop.upload((workshop.root / "x").read_bytes())
    assert await workshop.refusal() == "no_picture"


async def test_a_song_with_a_cover_is_no_video(workshop: Workshop) -> None:
    Image.new("RGB", (64, 64), "red").save(workshop.root / "cover.png")
    song = ("-f", "lavfi", "-i", "sine=duration=1", "-i", workshop.root / "cover.png", "-map", "0", "-map", "1")
    run(*song, "-c:a", "aac", "-c:v", "png", "-disposition:v:0", "attached_pic", "-f", "mp4", workshop.root / "x")
    workshop.upload((workshop.root / "x").read_bytes())
    assert await workshop.refusal() == "no_picture"


@pytest.fixture
async def wire() -> AsyncIterator[tuple[int, list[bytes]]]:
    """A server that notes each call."""
    calls: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        calls.append(await reader.read(1000))
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], calls


def _playlists(secret: Path, port: int) -> dict[str, str]:
    away = f"http://127.0.0.1:{port}/x.mp4"
    return {
        "concat": f"ffconcat version 1.0\nfile '{secret}'\n",
        "concat of the network": f"ffconcat version 1.0\nfile {away}\n",
        "hls": f"#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nfile://{secret}\n#EXT-X-ENDLIST\n",
        "hls of the network": f"#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n{away}\n#EXT-X-ENDLIST\n",
        "hls that joins": f"#EXTM3U\n#EXTINF:10.0,\nconcat:{away}|file://{secret}\n#EXT-X-ENDLIST\n",
        "asx": f'<asx version="3.0"><entry><ref href="{away}"/></entry></asx>',
        "dash": f'<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><BaseURL>{away}</BaseURL></MPD>',
        "sdp": f"v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video {port} RTP/AVP 96\n",
        "smil": f'<smil><body><video src="{away}"/></body></smil>',
        "subtitles": f"[Script Info]\nVideo File: {secret}\n",
        "rtsp": f"rtsptextrtsp://127.0.0.1:{port}/x\r\n",
        "pictures": f"%04d.png\n{secret}\n",
    }


@pytest.mark.parametrize("name", _playlists(Path("/x"), 1))
async def test_a_playlist_reads_no_other_file_and_calls_nobody(
    name: str, workshop: Workshop, wire: tuple[int, list[bytes]]
) -> None:
    port, calls = wire
    secret = workshop.root / "secret.mp4"
    secret.write_bytes(sample("mp4"))
    workshop.upload(_playlists(secret, port)[name].encode())
    assert await workshop.refusal() == "unreadable"
    assert calls == []


async def test_a_reference_to_another_file_is_not_followed(workshop: Workshop) -> None:
    """QuickTime may keep its samples in a file that it names by an alias."""
    secret = workshop.root / "secret.mov"
    secret.write_bytes(sample("mov"))
    content = secret.read_bytes()
    index = content[content.index(b"moov") - 4 :]
    path = str(secret).encode()
    alias = struct.pack(">I4sI", 12 + 150 + 4 + len(path) + 8, b"alis", 0) + b"\0" * 150
    alias += struct.pack(">hh", 2, len(path)) + path + struct.pack(">hh", -1, 0) + b"\0" * 4
    itself = struct.pack(">I4sI", 12, b"url ", 1)
    assert itself in index
    workshop.upload(struct.pack(">I4s4sI", 20, b"ftyp", b"qt  ", 0) + b"qt  " + index.replace(itself, alias))
    assert await workshop.refusal() in ("unreadable", "no_picture", "cut_short")


def _claimed(content: bytes, width: int, height: int) -> bytes:
    """An AVI that claims this size, everywhere and with its own data."""
    size, claim = struct.pack("<II", 160, 120), struct.pack("<II", width, height)
    assert size in content
    return content.replace(size, claim).replace(struct.pack("<HH", 160, 120), struct.pack("<HH", width, height))


@pytest.mark.parametrize("size", [(50_000, 50_000), (65_500, 600), (20_000, 2)])
async def test_a_bomb_of_huge_dimensions_is_not_decoded(size: tuple[int, int], workshop: Workshop) -> None:
    """A header of 50 000 × 50 000 (ASVS-32)."""
    coding = ("-c:v", "huffyuv", "-pix_fmt", "yuv422p", "-f", "avi")
    small = written(workshop.root / "x", *coding, seconds=0.4, sound=False).read_bytes()
    workshop.upload(_claimed(small, *size))
    began = time.monotonic()
    assert await workshop.refusal() in ("too_large", "unreadable", "no_picture")
    assert time.monotonic() - began < 5


async def test_a_picture_that_grows_inside_is_bounded(workshop: Workshop) -> None:
    """A later key picture of the same stream is larger than is ever decoded."""
    small = written(workshop.root / "s", "-c:v", "mpeg2video", "-f", "mpeg2video", seconds=0.4, sound=False)
    content = small.read_bytes()
    # sequence header: 12 bits of width, 12 of height
    header = re.search(rb"\x00\x00\x01\xb3...", content, re.DOTALL)
    assert header is not None
    huge = content[: header.start() + 4] + b"\xff\xff\xff" + content[header.start() + 7 :]
    workshop.upload(content + huge)
    media = await workshop.convert()
    assert [it.height for it in media.renditions] == [120]


async def test_a_duration_without_end_is_rejected(workshop: Workshop) -> None:
    """Matroska keeps it as a number of milliseconds."""
    content = written(workshop.root / "x", *X264, "-f", "matroska", sound=False).read_bytes()
    place = content.index(b"\x44\x89\x88") + 3
    workshop.upload(content[:place] + struct.pack(">d", 1e12) + content[place + 8 :])
    assert await workshop.refusal() == "too_long"


async def test_a_video_that_is_longer_than_it_claims_is_rejected(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never shortened in silence."""
    monkeypatch.setattr(converter, "MAX_DURATION_SECONDS", 3.0)
    content = written(workshop.root / "x", *X264, "-f", "matroska", seconds=8, sound=False).read_bytes()
    place = content.index(b"\x44\x89\x88") + 3
    workshop.upload(content[:place] + struct.pack(">d", 1000.0) + content[place + 8 :])
    assert await workshop.refusal() == "too_long"


async def test_a_duration_that_is_only_claimed_is_not_believed(workshop: Workshop) -> None:
    content = written(workshop.root / "x", *X264, "-f", "mp4", sound=False).read_bytes()
    for atom, at in ((b"mvhd", 20), (b"tkhd", 24), (b"mdhd", 20)):
        place = content.index(atom) + at
        content = content[:place] + struct.pack(">I", 0x7FFFFFF0) + content[place + 4 :]
    workshop.upload(content)
    try:
        duration = (await workshop.convert()).duration
    except ProcessingFailed as failed:
        # versions of ffmpeg differ in which of the numbers they read
        assert failed.code == "videos.failed.too_long"  # noqa: PT017
    else:
        assert duration == pytest.approx(2, abs=0.3)


async def test_a_gap_of_weeks_between_two_pictures_is_rejected(workshop: Workshop) -> None:
    """Two pictures, days apart: a constant rate would make millions of them."""
    shift = "setpts='if(eq(N,0),0,1000000/TB)'"
    coding = ("-vf", shift, "-fps_mode", "passthrough", "-frames:v", "2", *X264, "-f", "matroska")
    workshop.upload(written(workshop.root / "x", *coding, sound=False).read_bytes())
    began = time.monotonic()
    assert await workshop.refusal() == "too_long"
    assert time.monotonic() - began < 10


async def test_a_conversion_that_takes_too_long_is_killed(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(converter, "BASE_SECONDS", 0.2)
    monkeypatch.setattr(converter, "SECONDS_PER_SECOND", 0.0)
    coding = ("-c:v", "mpeg4", "-f", "avi")
    workshop.upload(written(workshop.root / "x", *coding, size="1280x720", seconds=20, sound=False).read_bytes())
    assert await workshop.refusal() == "too_slow"


async def test_a_conversion_that_needs_too_much_memory_is_killed(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(converter, "MEMORY_BYTES", 400 * 1024 * 1024)
    coding = ("-c:v", "mpeg4", "-f", "avi")
    workshop.upload(written(workshop.root / "x", *coding, size="7680x4320", seconds=0.4, sound=False).read_bytes())
    assert await workshop.refusal() == "too_heavy"


async def test_a_file_that_grows_too_large_is_cut_off(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(converter, "SPARE_BYTES", -500_000)
    workshop.upload(written(workshop.root / "x", "-c:v", "mpeg4", "-q:v", "2", "-f", "avi", seconds=2).read_bytes())
    assert await workshop.refusal() in ("too_heavy", "unreadable")


async def test_noise_under_every_signature_is_survived(workshop: Workshop) -> None:
    """Scrambled files end in an error, or in what can be saved of them."""
    noise = bytes(range(256)) * 400
    for extension in ("mp4", "webm", "wmv", "avi", "mpg", "mxf", "ogg"):
        content = sample(extension)
        for broken in (content[:40] + noise, content[:400] + noise + content[800:], content[::-1]):
            shutil.rmtree(workshop.folder, ignore_errors=True)
            workshop.upload(broken)
            try:
                media = await workshop.convert()
            except ProcessingFailed as failed:
                assert failed.code.removeprefix("videos.failed.") in REASONS  # noqa: PT017 - either end is right
            else:
                assert (workshop.folder / "video.mp4").stat().st_size == media.renditions[0].bytes


async def test_without_a_converter_the_reason_is_told(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop.upload(sample("mp4"))
    monkeypatch.setattr(converter, "ffmpeg", lambda: None)
    assert await workshop.refusal() == "no_converter"


async def test_a_full_disk_is_told(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop.upload(sample("mp4"))
    # the disk that is always full
    (workshop.folder / "video.mp4.part").symlink_to("/dev/full")
    assert await workshop.refusal() in ("no_room", "unreadable")
