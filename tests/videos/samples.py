"""Small videos of every allowed container, made by ffmpeg itself."""

import subprocess
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from adapters.video_host.built_in.processing.program import ffmpeg

SECONDS = 2
X264 = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p")
# extension → how a camera, an editor or a browser writes it
CONTAINERS: dict[str, tuple[str, ...]] = {
    "mp4": (*X264, "-c:a", "aac", "-f", "mp4"),
    "m4v": ("-c:v", "mpeg4", "-c:a", "aac", "-f", "mp4"),
    "mov": (*X264, "-c:a", "pcm_s16le", "-f", "mov"),
    "quicktime": ("-c:v", "prores_ks", "-c:a", "pcm_s16le", "-f", "mov"),
    "webm": ("-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus", "-f", "webm"),
    "mkv": ("-c:v", "libx265", "-preset", "ultrafast", "-c:a", "libmp3lame", "-f", "matroska"),
    "matroska": (*X264, "-c:a", "libvorbis", "-f", "matroska"),
    "wmv": ("-c:v", "wmv2", "-c:a", "wmav2", "-f", "asf"),
    # the playlist of this name is text; a video of this name is ASF
    "asx": ("-c:v", "msmpeg4", "-c:a", "wmav2", "-f", "asf"),
    "avi": ("-c:v", "mpeg4", "-vtag", "XVID", "-c:a", "libmp3lame", "-f", "avi"),
    "mpeg": ("-c:v", "mpeg1video", "-c:a", "mp2", "-f", "mpeg"),
    "mpg": ("-c:v", "mpeg2video", "-c:a", "mp2", "-f", "vob"),
    "mxf": ("-c:v", "mpeg2video", "-c:a", "pcm_s16le", "-ar", "48000", "-f", "mxf"),
    # Theora; ffmpeg writes no OGM, whose older headers it reads: see ``ogm_of``
    "ogg": ("-c:v", "libtheora", "-c:a", "libvorbis", "-f", "ogg"),
}


def run(*arguments: str | Path) -> None:
    """Runs ffmpeg for a test."""
    command = [str(ffmpeg()), "-hide_banner", "-loglevel", "error", "-nostdin", "-y", *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stderr.decode()


def written(target: Path, *coding: str, size: str = "160x120", seconds: float = SECONDS, sound: bool = True) -> Path:
    """Writes a test picture, with a tone, coded like this."""
    picture = ("-f", "lavfi", "-i", f"testsrc2=size={size}:rate=25:duration={seconds}")
    tone = ("-f", "lavfi", "-i", f"sine=frequency=440:sample_rate=48000:duration={seconds}") if sound else ()
    run(*picture, *tone, *coding, target)
    return target


@cache
def sample(extension: str) -> bytes:
    """The bytes of a small video of this container."""
    target = Path(mkdtemp()) / f"sample.{extension}"
    return written(target, *CONTAINERS[extension]).read_bytes()
