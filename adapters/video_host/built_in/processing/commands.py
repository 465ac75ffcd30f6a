"""The command lines of ffmpeg."""

import os
from pathlib import Path

from adapters.video_host.built_in.processing.probe import Description, Picture
from adapters.video_host.built_in.processing.program import FORMATS

# 8192 × 4320 (8K); a larger picture is rejected before it is decoded
MAX_PIXELS = 8192 * 4320
MAX_SIDE = 16_384
# a conversion is never larger than Full HD, the second stream is for phones
FULL, SMALL_LINES = 1080, 360
POSTER_LINES = 720
THREADS = str(min(4, os.cpu_count() or 1))
_MAX_ALLOCATION = 512 * 1024 * 1024
_COPIED_CONTAINERS = ("mov", "matroska", "mpegts")
_COPIED_PROFILES = ("Constrained Baseline", "Baseline", "Main", "High")
_COPIED_PIXELS = ("yuv420p", "yuvj420p")
_FASTSTART = ("-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn", "-movflags", "+faststart", "-f", "mp4")


def describe(program: str, source: Path) -> list[str]:
    """Describes a file; exits with an error because no output is named."""
    return [*_start(program), *_input(source)]


def measure(program: str, source: Path) -> list[str]:
    """Reads a file to its end, for one that doesn't tell its duration."""
    return [*_start(program), *_input(source), "-map", "0:V:0", "-c", "copy", *_PROGRESS, "-f", "null", "-"]


def convert(program: str, source: Path, target: Path, of: Description, *, copies: bool, seconds: float) -> list[str]:
    """Makes an MP4 that any browser plays; ``copies``: streams that fit are copied."""
    picture = _require(of.picture)
    video = ["-c:v", "copy"] if copies and fits(of) else _encode(picture, FULL, 23)
    sound = ["-c:a", "copy"] if copies and of.sound == "aac" and _copied(of) else _sound("160k")
    return [*_start(program), *_input(source), *_streams(video, sound, target, seconds)]


def shrink(program: str, source: Path, target: Path, of: Description, seconds: float) -> list[str]:
    """Makes the 360p stream of a converted file."""
    encoded = _encode(_require(of.picture), SMALL_LINES, 26)
    return [*_start(program), *_input(source), *_streams(encoded, _sound("64k"), target, seconds)]


def poster(program: str, source: Path, target: Path, of: Description, at: float) -> list[str]:
    """Takes a picture of a converted file at a time in seconds."""
    width, height = _scaled(_require(of.picture), POSTER_LINES)
    picture = ["-map", "0:V:0", "-frames:v", "1", "-vf", f"scale={width}:{height},setsar=1", "-q:v", "4"]
    return [*_start(program), "-ss", f"{at:.3f}", *_input(source), *picture, "-f", "mjpeg", "-y", _file(target)]


def fits(of: Description) -> bool:
    """True where browsers play the picture as it is (R2-306)."""
    picture = _require(of.picture)
    h264 = picture.codec == "h264" and picture.profile in _COPIED_PROFILES and picture.pixels in _COPIED_PIXELS
    return h264 and _copied(of)


def too_large(picture: Picture) -> bool:
    """True for a picture that is not decoded: a bomb, or no camera's."""
    sides = (picture.width, picture.height)
    return picture.width * picture.height > MAX_PIXELS or max(sides) > MAX_SIDE or max(picture.shown) > MAX_SIDE


def _copied(of: Description) -> bool:
    """True for containers that keep the times of pictures as MP4 does."""
    return of.container.partition(",")[0] in _COPIED_CONTAINERS


def _start(program: str) -> list[str]:
    return [program, "-hide_banner", "-nostdin", "-nostats", "-max_alloc", str(_MAX_ALLOCATION)]


def _input(source: Path) -> list[str]:
    """A file and nothing else: no playlist, no reference to other files, no network."""
    guards = ["-protocol_whitelist", "file", "-format_whitelist", ",".join(FORMATS), "-max_pixels", str(MAX_PIXELS)]
    return [*guards, "-threads", THREADS, "-i", _file(source)]


def _streams(video: list[str], sound: list[str], target: Path, seconds: float) -> list[str]:
    first = ["-map", "0:V:0", "-map", "0:a:0?", *video, *sound, "-t", f"{seconds:.0f}"]
    return [*first, *_FASTSTART, *_PROGRESS, "-y", _file(target)]


def _encode(picture: Picture, lines: int, quality: int) -> list[str]:
    width, height = _scaled(picture, lines)
    # bits of a second; bounds the size of what is written
    rate = str(most_bits(picture, lines))
    burst = str(2 * most_bits(picture, lines))
    look = f"yadif=deint=interlaced,scale={width}:{height},setsar=1"
    coder = ["-c:v", "libx264", "-preset", "veryfast", "-crf", str(quality), "-maxrate", rate, "-bufsize", burst]
    return [*coder, "-profile:v", "high", "-pix_fmt", "yuv420p", "-vf", look, "-fps_mode", "vfr", "-threads", THREADS]


def most_bits(picture: Picture, lines: int) -> int:
    """The highest rate of an encoded picture in bits per second."""
    width, height = _scaled(picture, lines)
    return max(400_000, 3 * width * height)


def _sound(rate: str) -> list[str]:
    # gaps are filled, so that sound and picture stay together
    return ["-c:a", "aac", "-b:a", rate, "-ac", "2", "-ar", "48000", "-af", "aresample=async=1"]


def _scaled(picture: Picture, lines: int) -> tuple[int, int]:
    """Width and height of at most so many lines, even as H.264 needs them."""
    width, height = picture.shown
    factor = min(1.0, lines / min(width, height))
    return max(2, round(width * factor / 2) * 2), max(2, round(height * factor / 2) * 2)


def _file(path: Path) -> str:
    return f"file:{path}"


def _require(picture: Picture | None) -> Picture:
    if picture is None:
        raise ValueError("no picture")
    return picture


_PROGRESS = ("-progress", "pipe:1")
