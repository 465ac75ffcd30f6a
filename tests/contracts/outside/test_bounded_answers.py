"""Answers of outside systems are bounded: size, nesting, silence, total time.

ASVS-69, R1-009, D-39. Against listeners on loopback that send what no school would; the memory is that of a separate
process.
"""

import asyncio
import gzip
import sys
import time
import zlib
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from yarl import URL

from adapters.http_client import HttpClient, IntegrationUnavailable, RetryPolicy
from adapters.response_body import MAX_ANSWER_BYTES, MAX_NESTING, MAX_PAGE_BYTES, MEBIBYTE, nested_deeper
from adapters.sms.eskiz import EskizSms
from application.messaging.ports import SmsUnavailable

QUICK = RetryPolicy(connect=1.0, answer=2.0, silence=0.3, tries=3, first_pause=0.01, longest_pause=0.02)
Answering = Callable[[asyncio.StreamWriter], Coroutine[Any, Any, None]]
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
CLOSED = b"Connection: close\r\n\r\n"
PAGE = 300 * MEBIBYTE
CAPABILITIES = b'{"types": ["students"], "retention_days": 30, "clock": "2026-01-01T00:00:00Z", "max_page": 1000}'
READER = """
import asyncio, sys
from adapters.http_client import RetryPolicy
from adapters.school.hh import HhSchool
from application.ports import SchoolUnavailable
from contracts.sync.school_records import Feed

async def main():
    school = HhSchool(sys.argv[1], "token", RetryPolicy(tries=2, first_pause=0.01))
    try:
        async for _ in school.read(Feed.STUDENTS, None):
            pass
    except SchoolUnavailable as refusal:
        print(refusal.reason)
    await school.close()

asyncio.run(main())
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@asynccontextmanager
async def listening(answer: Answering) -> AsyncIterator[tuple[str, list[bytes]]]:
    """A listener that answers every request so; its address and the requests."""
    requests: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            requests.append(await reader.readuntil(b"\r\n\r\n"))
            if b"/v1/capabilities" in requests[-1]:
                writer.write(HEAD + b"Content-Length: %d\r\n" % len(CAPABILITIES) + CLOSED + CAPABILITIES)
            else:
                await answer(writer)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", requests
    finally:
        server.close()


async def _page(writer: asyncio.StreamWriter) -> None:
    """300 MiB in chunks, without an announced length."""
    writer.write(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    piece = b'"' + b"x" * (MEBIBYTE - 3) + b'",'
    for _ in range(PAGE // MEBIBYTE):
        writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        await writer.drain()
    writer.write(b"0\r\n\r\n")


async def _announced(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"Content-Length: %d\r\n" % PAGE + CLOSED)
    await _forever(writer, b"x" * MEBIBYTE, 0)


async def _bomb(writer: asyncio.StreamWriter) -> None:
    """300 MiB that travel as 300 KiB."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = b"".join(packer.compress(b" " * MEBIBYTE) for _ in range(PAGE // MEBIBYTE)) + packer.flush()
    writer.write(HEAD + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n" % len(packed) + CLOSED + packed)


async def _deep(writer: asyncio.StreamWriter) -> None:
    body = b'{"items": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    writer.write(HEAD + b"Content-Length: %d\r\n" % len(body) + CLOSED + body)


async def _cut(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"Content-Length: 1000\r\n" + CLOSED + b'{"items": [')


async def _cut_gzip(writer: asyncio.StreamWriter) -> None:
    packed = gzip.compress(b'{"items": []}')[:-9]
    writer.write(HEAD + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n" % len(packed) + CLOSED + packed)


async def _not_gzip(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"Content-Encoding: gzip\r\nContent-Length: 13\r\n" + CLOSED + b'{"items": []}')


async def _brotli(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"Content-Encoding: br\r\nContent-Length: 13\r\n" + CLOSED + b'{"items": []}')


async def _stalled(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"Content-Length: 1000\r\n" + CLOSED + b'{"items": [')
    await writer.drain()
    await asyncio.sleep(60)


async def _silent(writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(60)


async def _trickling(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"Content-Length: 1000000\r\n" + CLOSED)
    await _forever(writer, b" ", 0.1)


async def _forever(writer: asyncio.StreamWriter, piece: bytes, pause: float) -> None:
    while True:
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(pause)


@pytest.mark.parametrize("answer", [_page, _announced, _bomb, _deep])
async def test_a_hostile_page_takes_little_memory(answer: Answering) -> None:
    """A process that reads a page of 300 MB stays below 250 MB, and says why."""
    async with listening(answer) as (url, requests):
        reader = await asyncio.create_subprocess_exec(
            sys.executable, "-c", READER, url, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        output, errors = await asyncio.wait_for(reader.communicate(), 60)
    assert reader.returncode == 0, errors.decode()
    reason, memory = output.decode().split()
    assert reason == ("garbage" if answer is _deep else "too_large")
    assert int(memory) * 1024 < 250 * 1000 * 1000
    # capabilities, and one page: another try would only fetch it again
    assert len(requests) == 2


@pytest.mark.parametrize(
    ("answer", "reason", "tries"),
    [
        (_cut, "cut", 3),
        (_cut_gzip, "cut", 3),
        (_not_gzip, "garbage", 1),
        (_brotli, "garbage", 1),
        (_deep, "garbage", 1),
        (_announced, "too_large", 1),
        (_stalled, "cut", 1),
        (_trickling, "slow", 1),
        (_silent, "slow", 3),
    ],
)
async def test_a_broken_answer_is_named_in_bounded_time(answer: Answering, reason: str, tries: int) -> None:
    """A cut is retried at once; a stall or a trickle is not waited for twice."""
    async with listening(answer) as (url, requests):
        http = HttpClient(URL(url), "school", retry_policy=QUICK)
        began = time.monotonic()
        with pytest.raises(IntegrationUnavailable) as refusal:
            await http.get("v1/students")
        took = time.monotonic() - began
        await http.close()
    assert (refusal.value.reason, len(requests)) == (reason, tries)
    assert refusal.value.detail.startswith(("school: ", "no answer from school"))
    limit = {"cut": QUICK.silence, "slow": QUICK.answer * tries}.get(reason, 1.0)
    assert took < limit + 1.5


def test_a_stall_in_a_page_is_reported_within_15_seconds() -> None:
    assert RetryPolicy().silence <= 15


async def test_a_text_provider_is_read_up_to_one_mebibyte() -> None:
    """The bound of a page of records is the larger one."""

    async def long_answer(writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD + b"Content-Length: %d\r\n" % (MAX_ANSWER_BYTES + 1) + CLOSED)

    async with listening(long_answer) as (url, _):
        sender = EskizSms(url, "a@b.uz", "x", "4546", QUICK)
        with pytest.raises(SmsUnavailable) as refusal:
            await sender.account()
        await sender.close()
    assert refusal.value.reason == "too_large"
    assert MAX_ANSWER_BYTES == MEBIBYTE < MAX_PAGE_BYTES


async def test_a_compressed_body_is_read() -> None:
    """In several members and pieces, as gateways send it."""
    packed = gzip.compress(b'{"items": [1, ') + gzip.compress(b"2]}" + b" " * 200_000)

    async def compressed(writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n" % len(packed) + CLOSED)
        for place in range(0, len(packed), 40):
            writer.write(packed[place : place + 40])
            await writer.drain()

    async with listening(compressed) as (url, requests):
        http = HttpClient(URL(url), "school", retry_policy=QUICK)
        body = (await http.get("v1/students")).body
        await http.close()
    assert body.strip() == b'{"items": [1, 2]}'
    assert b"accept-encoding: gzip\r\n" in requests[0].lower()


@pytest.mark.parametrize(
    ("body", "deeper"),
    [
        (b"[" * MAX_NESTING + b"]" * MAX_NESTING, False),
        (b"[" * (MAX_NESTING + 1) + b"]" * (MAX_NESTING + 1), True),
        (b'{"a":[' * 32 + b"]}" * 32, False),
        (b'{"a":[' * 33 + b"]}" * 33, True),
        (b"[" * 100_000, True),
        (b"[" + b"[]," * 100_000 + b"1]", False),
        (b'["' + b"[" * 1000 + b'"]', False),
        (b'["\\\\", "\\"' + b"[" * 1000 + b'"]', False),
        (b'["\\\\"' + b",[" * 1000 + b"]" * 1001, True),
        (b"{}", False),
        (b"[", False),
    ],
)
def test_nesting_is_counted_outside_strings(body: bytes, deeper: bool) -> None:
    assert nested_deeper(body, MAX_NESTING) is deeper
