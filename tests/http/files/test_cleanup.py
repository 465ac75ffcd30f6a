"""The cleanup deletes unreachable files and nothing else (D-72)."""

import os
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from application.actor import system
from application.files.cleanup import FileRows, delete_unreferenced_files
from tests.support.builders import a_branch, a_student, a_superadmin
from tests.support.console import Console, data
from tests.support.pictures import a_photo

DAY = 24 * 3600


async def test_unclaimed_uploads_are_deleted_after_a_day_and_used_files_stay(fresh_console: Console) -> None:
    """D-72: an unclaimed upload, a photo in use, and bytes without a row."""
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
    assert _make_a_day_old(console) == 3
    assert await delete_unreferenced_files(**sweep) == 2
    assert await console.sql.fetchval("select count(*) from files") == 1
    link = console.container.links().link(data(used)["file"]["id"], clock.now())
    assert (await console.nobody().request("GET", link)).status_code == 200
    assert await delete_unreferenced_files(**sweep) == 0


class _UploadInBetween:
    """The real rows; an upload arrives after they were searched."""

    def __init__(self, rows: FileRows, upload: Callable[[], Awaitable[Any]]) -> None:
        self._rows, self._upload = rows, upload

    async def delete_expired(self, now: datetime) -> int:
        return await self._rows.delete_expired(now)

    async def is_referenced(self, digest: str) -> bool:
        found = await self._rows.is_referenced(digest)
        await self._upload()
        return found


async def test_bytes_that_are_uploaded_again_during_the_cleanup_stay(fresh_console: Console) -> None:
    """D-72: their row comes after the cleanup has looked for one."""
    console, content = fresh_console, b"the same task, handed out each year"
    visitor, uploaded = await console.sign_in(a_superadmin()), list[str]()

    async def upload() -> None:
        headers = {"X-File-Name": "vazifa.txt", "Content-Type": "application/octet-stream"}
        answer = await visitor.request("POST", "/upload/homework-db-attachments", content=content, headers=headers)
        uploaded.append(data(answer)["file"]["fileId"])

    await upload()
    await console.sql.execute("update files set expires_at = $1", console.clock.now())
    assert _make_a_day_old(console) == 1
    container = console.container
    rows = _UploadInBetween(container.file_rows(), upload)
    deleted = await delete_unreferenced_files(actor=system(), rows=rows, files=container.files(), clock=console.clock)
    _, again = uploaded
    assert (deleted, await console.sql.fetchval("select string_agg(public_id, ' ') from files")) == (0, again)
    link = container.links().link(again, console.clock.now())
    assert (await console.nobody().request("GET", link)).content == content


def _make_a_day_old(console: Console) -> int:
    """Sets back the time of all stored files; returns their number."""
    found = [*console.container.settings().files.glob("??/*")]
    for path in found:
        os.utime(path, (time.time() - DAY - 60, time.time() - DAY - 60))
    return len(found)
