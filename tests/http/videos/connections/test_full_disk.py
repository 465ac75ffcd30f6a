"""The upload store on a disk of its own that fills up (disk-full)."""

import os
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.faults.support.small_disk import a_small_disk
from tests.http.live.served_console import serve
from tests.http.videos.connections.line import head, patch
from tests.http.videos.tus_client import TusStage, a_film
from tests.support.console import Console, a_console, data

DISK_MIB = 64
SIZE = 40 * 1024 * 1024
CHUNK = 8 * 1024 * 1024


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A home whose videos are on a small disk of their own."""
    with a_small_disk(tmp_path / "home" / "videos", f"{DISK_MIB}m"):
        yield tmp_path / "home"


@pytest.fixture
async def console(database_url: str, small_disk: Path) -> AsyncIterator[Console]:
    """A console in that home."""
    async with a_console(database_url, small_disk) as console:
        yield console


async def test_a_full_disk_stops_uploads_alone_and_they_go_on_with_room(console: Console) -> None:
    """507 by name: nothing stored is lost, all else works, no restart is needed."""
    stage = await TusStage.of(console)
    stage.console.clock.stand_at(datetime.now(UTC))
    stage.teacher = await stage.scenario.teacher()
    film, first, second = a_film(SIZE), await stage.begin(SIZE), await stage.begin(SIZE)
    async with serve(console) as served:

        async def send(link: str) -> int:
            """Chunk after chunk; the last status."""
            while True:
                _, offset = await head(served.http, served.address, link)
                if offset == SIZE:
                    return 204
                status = await patch(served.http, served.address, link, offset, film[offset : offset + CHUNK])
                if status != 204:
                    return status

        assert await send(first["uploadUrl"]) == 204
        assert await send(second["uploadUrl"]) == 507
        status, offset = await head(served.http, served.address, second["uploadUrl"])
        assert status == 200
        assert stage.source(second).read_bytes() == film[:offset]
        assert await send(second["uploadUrl"]) == 507, "again, not an error of another kind"
        refused = await stage.teacher.post("/video/upload-links", stage.scenario.form(size=SIZE))
        assert refused.status_code == 507
        page = await stage.teacher.data(f"/groups/for-academic/{stage.scenario.group.id}/videos")
        assert page["total"] == 2
        free = os.statvfs(stage.directory.root)
        assert free.f_bavail * free.f_frsize >= DISK_MIB * 1024 * 1024 // 20 - CHUNK, "a reserve stays free"
        data(await stage.teacher.delete(f"/video/delete-for-academic/{first['id']}"))
        await console.container.upload_bytes().delete(first["videoId"])
        assert await send(second["uploadUrl"]) == 204
    assert stage.source(second).read_bytes() == film
