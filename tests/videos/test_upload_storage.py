"""The bytes of uploads on disk.

Offset, lock, full disk (protocols §2.3, disk-full).
"""

import asyncio
import contextlib
import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.video_host.built_in import storage, upload_lock
from adapters.video_host.built_in.held_file import BLOCK_BYTES
from adapters.video_host.built_in.layout import LOCK, VideoDirectory
from adapters.video_host.built_in.storage import UploadStorage
from domain.shared.errors import DomainError, NotFound

ID = "a-video's-id-0123456789".replace("'", "_")
HOLDER = """
import sys, time
from pathlib import Path
from adapters.video_host.built_in.upload_lock import UploadLock
lock = UploadLock(Path(sys.argv[1]))
lock.acquire_at_once()
print("held", flush=True)
time.sleep(60)
"""


@pytest.fixture
async def stored(tmp_path: Path) -> AsyncIterator[UploadStorage]:
    """A storage with the place of one upload."""
    uploads = UploadStorage(VideoDirectory(tmp_path))
    await uploads.prepare(ID)
    yield uploads
    uploads.close()


async def test_the_offset_is_the_size_of_the_file(stored: UploadStorage, tmp_path: Path) -> None:
    """Bytes are appended across blocks and requests.

    None is lost or repeated (case 16).
    """
    sent = os.urandom(3 * BLOCK_BYTES + 17)
    for start, end in ((0, 5), (5, BLOCK_BYTES + 1), (BLOCK_BYTES + 1, len(sent))):
        async with stored.hold(ID) as file:
            assert file.offset == start == await stored.received(ID)
            for at in range(start, end, 70_000):
                await file.append(sent[at : min(at + 70_000, end)])
            assert file.offset == end
            assert await file.sync() == end
    assert (tmp_path / ID / "source").read_bytes() == sent


async def test_bytes_stay_when_a_request_ends_without_a_sync(stored: UploadStorage) -> None:
    """A block that was on its way is written before the file is closed (case 16)."""
    with contextlib.suppress(ZeroDivisionError):
        async with stored.hold(ID) as file:
            await file.append(b"x" * BLOCK_BYTES)
            raise ZeroDivisionError
    assert await stored.received(ID) == BLOCK_BYTES


async def test_the_first_bytes_are_read_and_all_are_discarded(stored: UploadStorage) -> None:
    """The start of the file decides its type; a file of another type is emptied."""
    async with stored.hold(ID) as file:
        await file.append(b"abcdef")
        assert await file.start(4) == b"abcd"
        await file.discard()
        assert file.offset == 0
        await file.append(b"xy")
        assert await file.sync() == 2


