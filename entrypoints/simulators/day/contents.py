"""Contents that the demo's students hand in.

A text, a program, a recording, a picture of a notebook's page.
"""

import struct
import zlib
from pathlib import Path
from random import Random

RECORDING = Path(__file__).parents[1] / "students" / "voice.webm"
RECORDED_SECONDS = 4
ANSWERS = (
    "1) 12; 2) 7,5; 3) x = 4. Yechimi: ikkala tomonni 3 ga bo'ldim.",
    "Yangi so'zlar: journey, luggage, departure. My luggage was lost during the journey.",
    "Mavzu tushunarli bo'ldi, 4-mashqda ikkinchi usuldan foydalandim.",
    "Hikoyani yozdim: kecha do'stim bilan kutubxonaga bordik va ingliz tilida kitob tanladik.",
)
ANSWER_AGAIN = "Xatolarni tuzatdim, qayta tekshiring."
PROGRAM = """\
# uyga vazifa
sonlar = [int(input(f"{{i + 1}}-son: ")) for i in range({count})]
takrorsiz = sorted(set(sonlar))
if not takrorsiz:
    print("son kiritilmadi")
print(*takrorsiz, sep=", ")
"""
_WIDTH, _HEIGHT, _LINE, _MARGIN = 480, 320, 24, 40
# red, green, blue
_PAPER, _RULE, _EDGE, _INK = map(bytes, ((252, 250, 243), (200, 214, 232), (226, 150, 150), (38, 52, 110)))


def program(chance: Random) -> bytes:
    """A short program."""
    return PROGRAM.format(count=chance.randint(5, 12)).encode()


def notebook_page(chance: Random) -> bytes:
    """A ruled page with strokes as of handwriting, as a PNG."""
    rows = [bytearray((_RULE if y and y % _LINE == 0 else _PAPER) * _WIDTH) for y in range(_HEIGHT)]
    for row in rows:
        _dot(row, _MARGIN, _EDGE)
    for line in range(2, _HEIGHT // _LINE - 1):
        _write(rows, line * _LINE, chance)
    return _png(rows)


def _dot(row: bytearray, x: int, colour: bytes) -> None:
    row[3 * x : 3 * x + 3] = colour


def _write(rows: list[bytearray], base: int, chance: Random) -> None:
    """Writes words on a line: waves of changing height."""
    x, end = _MARGIN + 12, chance.randint(_WIDTH // 2, _WIDTH - 24)
    while x < end:
        height, y = 0, base - 4
        for column in range(x, min(x + chance.randint(24, 70), end)):
            if column % 6 == 0:
                height = chance.randint(4, 13)
            y = base - 4 - height * (column % 6) // 5
            for row in rows[y : y + 2]:
                _dot(row, column, _INK)
        x += 82


def _png(rows: list[bytearray]) -> bytes:
    raw = b"".join(b"\0" + row for row in rows)
    head = struct.pack(">2I5B", _WIDTH, _HEIGHT, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(raw)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
