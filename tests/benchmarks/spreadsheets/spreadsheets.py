"""Exports and imports as in the worker, against the fastest library.

Same cells, by the clock. Export and library run in processes of their own, so that the memory of each is its own.
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import rustpy_xlsxwriter
from dependency_injector import providers
from sqlalchemy import text

from adapters.memory.clock import MovableClock
from application.actor import Actor, system
from application.exports import exports
from application.imports import imports
from contracts.exports import ExportList
from contracts.imports import CommitImport, MapImport
from contracts.people.students import StudentsQuery
from entrypoints.settings import read_settings
from entrypoints.wiring import Container, close
from entrypoints.worker.handlers import job_handlers
from tests.benchmarks.spreadsheets.ten_exports import ten_at_once
from tests.benchmarks.support.measure import verdict
from tests.benchmarks.support.served_centre import databases
from tests.support.records.messy import a_messy_spreadsheet

EXPORTED, IMPORTED, ROUNDS = 100_000, 10_000, 3
MAX_MEMORY_MIB, MAX_IMPORT_SECONDS, MAX_RATIO = 150.0, 30.0, 6.0
SECRET = "the-benchmarks'-own-secret-key-of-32"
COLUMNS = ("id", "fullName", "phoneNumber", "offices", "categories", "photo", "papers", "status", "createdAt")
SuiteLine = tuple[str, dict[str, object]]


async def sheets(sizes: Sequence[int]) -> AsyncIterator[SuiteLine]:
    """One export of the largest centre, ten at once, and one import into it."""
    size = min(EXPORTED, max(sizes))
    with tempfile.TemporaryDirectory(prefix="markaz-bench-") as home, databases(Path(home)) as here:
        await here.build(size)
        url = here.database(size)
        yield "export", await _export_against_library(url, Path(home), size)
        yield "ten exports", await ten_at_once(url, Path(home), size, COLUMNS, here.pid)
        yield "import", await _import(url, Path(home))


def _container(url: str, home: Path) -> Container:
    settings = {"CONSOLE_HOME": str(home / "console"), "CONSOLE_DATABASE_URL": url, "CONSOLE_SECRET_KEY": SECRET}
    container = Container(settings=read_settings(settings | {"CONSOLE_SUPERADMIN_PASSWORD": "a-benchmark"}))
    container.clock.override(providers.Object(MovableClock()))
    return container


async def _export_against_library(url: str, home: Path, size: int) -> dict[str, object]:
    """A-B-A-B: the library gets rows ready-made; ours reads, formats and stores too."""
    ours, library, memory = [], [], 0.0
    for _ in range(ROUNDS):
        timed = await _in_a_process("export", url, str(home))
        ours.append(timed["seconds"])
        memory = max(memory, timed["mebibytes"])
        library.append((await _in_a_process("library", str(size), str(home)))["seconds"])
    own_median, library_median = statistics.median(ours), statistics.median(library)
    line = {
        "rows": size,
        "seconds": round(own_median, 2),
        "library": round(library_median, 2),
        "ratio": round(own_median / library_median, 2),
    }
    return {**line, "mebibytes": round(memory)} | verdict(
        f"ratio <= {MAX_RATIO}, memory <= {MAX_MEMORY_MIB} MiB",
        ratio=own_median / library_median <= MAX_RATIO,
        memory=memory <= MAX_MEMORY_MIB,
    )


async def _in_a_process(*words: str) -> dict[str, float]:
    command = (sys.executable, "-m", "tests.benchmarks.spreadsheets.spreadsheets", *words)
    running = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    output, _ = await running.communicate()
    return dict(json.loads(output))


async def _timed_export(url: str, home: Path) -> dict[str, float]:
    container = _container(url, home)
    try:
        owner = await _owner(container)
        query, form = StudentsQuery(), ExportList(columns=COLUMNS)
        made = await exports.export_students(query, form, actor=owner, ports=container.export_ports())
        began = time.perf_counter()
        await job_handlers(container)[exports.EXPORT]({"jobId": made.job_id}, system())
        return {"seconds": time.perf_counter() - began, "mebibytes": _peak()}
    finally:
        await close(container)


async def _owner(container: Container) -> Actor:
    id = await container.read_pool().fetchval("select id from users order by id limit 1")
    async with container.engine().begin() as connection:
        await connection.execute(text("update users set superadmin = true where id = :id"), {"id": id})
    owner = await container.access().acting(id)
    assert owner is not None
    return owner


def _timed_library(size: int, home: Path) -> dict[str, float]:
    """Cells like ours: as many columns, texts of such lengths, one day."""
    rows = [
        {f"c{n}": f"cell {number} of {n}" for n in range(len(COLUMNS) - 1)} | {"day": date(2026, 1, 1 + number % 28)}
        for number in range(size)
    ]
    began = time.perf_counter()
    rustpy_xlsxwriter.write_worksheet(iter(rows), str(home / "library.xlsx"))
    return {"seconds": time.perf_counter() - began, "mebibytes": _peak()}


def _peak() -> float:
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


async def _import(url: str, home: Path) -> dict[str, object]:
    """A messy spreadsheet from bytes to students: read, planned twice, written.

    The second plan runs in the commit.
    """
    content = a_messy_spreadsheet(IMPORTED, bad_every=100, twin_every=150).xlsx()
    container = _container(url, home)
    try:
        owner = await _owner(container)
        rows = {"import_rows": container.import_rows()}
        rules: dict[str, Any] = {"clock": container.clock(), "paper_cipher": container.paper_cipher()}
        rules |= {"zone": container.zone(), "actor": owner} | rows
        office = await container.read_pool().fetchval("select min(id) from offices")
        began = time.perf_counter()
        reader = container.spreadsheet_reader()
        read = await imports.upload_import(
            _once(content), "a.xlsx", actor=owner, uow=container.uow(), spreadsheet_reader=reader, **rows
        )
        one = read.student_import
        uploaded = time.perf_counter()
        columns = tuple(column.field for column in one.columns)
        form = MapImport(columns=columns, office_id=office, version=one.version)
        one = (await imports.map_import(one.id, form, uow=container.uow(), **rules)).student_import
        mapped = time.perf_counter()
        commit = CommitImport(office_id=office, version=one.version)
        one = (await imports.commit_import(one.id, commit, uow=container.uow(), **rules)).student_import
        await job_handlers(container)["import"]({"importId": one.id}, system())
        done = time.perf_counter()
        shown = await imports.show_import(one.id, actor=owner, uow=container.uow(), **rows)
    finally:
        await close(container)
    line = {"rows": IMPORTED, "read": round(uploaded - began, 2), "planned": round(mapped - uploaded, 2)}
    line |= {"committed": round(done - mapped, 2), "seconds": round(done - began, 2)}
    return {**line, "totals": msgspec.to_builtins(shown.student_import.totals)} | verdict(
        f"<= {MAX_IMPORT_SECONDS} s, all done",
        seconds=done - began <= MAX_IMPORT_SECONDS,
        done=shown.student_import.state == "done",
    )


async def _once(content: bytes) -> AsyncIterator[bytes]:
    yield content


if __name__ == "__main__":
    what, where, home = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    timed = _timed_library(int(where), home) if what == "library" else asyncio.run(_timed_export(where, home))
    print(json.dumps(timed))
