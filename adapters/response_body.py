"""Reads the body of a response within bounds of size, nesting and silence.

Everything is bounded after decompression, so that a small compressed body can't fill the memory.
"""

import asyncio
import re
import zlib

import aiohttp

MEBIBYTE = 1024 * 1024
# a page of records: 5000 of them with 6 KiB each
MAX_PAGE_BYTES = 32 * MEBIBYTE
# any other answer
MAX_ANSWER_BYTES = MEBIBYTE
# records have 4 levels
MAX_NESTING = 64
# the only accepted coding; requested by every call
CODING = "gzip"
_GZIP_HEADER = 16 + zlib.MAX_WBITS
_NOT_BRACKETS = bytes(set(range(256)) - set(b'[]{}"'))
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_JSON = re.compile(rb"\s*[\[{]")
_STEP = 64 * 1024


class BodyRejected(Exception):
    """The body is not used.

    ``reason``: ``cut`` (it broke off or stalled), ``too_large``, or ``garbage`` (bad coding, nested too deeply).
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


async def read_body(answer: aiohttp.ClientResponse, largest: int, silence: float) -> bytes:
    """The decompressed body. Raises BodyRejected, TimeoutError.

    ``largest``: its maximum size in bytes; ``silence``: the maximum seconds between two pieces. The session must not
    decompress by itself.
    """
    announced = answer.headers.get("Content-Length", "")
    if announced.isdigit() and int(announced) > largest:
        raise _too_large(largest)
    coding = answer.headers.get("Content-Encoding", "identity").strip().lower()
    if coding not in ("identity", "", CODING):
        raise BodyRejected("garbage", "an unknown coding of the body")
    unpacked = _Gunzip(largest) if coding == CODING else _Plain(largest)
    while piece := await _piece(answer, silence):
        unpacked.add(piece)
    body = unpacked.whole()
    if _JSON.match(body) and nested_deeper(body, MAX_NESTING):
        raise BodyRejected("garbage", f"nested deeper than {MAX_NESTING} levels")
    return body


def nested_deeper(body: bytes, levels: int) -> bool:
    """True if the arrays and objects of this JSON nest deeper than ``levels``.

    Each pass removes the innermost level. Brackets that never close count as levels; the decoder reports them.
    """
    unescaped = body.replace(rb"\\", b"").replace(rb"\"", b"") if b"\\" in body else body
    brackets = b"".join(unescaped.translate(_ONE_KIND, _NOT_BRACKETS).split(b'"')[::2])
    for _ in range(levels):
        outer = brackets.replace(b"[]", b"")
        if len(outer) == len(brackets):
            return len(outer) > levels
        brackets = outer
    return bool(brackets)


async def _piece(answer: aiohttp.ClientResponse, silence: float) -> bytes:
    try:
        async with asyncio.timeout(silence) as limit:
            return await answer.content.readany()
    except TimeoutError:
        if limit.expired():
            raise BodyRejected("cut", f"the answer stalled for {silence:g} s") from None
        raise
    except (aiohttp.ClientError, OSError) as broken:
        raise BodyRejected("cut", "the connection broke within the answer") from broken


class _Plain:
    """A body without coding."""

    def __init__(self, largest: int) -> None:
        self.largest = largest
        self._body = bytearray()

    def add(self, piece: bytes) -> None:
        if len(self._body) + len(piece) > self.largest:
            raise _too_large(self.largest)
        self._body += piece

    def whole(self) -> bytes:
        return bytes(self._body)


class _Gunzip(_Plain):
    """A gzip body, which may have several members."""

    def __init__(self, largest: int) -> None:
        super().__init__(largest)
        self._member = zlib.decompressobj(_GZIP_HEADER)
        self._started = False

    def add(self, piece: bytes) -> None:
        self._started = True
        while piece:
            if self._member.eof:
                self._member = zlib.decompressobj(_GZIP_HEADER)
            try:
                super().add(self._member.decompress(piece, _STEP))
            except zlib.error as bad:
                raise BodyRejected("garbage", "the body is not gzip") from bad
            piece = self._member.unused_data if self._member.eof else self._member.unconsumed_tail

    def whole(self) -> bytes:
        if self._started and not self._member.eof:
            raise BodyRejected("cut", "the gzip body broke off")
        return super().whole()


def _too_large(largest: int) -> BodyRejected:
    return BodyRejected("too_large", f"an answer of more than {largest // 1024} KiB")