async def test_one_request_holds_an_upload(stored: UploadStorage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second one asks the holder to give way.

    Is refused after a while (upload-chaos, case 1).
    """
    monkeypatch.setattr(upload_lock, "WAIT_SECONDS", 0.3)
    async with stored.hold(ID) as first:
        assert not first.wanted()
        with pytest.raises(DomainError) as refused:
            async with stored.hold(ID):
                pass
        assert refused.value.code == "videos.locked"
        assert first.wanted()
    async with stored.hold(ID) as next_one:
        assert not next_one.wanted(), "its predecessor was asked, not this one"


async def test_requests_that_wait_for_an_upload_occupy_no_thread(
    stored: UploadStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players and files are read in the same threads (case 1)."""
    monkeypatch.setattr(upload_lock, "WAIT_SECONDS", 3.0)
    requests = list[str]()
    ask = upload_lock.UploadLock.ask

    def counted(lock: upload_lock.UploadLock) -> None:
        requests.append(lock.name)
        ask(lock)

    monkeypatch.setattr(upload_lock.UploadLock, "ask", counted)
    async with stored.hold(ID):
        waiting = [asyncio.create_task(_hold_once(stored)) for _ in range(40)]
        await asyncio.sleep(0.3)
        async with asyncio.timeout(1):
            await asyncio.to_thread(time.monotonic)
        assert 0 < len(requests) <= 0.3 / upload_lock.ASK_EVERY_SECONDS + 1, "the first asks for all of them"
    assert set(await asyncio.gather(*waiting)) == {0}


async def test_a_request_that_waits_behind_others_gives_up_in_its_time(
    stored: UploadStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its patience is its own, also while another one asks for it (case 1)."""
    monkeypatch.setattr(upload_lock, "WAIT_SECONDS", 0.3)
    async with stored.hold(ID):
        ended = await asyncio.gather(*(_hold_once(stored) for _ in range(5)), return_exceptions=True)
    assert [str(one.code) for one in ended if isinstance(one, DomainError)] == ["videos.locked"] * 5
    assert await _hold_once(stored) == 0


async def test_a_request_that_waits_for_a_deleted_upload_finds_nothing(stored: UploadStorage, tmp_path: Path) -> None:
    """It leaves no directory behind."""
    async with stored.hold(ID):
        waiting = asyncio.create_task(_hold_once(stored))
        await asyncio.sleep(0.2)
        await stored.delete(ID)
    with pytest.raises(NotFound):
        await waiting
    assert list(tmp_path.iterdir()) == []


async def test_a_hold_ends_with_its_process(stored: UploadStorage, tmp_path: Path) -> None:
    """kill -9 of the process that writes leaves no lock behind (case 2)."""
    process = subprocess.Popen(  # noqa: ASYNC220  it answers at once
        [sys.executable, "-c", HOLDER, str(tmp_path / ID)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        holding = asyncio.create_task(_hold_once(stored))
        await asyncio.sleep(0.3)
        assert not holding.done()
        process.send_signal(signal.SIGKILL)
        assert await asyncio.wait_for(holding, 5) == 0
    finally:
        process.kill()
        process.wait()
    assert (tmp_path / ID / LOCK).exists(), "the file stays; only the lock on it ended"


async def _hold_once(stored: UploadStorage) -> int:
    async with stored.hold(ID) as file:
        return file.offset


async def test_a_deleted_upload_leaves_nothing(stored: UploadStorage, tmp_path: Path) -> None:
    """Deleting twice is no error.

    A hold begun before it does not keep a lock of nothing.
    """
    async with stored.hold(ID) as file:
        await file.append(b"abc")
    await stored.delete(ID)
    await stored.delete(ID)
    assert list(tmp_path.iterdir()) == []
    assert not await stored.exists(ID)
    assert await stored.received(ID) == 0


async def test_what_races_a_deletion_finds_nothing_and_makes_nothing(
    stored: UploadStorage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R2-283, HEAD beside DELETE: no upload of 0 bytes, no error, no directory."""
    async with stored.hold(ID) as file:
        await file.append(b"abc")
    reached, go_on = threading.Event(), threading.Event()
    open_source = storage.open_source

    def late(path: Path) -> int:
        reached.set()
        go_on.wait(10)
        return open_source(path)

    monkeypatch.setattr(storage, "open_source", late)
    holding = asyncio.create_task(_hold_once(stored))
    await asyncio.to_thread(reached.wait, 10)
    await asyncio.gather(stored.delete(ID), stored.delete(ID))
    go_on.set()
    with pytest.raises(NotFound):
        await holding
    for late_request in (_hold_once(stored), stored.keep_metadata(ID, "filename ZGFycw==")):
        with pytest.raises(NotFound):
            await late_request
    assert await stored.metadata(ID) == ""
    assert list(tmp_path.iterdir()) == []


async def test_a_cancelled_request_waits_for_the_thread_that_writes_for_it(stored: UploadStorage) -> None:
    """Neither file nor connection is closed under it: others may have their numbers."""
    source = SlowSource()

    async def receive() -> None:
        async with stored.hold(ID) as file:
            try:
                await file.append_from(source)
            finally:
                source.closed = True

    request = asyncio.create_task(receive())
    await asyncio.to_thread(source.reading.wait, 10)
    request.cancel()
    await asyncio.sleep(0.1)
    request.cancel()
    await asyncio.sleep(0.1)
    assert not request.done()
    source.go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await request
    assert not source.closed_while_reading
    assert await stored.received(ID) == 3


class SlowSource:
    """Three bytes, when the test lets them come."""

    head, left = b"", 3

    def __init__(self) -> None:
        self.reading, self.go_on = threading.Event(), threading.Event()
        self.closed = self.closed_while_reading = False

    async def wait(self) -> None:
        raise NotImplementedError

    def read_into(self, buffer: memoryview) -> int:
        self.reading.set()
        self.go_on.wait(10)
        self.closed_while_reading = self.closed
        buffer[:3], self.left = b"abc", 0
        return 3

    def close(self) -> None:
        raise NotImplementedError


async def test_a_full_disk_keeps_what_it_took(stored: UploadStorage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes before the disk was full are the offset.

    The upload goes on when there is room (disk-full).
    """
    room = 1000
    pwrite = os.pwrite

    def nearly_full(descriptor: int, data: bytes, at: int) -> int:
        left = room - at
        if left <= 0:
            raise OSError(errno.ENOSPC, "full")
        return pwrite(descriptor, data[:left], at)

    monkeypatch.setattr(os, "pwrite", nearly_full)
    async with stored.hold(ID) as file:
        await file.append(b"a" * 1500)
        with pytest.raises(DomainError) as refused:
            await file.sync()
        assert refused.value.code == "videos.no_room"
        assert file.offset == 1000 == await file.sync()
    monkeypatch.undo()
    async with stored.hold(ID) as file:
        await file.append(b"a" * 500)
        assert await file.sync() == 1500


async def test_a_reserve_of_the_disk_is_never_filled(stored: UploadStorage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database may be on the same disk: a share of it stays free (disk-full)."""

    class Disk:
        total, free = 100, 30

    monkeypatch.setattr(storage.shutil, "disk_usage", lambda _: Disk)
    await stored.check_room(25)
    with pytest.raises(DomainError) as refused:
        await stored.check_room(26)
    assert refused.value.code == "videos.no_room"


@pytest.mark.parametrize(
    "name", ["..", "../../etc/passwd", "a/b-0123456789012345", "short", "n\0l-0123456789012345", ""]
)
async def test_nothing_but_a_public_id_becomes_a_path(stored: UploadStorage, name: str) -> None:
    """A traversal, a separator or a NUL is no upload (ASVS-34, case 13)."""
    with pytest.raises(NotFound):
        await stored.received(name)


async def test_directories_are_found_by_their_last_change(stored: UploadStorage, tmp_path: Path) -> None:
    """A directory that was written to lately may wait for its row."""
    async with stored.hold(ID) as file:
        await file.append(b"abc")
    for path in (tmp_path / ID, *(tmp_path / ID).iterdir()):
        os.utime(path, (1000, 1000))
    assert await stored.stored_since(1001) == [ID]
    os.utime(tmp_path / ID / "source", (2000, 2000))
    assert await stored.stored_since(1001) == []


async def test_what_is_no_video_stays_beside_them(stored: UploadStorage, tmp_path: Path) -> None:
    """A disk of its own has a ``lost+found``; the sweep of orphans passes it by."""
    (tmp_path / "lost+found").mkdir(mode=0o000)
    (tmp_path / "notes-of-the-operator").write_text("keep")
    assert await stored.stored_since(time.time() + 60) == [ID]


async def test_a_request_that_ends_while_its_file_opens_leaves_no_lock(
    stored: UploadStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread goes on and acquires the lock, which nobody would release (case 2)."""
    opening, go_on = threading.Event(), threading.Event()
    acquire = upload_lock.UploadLock.acquire_at_once

    def slowly(lock: upload_lock.UploadLock) -> None:
        opening.set()
        go_on.wait(10)
        acquire(lock)

    async def hold() -> None:
        async with stored.hold(ID):
            pytest.fail("the request has ended")

    with monkeypatch.context() as slow_disk:
        slow_disk.setattr(upload_lock.UploadLock, "acquire_at_once", slowly)
        request = asyncio.create_task(hold())
        await asyncio.to_thread(opening.wait, 10)
        request.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await request
        go_on.set()
        await asyncio.sleep(0.2)

    monkeypatch.setattr(upload_lock, "WAIT_SECONDS", 0.5)
    async with asyncio.timeout(5), stored.hold(ID) as file:
        assert file.offset == 0
