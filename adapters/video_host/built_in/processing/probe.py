"""The streams of a file, read from ffmpeg's own description of it.

There may be no ffprobe: the wheel brings ffmpeg alone. Names inside a hostile file may imitate a line of the
description; they gain nothing, because limits hold while decoding and the result is described again.
"""

import re
from dataclasses import dataclass

_CONTAINER = re.compile(r"^Input #0, ([\w,]+), from ", re.MULTILINE)
_DURATION = re.compile(r"^  Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)", re.MULTILINE)
_STREAM = re.compile(r"^  Stream #0:\d+(?:\[0x[0-9a-f]+\])?(?:\([^)\n]*\))?: (Video|Audio): (.+)$", re.MULTILINE)
_CODEC = re.compile(r"(\w+)(?: \(([^/)]+)\))?")
_PICTURE = re.compile(r", (?:([a-z][a-z0-9]*)(?:\([^)]*\))?, )?(\d+)x(\d+)(?=[ ,]|$)")
_PIXEL_ASPECT = re.compile(r"SAR (\d+):(\d+)")
_ROTATION = re.compile(r"displaymatrix: rotation of (-?\d+)")
# covers and thumbnails are no video
_STILL = ("(attached pic)", "(still image)", "(timed thumbnails)")


@dataclass(frozen=True)
class Picture:
    """A video stream; ``width`` and ``height`` as stored, in pixels."""

    codec: str
    profile: str
    pixels: str
    width: int
    height: int
    pixel_aspect: float = 1.0
    turned: bool = False

    @property
    def shown(self) -> tuple[int, int]:
        """Width and height as a player shows them, in square pixels."""
        width, height = max(1, round(self.width * self.pixel_aspect)), self.height
        return (height, width) if self.turned else (width, height)

    @property
    def lines(self) -> int:
        """The shorter side, by which a stream is named: 1080, 720, 360."""
        return min(self.shown)


@dataclass(frozen=True)
class Description:
    """A file: container in ffmpeg's words, duration in seconds, picture and sound."""

    container: str
    duration: float | None
    picture: Picture | None
    sound: str | None


def described(log: str) -> Description | None:
    """Reads the description; None where ffmpeg could not open the file."""
    container = _CONTAINER.search(log)
    if container is None:
        return None
    picture, sound = None, None
    for found in _STREAM.finditer(log):
        kind, text = found.groups()
        if kind == "Audio" and sound is None:
            sound = _codec(text)[0]
        elif kind == "Video" and picture is None and not any(still in text for still in _STILL):
            picture = _picture(text, _own_lines(log, found.end()))
    duration = _DURATION.search(log)
    seconds = int(duration[1]) * 3600 + int(duration[2]) * 60 + float(duration[3]) if duration else None
    return Description(container[1], seconds, picture, sound)


def _picture(text: str, below: str) -> Picture | None:
    size = _PICTURE.search(text)
    if size is None:
        return None
    codec, profile = _codec(text)
    aspect, rotation = _PIXEL_ASPECT.search(text), _ROTATION.search(below)
    ratio = int(aspect[1]) / int(aspect[2]) if aspect and int(aspect[1]) and int(aspect[2]) else 1.0
    turned = rotation is not None and abs(int(rotation[1])) % 180 == 90
    return Picture(codec, profile, size[1] or "", int(size[2]), int(size[3]), ratio, turned)


def _codec(text: str) -> tuple[str, str]:
    found = _CODEC.match(text)
    return (found[1], found[2] or "") if found else ("", "")


def _own_lines(log: str, start: int) -> str:
    """The lines below a stream, up to the next one."""
    following = _STREAM.search(log, start)
    return log[start : following.start() if following else len(log)]
