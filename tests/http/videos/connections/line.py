"""A connection on which requests are written by hand, and requests beside it."""

import asyncio
from collections.abc import Mapping
from typing import Any

import aiohttp

from tests.http.videos.tus_client import OFFSET_STREAM, VERSION, TusStage


def head_of(method: str, link: str, *more: str) -> bytes:
    """The head of a request of the protocol."""
    return "\r\n".join(
        [f"{method} {link} HTTP/1.1", "Host: centre.test", "Tus-Resumable: 1.0.0", *more, "", ""]
    ).encode()


def patch_head(link: str, offset: int, *more: str) -> bytes:
    """The head of a PATCH; ``more`` tells its length."""
    return head_of("PATCH", link, f"Content-Type: {OFFSET_STREAM}", f"Upload-Offset: {offset}", *more)


class Line:
    """A connection on which requests are written by hand."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def __init__(self, address: str) -> None:
        self._host, _, port = address.removeprefix("http://").rpartition(":")
        self._port = int(port)

    async def connect(self) -> None:
        """Opens the connection."""
        self.reader, self.writer = await asyncio.open_connection(self._host, self._port)

    async def begin(self, link: str, offset: int, length: int) -> None:
        """Opens the connection and sends the head of a PATCH."""
        await self.connect()
        self.writer.write(patch_head(link, offset, f"Content-Length: {length}"))

    async def send(self, data: bytes) -> None:
        """Sends bytes."""
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self) -> tuple[int, Mapping[str, str]]:
        """Status and headers of the next answer, whose body is read."""
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        status, headers = int(first.split()[1]), {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        if status not in (100, 204):
            await self.reader.readexactly(int(headers.get("content-length", 0)))
        return status, headers

    async def status(self) -> int:
        """The status of the next answer."""
        return (await self.answer())[0]

    async def has_ended(self) -> bool:
        """True once the server has closed the connection; what it still sends is dropped."""
        try:
            while await self.reader.read(65_536):
                pass
        except ConnectionError:
            pass
        return True

    def close(self) -> None:
        """Ends the connection."""
        self.writer.close()


async def head(http: aiohttp.ClientSession, address: str, link: str) -> tuple[int, int]:
    """Status and offset."""
    async with http.head(address + link, headers=VERSION) as answer:
        return answer.status, int(answer.headers.get("Upload-Offset", -1))


async def patch(http: aiohttp.ClientSession, address: str, link: str, offset: int, data: Any) -> int:
    """The status of a PATCH."""
    headers = VERSION | {"Content-Type": OFFSET_STREAM, "Upload-Offset": str(offset)}
    async with http.patch(address + link, headers=headers, data=data) as answer:
        return answer.status


async def begun_writing(stage: TusStage, begun: dict[str, Any]) -> None:
    """Waits until a request holds the upload."""
    async with asyncio.timeout(10):
        while not stage.source(begun).exists():  # noqa: ASYNC110  of another thread
            await asyncio.sleep(0.02)


async def stored(stage: TusStage, begun: dict[str, Any], size: int) -> None:
    """Waits until so many bytes are stored."""
    async with asyncio.timeout(10):
        while await stage.console.container.upload_bytes().received(begun["videoId"]) < size:  # noqa: ASYNC110  of another process, too
            await asyncio.sleep(0.02)
