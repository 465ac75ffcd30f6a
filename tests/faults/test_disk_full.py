"""A database with a full disk rejects saves, still reads, and recovers by itself."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.faults.support.centre import Centre, a_centre
from tests.faults.support.clients import Load
from tests.faults.support.figures import report
from tests.faults.support.seed import SEED, chance
from tests.faults.support.small_disk import a_small_disk
from tests.faults.support.storm import some_students
from tests.faults.support.verdict import check_edits, check_jobs, check_whole, wait_for_rest

DISK = "192m"
PIECE = 1024 * 1024
HEALS_WITHIN_SECONDS = 60.0
# without room for the next WAL segment the server stops, and starts again once there is some
NO_ROOM_FOR_WAL = 'PANIC:  could not write to file "pg_wal/'


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A home whose database is on a small disk of its own."""
    with a_small_disk(tmp_path / "home" / "postgres", DISK):
        yield tmp_path / "home"


@pytest.fixture
async def centre(small_disk: Path) -> AsyncIterator[Centre]:
    """A console in that home."""
    async with a_centre(small_disk, students=100) as centre:
        yield centre


def fill(ballast: Path) -> int:
    """Fills the disk; returns the number of MiB."""
    taken = 0
    with ballast.open("wb", buffering=0) as file:
        for size in (PIECE, 4096, 512):
            try:
                while True:
                    taken += file.write(bytes(size))
            except OSError:
                continue
    return taken // PIECE


@pytest.mark.parametrize(
    ("jobs", "seconds", "form"), [(100, 2.0, "quick"), pytest.param(1000, 20.0, "long", marks=pytest.mark.long)]
)
async def test_a_full_disk_recovers_when_there_is_room(centre: Centre, jobs: int, seconds: float, form: str) -> None:
    """Nothing acknowledged is lost and nobody gets a 500.

    Reads work as long as PostgreSQL does; with room again no action is needed.
    """
    students = await some_students(centre)
    load, ballast = Load(centre, "disk", chance("disk")), centre.home / "postgres" / "ballast"
    async with load.at_work(jobs, students):
        await asyncio.sleep(0.5)
        taken = await asyncio.to_thread(fill, ballast)
        full_at = time.monotonic()
        await asyncio.sleep(seconds)
        while not load.promises.failed:
            assert time.monotonic() < full_at + seconds + 20, "the disk was never full"
            await asyncio.sleep(0.1)
        reading = [status for moment, status, *_ in load.reader.seen if moment > full_at]
        ballast.unlink()
        freed_at = time.monotonic()
        while not _saves(load, freed_at):
            assert time.monotonic() < freed_at + HEALS_WITHIN_SECONDS, "it does not heal"
            await asyncio.sleep(0.05)
        healed = time.monotonic() - freed_at
    rest = await wait_for_rest(centre, 120)
    figures = await check_jobs(centre, load) | await check_edits(centre, [load]) | load.reader.figures()
    measured = {"mib_taken": taken, "reads_while_full": len(reading), "saves_after_s": round(healed, 2)}
    report("disk-full", form, SEED, figures | measured | {"rest_s": round(rest, 1)})
    await check_whole(centre)
    assert set(reading) <= {200, 503}
    if NO_ROOM_FOR_WAL not in centre.log_of("postgres"):
        assert reading.count(200) > len(reading) / 2, "reading goes on"


def _saves(load: Load, since: float) -> bool:
    """True if an edit was acknowledged after this moment."""
    return any(editor.edits.acked_at > since for editor in load.editors)
