"""The calls of the holder of ``study:homework_statistics`` alone (D-90).

Each shows counts and results, no text and no file.
"""

import io
import zipfile
from typing import Any

import pytest

from tests.http.gamification.earning import seed
from tests.http.homework.giving_scenario import PLAIN, WEBM
from tests.http.homework.statistics.term import Term, hand_in, work_of
from tests.support.access import Call, table
from tests.support.builders import a_user_with
from tests.support.console import Console, Visitor, data

KEY = "study:homework_statistics"
CALLS = [call for call in table() if KEY in call.keys]
# in every text and file name that is written below
MARK = "MAXFIY"
WRITTEN = (
    "select description from homeworks", "select text from attempts", "select text from submission_messages",
    "select message from checks", "select message from check_drafts", "select name from files",
)  # fmt: skip


@pytest.fixture(scope="module")
async def term(console: Console) -> Term:
    """Homework with marked texts and files.

    Of the task, the hand-in, the check, its draft and the chat.
    """
    await seed(console)
    term = await Term.of(console)
    office = await term.office()
    headers = PLAIN | {"X-File-Name": f"{MARK}-vazifa.txt"}
    sent = await office.request("POST", "/upload/homework-attachments", content=b"a", headers=headers)
    body = {
        "lessonId": term.lessons[0], "description": f"{MARK} 12-mashq", "deadline": 24,
        "attachments": [data(sent)["file"]["fileId"]],
    }  # fmt: skip
    term.homework.append(data(await office.post("/homework/for-admin", body))["homework"]["id"])
    student = await term.student(term.group.students[0])
    file = await student.request("POST", "/upload", content=b"b", headers=PLAIN | {"X-File-Name": f"{MARK}-ish.txt"})
    voice = await student.request("POST", "/upload/voice", content=WEBM, headers=PLAIN, params={"duration": 3})
    form = {
        "text": f"{MARK} javob", "fileIds": [data(file)["file"]["fileId"]],
        "voice": {"fileId": data(voice)["voice"]["fileId"], "duration": 3},
    }  # fmt: skip
    assert (await student.post(f"/homework/{term.homework[0]}/submissions", form)).is_success
    await hand_in(term, 0, 1, 0)
    work = await work_of(term, 0, 0)
    assert (await student.post(f"/homework/{term.homework[0]}/messages", {"text": f"{MARK} savol"})).is_success
    assert (await office.post(f"/homework-chat/{work['id']}/messages", {"text": f"{MARK} gap"})).is_success
    checked = {"submissionId": work["id"], "version": work["version"], "score": 90, "message": f"{MARK} barakalla"}
    assert (await office.post("/homework-chat/check-student-homework-for-admin", checked)).is_success
    draft = {"score": "7", "message": f"{MARK} qoralama"}
    other = await work_of(term, 0, 1)
    assert (await office.put(f"/homework-chat/{other['id']}/draft", draft)).is_success
    return term


async def _reader(term: Term, rights: dict[str, list[str]] | None = None) -> Visitor:
    account = a_user_with({KEY: ["read"]} if rights is None else rights).of(term.group.branch)
    return await term.console.sign_in(account)


def _path(term: Term, call: Call) -> str:
    ids = {
        "/groups/{id}": term.group.id, "/teachers/{id}": term.teachers[0].id, "{lesson_id}": term.lessons[0],
        "{homework_id}": term.homework[0], "{student_id}": term.group.students[0].id,
    }  # fmt: skip
    path = call.path
    for place, id in ids.items():
        path = path.replace(place, f"{place.partition('{')[0]}{id}")
    assert "{" not in path, "a call of these pages has an id that this test does not know"
    return path


async def test_the_marks_are_written(term: Term) -> None:
    """Otherwise none of them could be seen."""
    for statement in WRITTEN:
        found = [row[0] or "" for row in await term.console.sql.fetch(statement)]
        assert any(MARK in text for text in found), statement


@pytest.mark.parametrize("call", CALLS, ids=str)
async def test_the_key_alone_opens_every_call_of_its_pages_without_a_text(term: Term, call: Call) -> None:
    """D-90, D-101: counts and results, nothing that somebody wrote.

    R2-057, R2-058, R2-059, R2-060, R2-066, R2-067, R2-330.
    """
    reader = await _reader(term)
    body = {} if call.method == "POST" else None
    answer = await reader.request(call.method, _path(term, call), json=body)
    assert answer.status_code == 200, answer.text
    assert answer.content
    assert MARK not in _text(answer)


@pytest.mark.parametrize("call", CALLS, ids=str)
async def test_without_the_key_none_of_them_opens(term: Term, call: Call) -> None:
    """D-101: reading courses opens no statistic."""
    reader = await _reader(term, {"study:courses": ["read"]})
    answer = await reader.request(call.method, _path(term, call), json={} if call.method == "POST" else None)
    assert answer.status_code == 403


def test_the_pages_have_these_calls() -> None:
    """Groups, a group, students, a student, a lesson, teachers, their KPI.

    R2-057, R2-058, R2-059, R2-060, R2-066, R2-067.
    """
    assert {str(call).removeprefix("GET /api/staff") for call in CALLS if call.method == "GET"} >= {
        "/homework-statistics/filter-objects",
        "/homework-statistics/groups",
        "/homework-statistics/groups/{id}",
        "/homework-statistics/groups/{id}/students",
        "/homework-statistics/groups/{id}/students/{student_id}",
        "/homework-statistics/groups/{id}/lessons",
        "/homework-statistics/groups/{id}/lessons/{lesson_id}/homework/{homework_id}",
        "/homework-statistics/teachers",
        "/homework-statistics/teachers/{id}",
        "/kpi/all",
    }


async def test_the_chat_and_the_task_stay_closed(term: Term) -> None:
    """D-90: they need the keys of groups."""
    reader, work = await _reader(term), await work_of(term, 0, 0)
    for path in (
        f"/homework-chat/{work['id']}",
        f"/homework/for-admin/{term.homework[0]}",
        f"/homework/for-admin?homeworkId={term.homework[0]}",
        f"/groups/for-admin/{term.group.id}/homework",
        f"/groups/for-admin/{term.group.id}/homework-chats",
        f"/homework-statistics/groups/{term.group.id}/remind-options",
    ):
        assert (await reader.get(path)).status_code == 403, path


def _text(answer: Any) -> str:
    """The text of a response; of a spreadsheet all its parts."""
    if answer.headers["content-type"].startswith("application/json"):
        return str(answer.text)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as parts:
        return "".join(parts.read(name).decode() for name in parts.namelist())
