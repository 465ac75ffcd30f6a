"""The cleanup deletes unreachable files and nothing else (D-72)."""

import os
import time
from typing import Any

from application.actor import system
from application.files.cleanup import delete_unreferenced_files
from tests.support.builders import a_branch, a_student, a_superadmin
from tests.support.console import Console, data
from tests.support.pictures import a_photo

DAY = 24 * 3600


async def test_unclaimed_uploads_are_deleted_after_a_day_and_used_files_stay(fresh_console: Console) -> None:
    """An unclaimed upload, a photo in use, and bytes without a row."""
    console, student = fresh_console, a_student().in_branch(a_branch())
    await console.store(student)
    visitor = await console.sign_in(a_superadmin())
    jpeg: dict[str, Any] = {"headers": {"Content-Type": "image/jpeg"}}
    await visitor.request("POST", "/upload/student-photo", content=a_photo(size=(10, 10)), **jpeg)
    used = await visitor.request(
        "POST", "/upload/student-photo", content=a_photo(), params={"studentId": student.id}, **jpeg
    )
    store, rows, clock = console.container.files(), console.container.file_rows(), console.clock

    async def bytes_alone() -> Any:
        yield b"a crash came between"

    await store.put(bytes_alone())
    sweep: dict[str, Any] = {"actor": system(), "rows": rows, "files": store, "clock": clock}
    assert await delete_unreferenced_files(**sweep) == 0, "every file may still be claimed"
    clock.pass_by(days=1, minutes=1)
    remaining = [path for path in console.container.settings().files.rglob("*") if path.is_file()]
    assert len(remaining) == 3
    for path in remaining:
        os.utime(path, (time.time() - DAY, time.time() - DAY))
    assert await delete_unreferenced_files(**sweep) == 2
    assert await console.sql.fetchval("select count(*) from files") == 1
    link = console.container.links().link(data(used)["file"]["id"], clock.now())
    assert (await console.nobody().request("GET", link)).status_code == 200
    assert await delete_unreferenced_files(**sweep) == 0
