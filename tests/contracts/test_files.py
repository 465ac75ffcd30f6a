"""What every store of files keeps to: the twin, and the directory (D-72)."""

import hashlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.files.local import LocalFiles
from adapters.memory.files import MemoryFiles
from application.files.ports import Files
from domain.shared.errors import NotFound


@pytest.fixture(params=["memory", "directory"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Files:
    """The same of both."""
    return MemoryFiles() if request.param == "memory" else LocalFiles(tmp_path / "files")


async def pieces(*content: bytes) -> AsyncIterator[bytes]:
    for piece in content:
        yield piece


async def whole(files: Files, digest: str) -> bytes:
    return b"".join([piece async for piece in files.open(digest)])


async def all_before(files: Files, instant: datetime) -> list[str]:
    return [digest async for digest in files.unused_since(instant)]


async def test_what_is_put_is_read_again_byte_for_byte(files: Files) -> None:
    """Larger than one piece, and nothing at all."""
    large = bytes(range(256)) * 4096
    kept = await files.put(pieces(large[:1000], large[1000:]))
    assert (kept.digest, kept.size) == (hashlib.sha256(large).hexdigest(), len(large))
    assert await whole(files, kept.digest) == large
    empty = await files.put(pieces())
    assert (empty.size, await whole(files, empty.digest)) == (0, b"")


async def test_equal_bytes_are_one_file(files: Files) -> None:
    """Deleting is of the bytes, wherever they came from."""
    first, second = await files.put(pieces(b"face")), await files.put(pieces(b"fa", b"ce"))
    assert first == second
    await files.delete(first.digest)
    await files.delete(first.digest)
    with pytest.raises(NotFound):
        await whole(files, first.digest)


async def test_a_broken_upload_leaves_nothing(files: Files) -> None:
    """The line is cut amid the content."""

    async def cut() -> AsyncIterator[bytes]:
        yield b"half"
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await files.put(cut())
    assert await all_before(files, datetime.now(UTC) + timedelta(days=1)) == []


async def test_only_old_bytes_are_offered_to_the_sweeper(files: Files) -> None:
    """What was put just now may be waiting for its row."""
    kept = await files.put(pieces(b"fresh"))
    now = datetime.now(UTC)
    assert await all_before(files, now - timedelta(minutes=1)) == []
    assert await all_before(files, now + timedelta(minutes=1)) == [kept.digest]


@pytest.mark.parametrize("name", ["../../secrets/key", "", "A" * 64, "0" * 63, "0" * 64])
async def test_a_name_that_is_no_digest_opens_nothing(files: Files, name: str) -> None:
    """ASVS-34: no path leads out of the store."""
    with pytest.raises(NotFound):
        await whole(files, name)


async def test_the_directory_holds_whole_files_only(tmp_path: Path) -> None:
    """A refused upload leaves no half file beside them, and nobody else may read any."""
    files = LocalFiles(tmp_path / "files")
    kept = await files.put(pieces(b"face"))
    (path,) = [path for path in (tmp_path / "files").rglob("*") if path.is_file()]
    assert path.name == kept.digest
    assert path.stat().st_mode & 0o077 == 0
    assert (tmp_path / "files").stat().st_mode & 0o077 == 0
