"""Every allowed container becomes what any browser plays (R2-306, issue 18)."""

from pathlib import Path

import pytest

from adapters.video_host.built_in.media import MediaStream
from adapters.video_host.built_in.processing import converter
from adapters.video_host.built_in.processing.converter import _Run
from adapters.video_host.built_in.processing.program import ffmpeg_of_the_wheel
from domain.videos.container import check_start
from tests.videos.conftest import Workshop
from tests.videos.samples import CONTAINERS, SECONDS, X264, sample, written


@pytest.mark.parametrize("extension", [*CONTAINERS, "ogm"])
async def test_every_container_becomes_a_playable_mp4(extension: str, workshop: Workshop) -> None:
    content = sample(extension)
    check_start(f"lesson.{'ogm' if extension == 'ogg' else extension}", content[:4096])
    workshop.upload(content)

    media = await workshop.convert()

    assert media.renditions == (MediaStream("video.mp4", 120, (workshop.folder / "video.mp4").stat().st_size),)
    assert media.duration == pytest.approx(SECONDS, abs=0.3)
    made = await workshop.described("video.mp4")
    assert made.container.startswith("mov,mp4")
    assert made.picture is not None
    sound = None if extension == "ogm" else "aac"
    assert (made.picture.codec, made.picture.pixels, made.sound) == ("h264", "yuv420p", sound)
    assert made.picture.shown == (160, 120)
    assert _begins_with_its_index(workshop, "video.mp4")
    assert (workshop.folder / "poster.jpg").read_bytes().startswith(b"\xff\xd8\xff")


def _begins_with_its_index(workshop: Workshop, name: str) -> bool:
    """Faststart: a player needs no second request for the end of the file."""
    content = (workshop.folder / name).read_bytes()
    return 0 < content.find(b"moov") < content.find(b"mdat")


async def test_a_transport_stream_of_this_name_is_converted(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R2-306: recorders write MPEG so.

    It names its service, at which the ffmpeg of the wheel ended with signal 11.
    """
    monkeypatch.setattr(converter, "ffmpeg", ffmpeg_of_the_wheel)
    coding = ("-c:v", "mpeg2video", "-c:a", "mp2", "-output_ts_offset", "40000", "-f", "mpegts")
    content = written(workshop.root / "x", *coding).read_bytes()
    check_start("lesson.mpg", content[:4096])
    workshop.upload(content)
    assert (await workshop.convert()).duration == pytest.approx(SECONDS, abs=0.3)


async def test_streams_that_fit_are_copied(workshop: Workshop) -> None:
    workshop.upload(sample("mp4"))
    source = await workshop.described("source")
    await workshop.convert()
    made = await workshop.described("video.mp4")
    # ultrafast writes Constrained Baseline; a conversion would write High
    assert made.picture is not None
    assert source.picture is not None
    assert made.picture.profile == source.picture.profile == "Constrained Baseline"


async def test_h264_that_no_browser_plays_is_converted(workshop: Workshop) -> None:
    """Editors write 4:4:4, which Safari and Firefox don't play."""
    target = written(workshop.root / "x", "-c:v", "libx264", "-pix_fmt", "yuv444p", "-f", "mp4", sound=False)
    workshop.upload(target.read_bytes())
    await workshop.convert()
    made = await workshop.described("video.mp4")
    assert made.picture is not None
    assert (made.picture.pixels, made.picture.profile) == ("yuv420p", "High")
    assert made.sound is None


@pytest.mark.parametrize(
    ("size", "lines"),
    [("854x480", [480]), ("960x540", [540, 360]), ("1280x720", [720, 360]), ("720x1280", [720, 360])],
)
async def test_a_source_above_480p_gets_a_360p_stream(size: str, lines: list[int], workshop: Workshop) -> None:
    workshop.upload(written(workshop.root / "x", *X264, "-f", "mp4", size=size, seconds=1).read_bytes())
    media = await workshop.convert()
    assert [it.height for it in media.renditions] == lines
    assert [it.file for it in media.renditions] == ["video.mp4", "360.mp4"][: len(lines)]
    if len(lines) == 2:
        small = await workshop.described("360.mp4")
        assert small.picture is not None
        width, height = map(int, size.split("x"))
        assert small.picture.shown[0] / small.picture.shown[1] == pytest.approx(width / height, rel=0.02)
        assert _begins_with_its_index(workshop, "360.mp4")


async def test_a_conversion_is_full_hd_at_most(workshop: Workshop) -> None:
    coding = ("-c:v", "mpeg4", "-q:v", "20", "-f", "avi")
    workshop.upload(written(workshop.root / "x", *coding, size="2560x1440", seconds=0.4, sound=False).read_bytes())
    assert [it.height for it in (await workshop.convert()).renditions] == [1080, 360]


async def test_odd_sizes_and_pixels_that_are_not_square_become_even_and_square(workshop: Workshop) -> None:
    coding = ("-c:v", "mpeg4", "-vf", "setsar=16/15", "-f", "matroska")
    workshop.upload(written(workshop.root / "x", *coding, size="181x101").read_bytes())
    await workshop.convert()
    made = await workshop.described("video.mp4")
    assert made.picture is not None
    assert (made.picture.width, made.picture.height) == (192, 100)


async def test_a_recording_without_a_duration_gets_one(workshop: Workshop) -> None:
    """A browser's MediaRecorder writes WebM that doesn't tell how long it is."""
    coding = ("-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus", "-live", "1", "-f", "webm")
    workshop.upload(written(workshop.root / "x", *coding, seconds=3).read_bytes())
    assert (await workshop.described("source")).duration is None
    assert (await workshop.convert()).duration == pytest.approx(3, abs=0.3)
    assert workshop.percents[-1] >= 90


async def test_progress_only_grows(workshop: Workshop) -> None:
    coding = ("-c:v", "mpeg4", "-f", "avi")
    workshop.upload(written(workshop.root / "x", *coding, size="960x540", seconds=8).read_bytes())
    await workshop.convert()
    assert workshop.percents == sorted(workshop.percents)
    assert workshop.percents[0] >= 0
    assert workshop.percents[-1] <= 99
    assert len(workshop.percents) >= 3


async def test_names_and_notes_of_the_source_are_not_kept(workshop: Workshop) -> None:
    """A phone writes its place into the file (ASVS-33)."""
    coding = (*X264, "-metadata", "comment=41.3111 N", "-metadata", "title=secret", "-f", "mp4")
    workshop.upload(written(workshop.root / "x", *coding).read_bytes())
    assert b"41.3111" in (workshop.folder / "source").read_bytes()
    await workshop.convert()
    content = (workshop.folder / "video.mp4").read_bytes()
    assert b"41.3111" not in content
    assert b"secret" not in content


async def test_what_is_done_is_not_repeated(workshop: Workshop) -> None:
    workshop.upload(sample("mp4"))
    first = await workshop.convert()
    (workshop.folder / "source").unlink()
    workshop.percents.clear()
    assert await workshop.convert() == first
    assert workshop.percents == []


async def test_progress_is_reported_where_a_percent_takes_minutes(tmp_path: Path) -> None:
    """A deleted video ends its conversion there, however long the lesson is (D-95)."""
    reported: list[int] = []

    async def progress(percent: int) -> None:
        reported.append(percent)

    on_line = _Run("ffmpeg", tmp_path / "source", progress)._on_line(10 * 3600.0, (0, 98))
    for seconds in (1, 2, 3):
        await on_line(f"out_time_us={seconds * 1_000_000}")
    assert reported == [0, 0, 0]
