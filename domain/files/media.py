"""The media type of a file, decided by its first bytes, not its name (D-81)."""

# so many bytes decide
SNIFFED_BYTES = 4096
UNKNOWN = "application/octet-stream"
TEXT = "text/plain; charset=utf-8"
# first bytes → type; a text of any kind, HTML and SVG included, is plain text
_SIGNATURES = (
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
)
_WEBM, _MP4_SOUND = b"\x1a\x45\xdf\xa3", (b"M4A", b"mp4", b"iso", b"MSN", b"dash", b"M4V")
RECORDINGS = frozenset({"audio/webm", "audio/mp4"})
# the first bytes of a program of Windows, Linux, macOS (both byte orders, and for several processors)
_PROGRAMS = (
    b"MZ",
    b"\x7fELF",
    b"\xcf\xfa\xed\xfe",
    b"\xce\xfa\xed\xfe",
    b"\xfe\xed\xfa",
    b"\xca\xfe\xba\xbe",
    b"\xbe\xba\xfe\xca",
)
# endings of names of what a computer or a phone runs, installs or mounts on opening
_WINDOWS_PROGRAMS = ("exe", "com", "scr", "pif", "cpl", "dll", "xll", "lnk", "url", "msc", "reg", "chm", "hta", "sct")
_WINDOWS_SCRIPTS = ("bat", "cmd", "vbe", "vbs", "jse", "ws", "wsc", "wsf", "wsh", "settingcontent-ms")
_WINDOWS_INSTALLERS = ("msi", "msix", "msixbundle", "appx", "appxbundle", "appinstaller", "application", "appref-ms")
_OTHER_SYSTEMS = ("apk", "xapk", "ipa", "jar", "jnlp", "command", "pkg", "appimage", "desktop", "deb", "rpm")
_DISKS = ("dmg", "img", "iso", "vhd", "vhdx")
_RUN_ON_OPENING = {*_WINDOWS_PROGRAMS, *_WINDOWS_SCRIPTS, *_WINDOWS_INSTALLERS, *_OTHER_SYSTEMS, *_DISKS}
_NOT_IN_TEXT = frozenset(range(32)) - frozenset(b"\t\n\r\f")


def media_type_of(start: bytes) -> str:
    """The type that the first bytes show.

    What nothing shows is only downloaded: ``application/octet-stream``.
    """
    if start.startswith(_WEBM):
        return "audio/webm" if b"webm" in start[:64] else UNKNOWN
    if start[4:8] == b"ftyp":
        return "audio/mp4" if start[8:12].startswith(_MP4_SOUND) else UNKNOWN
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        return "image/webp"
    for signature, media_type in _SIGNATURES:
        if start.startswith(signature):
            return media_type
    return TEXT if _is_text(start) else UNKNOWN


def is_recording(media_type: str) -> bool:
    """True for what a browser's recorder writes: webm or mp4 (R2-366)."""
    return media_type in RECORDINGS


def is_executable(start: bytes, name: str) -> bool:
    """True for what runs when it is opened: by its first bytes, or by its name.

    Source code of any language is a text, and not meant.
    """
    is_program = start.startswith(_PROGRAMS) and media_type_of(start) == UNKNOWN
    _, dot, ending = name.lower().rpartition(".")
    return is_program or (dot != "" and ending in _RUN_ON_OPENING)


def _is_text(start: bytes) -> bool:
    if _NOT_IN_TEXT.intersection(start):
        return False
    try:
        start.decode()
    except UnicodeDecodeError as error:
        # the last letter may be cut off
        return len(start) >= SNIFFED_BYTES and error.start > len(start) - 4
    return True
