"""FileStore in memory, for tests and trials."""

import hashlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime

from application.files.ports import StoredBytes
from domain.shared.errors import NotFound


class MemoryFileStore:
    """Implements ``FileStore`` in memory."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[bytes, datetime]] = {}

    async def put(self, content: AsyncIterator[bytes]) -> StoredBytes:
        whole = b"".join([piece async for piece in content])
        digest = hashlib.sha256(whole).hexdigest()
        self._kept[digest] = (whole, datetime.now(UTC))
        return StoredBytes(digest, len(whole))

    async def open(self, digest: str) -> AsyncIterator[bytes]:
        if digest not in self._kept:
            raise NotFound("file", digest)
        yield self._kept[digest][0]

    async def delete(self, digest: str, *, unused_since: datetime) -> bool:
        if digest not in self._kept or self._kept[digest][1] >= unused_since:
            return False
        del self._kept[digest]
        return True

    async def unused_since(self, before: datetime) -> AsyncIterator[str]:
        for digest, (_, at) in list(self._kept.items()):
            if at < before:
                yield digest
