"""The contract of file stores, in memory and in a directory (D-72)."""

import hashlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.files.local import LocalFileStore
from adapters.memory.files import MemoryFileStore
from application.files.ports import FileStore
from domain.shared.errors import NotFound


@pytest.fixture(params=["memory", "directory"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> FileStore:
    """Each implementation."""
    return MemoryFileStore() if request.param == "memory" else LocalFileStore(tmp_path / "files")


async def chunks(*content: bytes) -> AsyncIterator[bytes]:
    for chunk in content:
        yield chunk


async def whole(files: FileStore, digest: str) -> bytes:
    return b"".join([chunk async for chunk in files.open(digest)])


async def all_before(files: FileStore, instant: datetime) -> list[str]:
    return [digest async for digest in files.unused_since(instant)]


async def test_stored_bytes_are_read_back_unchanged(files: FileStore) -> None:
    """Also more than one chunk, and no byte at all."""
    large = bytes(range(256)) * 4096
    kept = await files.put(chunks(large[:1000], large[1000:]))
    assert (kept.digest, kept.size) == (hashlib.sha256(large).hexdigest(), len(large))
    assert await whole(files, kept.digest) == large
    empty = await files.put(chunks())
    assert (empty.size, await whole(files, empty.digest)) == (0, b"")


async def test_equal_bytes_are_stored_once(files: FileStore) -> None:
    """Deleting removes the bytes of every upload."""
    first, second = await files.put(chunks(b"face")), await files.put(chunks(b"fa", b"ce"))
    assert first == second
    later = datetime.now(UTC) + timedelta(minutes=1)
    assert [await files.delete(first.digest, unused_since=later) for _ in range(2)] == [True, False]
    with pytest.raises(NotFound):
        await whole(files, first.digest)


async def test_an_interrupted_upload_stores_nothing(files: FileStore) -> None:
    """The connection breaks within the content."""

    async def cut() -> AsyncIterator[bytes]:
        yield b"half"
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await files.put(cut())
    assert await all_before(files, datetime.now(UTC) + timedelta(days=1)) == []


async def test_only_old_bytes_are_offered_for_cleanup(files: FileStore) -> None:
    """Fresh bytes may wait for their row."""
    kept = await files.put(chunks(b"fresh"))
    now = datetime.now(UTC)
    assert await all_before(files, now - timedelta(minutes=1)) == []
    assert await all_before(files, now + timedelta(minutes=1)) == [kept.digest]


async def test_bytes_that_were_stored_again_are_not_deleted(files: FileStore) -> None:
    """D-72: another upload of the same bytes came before the deletion."""
    kept = await files.put(chunks(b"again"))
    assert not await files.delete(kept.digest, unused_since=datetime.now(UTC) - timedelta(minutes=1))
    assert await whole(files, kept.digest) == b"again"


@pytest.mark.parametrize("name", ["../../secrets/key", "", "A" * 64, "0" * 63, "0" * 64])
async def test_a_name_that_is_no_digest_is_not_found(files: FileStore, name: str) -> None:
    """ASVS-34: no path leads out of the store."""
    with pytest.raises(NotFound):
        await whole(files, name)


async def test_the_directory_has_complete_private_files_only(tmp_path: Path) -> None:
    """An interrupted upload leaves no partial file; other accounts cannot read any."""
    files = LocalFileStore(tmp_path / "files")
    kept = await files.put(chunks(b"face"))
    lock, path = sorted(path for path in (tmp_path / "files").rglob("*") if path.is_file())
    assert (path.name, lock.stat().st_size) == (kept.digest, 0)
    assert path.stat().st_mode & 0o077 == lock.stat().st_mode & 0o077 == 0
    assert (tmp_path / "files").stat().st_mode & 0o077 == 0
