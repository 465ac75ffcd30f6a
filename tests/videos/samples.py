"""Small videos of every allowed container, made by ffmpeg itself."""

import re
import struct
import subprocess
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from adapters.video_host.built_in.processing.program import ffmpeg, ffmpeg_of_the_wheel

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
    # Theora in Ogg; OGM itself ffmpeg only reads: see ``ogm``
    "ogg": ("-c:v", "libtheora", "-c:a", "libvorbis", "-f", "ogg"),
}


def run(*arguments: str | Path) -> None:
    """Runs the ffmpeg whose encoders the samples need: that of the wheel."""
    command = [
        str(ffmpeg_of_the_wheel() or ffmpeg()),
        "-hide_banner",
        "-loglevel",
        "error",
        "-nostdin",
        "-y",
        *map(str, arguments),
    ]
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
    if extension == "ogm":
        return ogm()
    target = Path(mkdtemp()) / f"sample.{extension}"
    return written(target, *CONTAINERS[extension]).read_bytes()


def ogm() -> bytes:
    """Ogg with the headers of DirectShow, as OGM editors wrote MPEG-4 into it.

    ffmpeg reads this container and writes none, so its pages are made here.
    """
    frames = written(Path(mkdtemp()) / "x", "-c:v", "mpeg4", "-g", "1000", "-f", "m4v", sound=False).read_bytes()
    first, *rest = re.split(rb"(?=\x00\x00\x01\xb6)", frames)
    pictures = [first + rest[0], *rest[1:]]
    header = struct.pack("<8s4sIQQIIHHII", b"video", b"XVID", 56, 400_000, 1, 1, 65_536, 24, 0, 160, 120)
    packets = [b"\x01" + header, b"\x03vorbis" + struct.pack("<II", 0, 0) + b"\x01"]
    # bit 3: a key picture
    packets += [bytes([0 if number else 8]) + picture for number, picture in enumerate(pictures)]
    last = len(packets) - 1
    return b"".join(
        _ogg_page(packet, number, (2 if number == 0 else 0) | (4 if number == last else 0))
        for number, packet in enumerate(packets)
    )


def _ogg_page(packet: bytes, number: int, flags: int) -> bytes:
    """A page with one packet; its position is the number of the picture."""
    lacing = bytes([255] * (len(packet) // 255) + [len(packet) % 255])
    position = max(0, number - 2)
    head = struct.pack("<4sBBqIII", b"OggS", 0, flags, position, 1, number, 0) + bytes([len(lacing)]) + lacing
    page = head + packet
    checksum = 0
    for byte in page:
        checksum ^= byte << 24
        for _ in range(8):
            checksum = (checksum << 1) ^ (0x04C11DB7 if checksum & 0x80000000 else 0)
        checksum &= 0xFFFFFFFF
    return page[:22] + struct.pack("<I", checksum) + page[26:]
