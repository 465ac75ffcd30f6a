"""Containers of videos that are accepted, by name and by first bytes (R2-306)."""

from domain.shared.errors import DomainError

# so many bytes decide
SNIFFED_BYTES = 4096
# place, first bytes → family
_SIGNATURES = (
    (0, b"\x1a\x45\xdf\xa3", "matroska"),
    (0, bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c"), "asf"),
    (8, b"AVI ", "avi"),
    (0, b"OggS", "ogg"),
)
# a run-in of up to 64 KiB may precede it; one longer than the sniffed bytes is rejected
_MXF_KEY = bytes.fromhex("060e2b34020501010d0102")
_QUICKTIME_ATOMS = frozenset({b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"})
_MPEG_PACK, _MPEG_SEQUENCE, _TS_SYNC, _TS_PACKET = b"\x00\x00\x01\xba", b"\x00\x00\x01\xb3", 0x47, 188
# of sounds and pictures in the container of MP4: AVIF and HEIC are what phones write for photographs
_OTHER_BRANDS = (b"M4A", b"M4B", b"avif", b"heic", b"heix", b"heim", b"heis", b"mif1", b"crx ")
EXTENSIONS = frozenset(
    {"mp4", "webm", "quicktime", "wmv", "matroska", "mkv", "mpeg", "avi", "m4v", "ogm", "mpg", "mov", "asx", "mxf"}
)


def check_name(name: str) -> str:
    """Returns the extension of an accepted file name; rejects others (R2-306)."""
    extension = name.rpartition(".")[2].lower() if "." in name else ""
    if extension not in EXTENSIONS:
        raise DomainError("videos.not_a_video", name=name)
    return extension


def check_start(name: str, start: bytes) -> None:
    """Rejects a file whose first bytes show no accepted container (R2-307).

    A container under another one's extension is accepted: cameras and converters misname them, and the bytes decide.
    """
    check_name(name)
    if family_of(start) is None:
        raise DomainError("videos.not_a_video", name=name)


def family_of(start: bytes) -> str | None:
    """The family of containers that the first bytes show."""
    if start[4:8] in _QUICKTIME_ATOMS:
        return None if start[4:8] == b"ftyp" and start[8:12].startswith(_OTHER_BRANDS) else "mp4"
    for at, signature, family in _SIGNATURES:
        if start[at : at + len(signature)] == signature:
            return family
    if _MXF_KEY in start[:SNIFFED_BYTES]:
        return "mxf"
    return "mpeg" if _is_mpeg(start) else None


def _is_mpeg(start: bytes) -> bool:
    if start.startswith((_MPEG_PACK, _MPEG_SEQUENCE)):
        return True
    return len(start) > 2 * _TS_PACKET and all(start[at] == _TS_SYNC for at in (0, _TS_PACKET, 2 * _TS_PACKET))
