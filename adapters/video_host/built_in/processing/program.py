"""The ffmpeg program: that of the system, else the one that a wheel brings."""

import shutil
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

# how ffmpeg names the containers that may be uploaded; playlists (hls, concat, dash) and pictures are none of them
FORMATS = (
    *("mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm"),
    *("asf", "avi", "ogg", "mpeg", "mpegvideo", "mpegts", "mxf"),
)


@lru_cache
def ffmpeg() -> str | None:
    """The path of ffmpeg; None where there is none for this machine."""
    return shutil.which("ffmpeg") or ffmpeg_of_the_wheel()


def ffmpeg_of_the_wheel() -> str | None:
    """The path of the ffmpeg of ``imageio-ffmpeg``; None where it is not installed."""
    spec = find_spec("imageio_ffmpeg")
    # its own search would also run programs of other places
    places = spec.submodule_search_locations or () if spec else ()
    found = sorted(file for place in places for file in (Path(place) / "binaries").glob("ffmpeg-*"))
    return str(found[0]) if found else None
