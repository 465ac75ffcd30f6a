"""Limits of handing in through the gateway (D-72, D-80, D-81)."""

from datetime import timedelta
from typing import Any

from domain.homework.hand_in_limits import MEGABYTE, HandInLimits
from tests.http.gamification.earning import balance
from tests.http.homework.giving_scenario import HomeworkScenario
from tests.http.homework.scenario import REJECTED, CheckingScenario, check
from tests.support.console import Console, data

PLAIN = {"Content-Type": "application/octet-stream", "X-File-Name": "ish.txt"}


async def _upload(visitor: Any, content: bytes = b"ish") -> Any:
    return await visitor.request("POST", "/upload", content=content, headers=PLAIN)


async def test_files_of_a_student_have_an_end(console: Console) -> None:
    """D-72: the answer names the room; another student has room still."""
    stage = await HomeworkScenario.of(console)
    visitor = await console.sign_in_student(stage.students[0])
    file = data(await _upload(visitor))["file"]
    size = HandInLimits().megabytes * MEGABYTE
    await console.sql.execute("update files set size = $2 where public_id = $1", file["fileId"], size - 3)
    assert (await _upload(visitor, b"abc")).is_success, "the last byte fits"
    full = await _upload(visitor)
    assert (full.status_code, full.json()["code"]) == (413, "FILES_STUDENT_FULL")
    assert "2000 MB" in full.json()["message"]
    assert (await _upload(await console.sign_in_student(stage.students[1]))).is_success


async def test_a_file_named_twice_is_called_a_file(console: Console) -> None:
    """D-81: the words are about files, not about students."""
    stage = await HomeworkScenario.of(console)
    given = await (await stage.teacher()).given()
    visitor = await console.sign_in_student(stage.students[0])
    file = data(await _upload(visitor))["file"]
    answer = await visitor.post(f"/homework/{given['id']}/submissions", {"fileIds": [file["fileId"]] * 2})
    assert answer.json()["fields"]["fileIds"] == ["A file is named twice"]


async def test_a_withdrawn_second_hand_in_leaves_the_rejection_as_it_was(console: Console) -> None:
    """Part 2 §4, D-82: score and award belong to the attempt that was rejected."""
    stage = await CheckingScenario.of(console)
    student, teacher = stage.students[0], await stage.teacher()
    work = await stage.work_of(student, "birinchi")
    data(await check(teacher, work, 40))
    earned = await balance(console, student.id)
    console.clock.pass_by(minutes=5)
    visitor = await console.sign_in_student(student)
    path = f"/homework/{stage.homework.id}"
    again = data(await visitor.post(f"{path}/submissions", {"text": "tuzatildi"}))["submission"]
    data(await visitor.delete(f"{path}/submissions/{again['id']}"))
    shown = (await visitor.data(path))["homework"]
    assert (shown["status"], shown["score"], len(shown["attempts"])) == (REJECTED, 40, 1)
    assert await balance(console, student.id) == earned != (0, 0)


async def test_files_of_an_undone_message_expire(console: Console) -> None:
    """D-69, D-72: they may be sent again for a day, then they are deleted."""
    stage = await CheckingScenario.of(console)
    teacher = await stage.teacher()
    work = await stage.work_of(stage.students[0], "javob")
    file = data(await teacher.request("POST", "/upload/homework", content=b"izoh", headers=PLAIN))["file"]
    checked = data(await check(teacher, work, 90, message="izoh", fileIds=[file["fileId"]]))
    expires = "select expires_at, entity from files where public_id = $1"
    assert tuple(await console.sql.fetchrow(expires, file["fileId"])) == (None, "message")
    body = {"checkId": checked["checkId"], "version": checked["version"]}
    data(await teacher.post(f"/homework-chat/{work.id}/undo", body))
    in_a_day = console.clock.now() + timedelta(days=1)
    assert tuple(await console.sql.fetchrow(expires, file["fileId"])) == (in_a_day, None)
