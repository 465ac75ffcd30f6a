"""Homework through the gateway: read, hand in, withdraw (D-79, D-80, D-81, D-98)."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest

from tests.http.homework.giving_scenario import DAY, WEBM, HomeworkScenario
from tests.support.builders import Student, a_student
from tests.support.console import Console, Visitor, data

WAITING, REJECTED, ACCEPTED, CHECKING, UNCOMPLETED, NOT_GIVEN = range(1, 7)
PLAIN = {"Content-Type": "application/octet-stream"}


@dataclass
class Application:
    """The application of a student, with one homework."""

    stage: HomeworkScenario
    student: Student
    visitor: Visitor
    homework_id: int

    @property
    def path(self) -> str:
        """The calls of the homework."""
        return f"/homework/{self.homework_id}"

    async def hand_in(self, **form: Any) -> Any:
        """Hands in a text, or what the form names; the response."""
        return await self.visitor.post(f"{self.path}/submissions", form or {"text": "javob"})

    async def handed_in(self, **form: Any) -> Any:
        """The new attempt."""
        return data(await self.hand_in(**form))["submission"]

    async def upload(self, content: bytes, name: str = "ish.txt") -> Any:
        """Uploads a file; its card."""
        headers = PLAIN | {"X-File-Name": name}
        return data(await self.visitor.request("POST", "/upload", content=content, headers=headers))["file"]

    async def record(self, seconds: int = 12) -> Any:
        """Uploads a recording; its card."""
        answer = await self.visitor.request(
            "POST", "/upload/voice", content=WEBM, headers=PLAIN, params={"duration": seconds}
        )
        return data(answer)["voice"]

    async def shown(self) -> Any:
        """The homework as it is shown."""
        return (await self.visitor.data(self.path))["homework"]

    async def set(self, **columns: Any) -> None:
        """Sets columns of the submission as they are."""
        names = ", ".join(f"{name} = ${number}" for number, name in enumerate(columns, start=3))
        sql = f"update submissions set {names} where homework_id = $1 and student_id = $2"
        await self.stage.console.sql.execute(sql, self.homework_id, self.student.id, *columns.values())


async def _code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@pytest.fixture
async def app(console: Console) -> Application:
    """A student of a class whose homework is due on the next day at 17:00."""
    stage = await HomeworkScenario.of(console)
    given = await (await stage.teacher()).given(topicId=stage.topics[0])
    student = stage.students[0]
    return Application(stage, student, await console.sign_in_student(student), given["id"])


async def test_a_student_sees_the_task_and_its_deadline(app: Application) -> None:
    """R2-003, D-80: from the moment it is given, in the list and alone."""
    page = await app.visitor.data("/homework")
    (row,) = page["homework"]
    assert page["total"] == 1
    assert (row["topic"], row["status"], row["score"], row["handedInAt"]) == ("Ro'yxatlar", UNCOMPLETED, None, None)
    assert (row["lessonDate"], row["dueAt"], row["closesAt"]) == (
        "2026-11-16", "2026-11-17T12:00:00Z", "2026-12-01T12:00:00Z",
    )  # fmt: skip
    shown = await app.shown()
    assert {name: shown[name] for name in row} == row
    assert (shown["description"], shown["attempts"], shown["messages"]) == ("12-mashqni yeching", [], [])
    assert (await app.visitor.data("/homework", status=WAITING))["total"] == 0
    assert (await app.visitor.data("/homework", groupId=app.stage.group.id, status=UNCOMPLETED))["total"] == 1


async def test_text_files_and_a_recording_are_handed_in_together(app: Application) -> None:
    """D-81: the attempt stays; it leaves as an event and says *student* in the log."""
    file, voice = await app.upload(b"print(1)\n", "yechim.py"), await app.record(61)
    attempt = await app.handed_in(
        text="  mana  ", fileIds=[file["fileId"]], voice={"fileId": voice["fileId"], "duration": 61}
    )
    assert (attempt["number"], attempt["text"], attempt["isLate"]) == (1, "mana", False)
    assert [one["name"] for one in attempt["files"]] == ["yechim.py"]
    assert attempt["voice"]["duration"] == 61
    shown = await app.shown()
    assert (shown["status"], shown["attempts"], shown["handedInAt"]) == (WAITING, [attempt], attempt["handedInAt"])
    for link in (attempt["files"][0]["url"], attempt["voice"]["url"]):
        assert (await app.visitor.request("GET", link)).is_success
    sql = app.stage.console.sql
    event = "select count(*) from outbox where topic = 'HomeworkHandedIn' and (payload ->> 'homeworkId')::bigint = $1"
    assert await sql.fetchval(event, app.homework_id) == 1
    permission = "select permission from audits where verb = 'homework.handed_in' order by id desc limit 1"
    assert await sql.fetchval(permission) == "student"


@pytest.mark.parametrize("form", [{"text": ""}, {"text": " \u200b "}, {"fileIds": []}, {"text": "x" * 10_001}])
async def test_an_empty_or_too_long_hand_in_is_invalid(app: Application, form: dict[str, Any]) -> None:
    """D-81: at least one of text, file, recording; ten thousand characters."""
    answer = await app.hand_in(**form)
    assert (answer.status_code, [*answer.json()["fields"]]) == (422, ["text"])
    assert (await app.shown())["attempts"] == []


async def test_limits_of_files_and_recordings(app: Application) -> None:
    """D-81: ten files, none twice, of the student alone; five minutes."""
    (file,) = [await app.upload(b"a")]
    for ids in ([file["fileId"]] * 2, [f"x{n}" for n in range(11)]):
        answer = await app.hand_in(fileIds=ids)
        assert (answer.status_code, [*answer.json()["fields"]]) == (422, ["fileIds"])
    voice = await app.record(300)
    long = await app.hand_in(voice={"fileId": voice["fileId"], "duration": 301})
    assert long.status_code == 422
    assert (await app.hand_in(text="x" * 10_000)).is_success
    classmate = await app.stage.console.sign_in_student(app.stage.students[1])
    stolen = await classmate.post(f"{app.path}/submissions", {"fileIds": [file["fileId"]]})
    assert await _code(stolen) == (404, "SHARED_NOT_FOUND"), "an upload belongs to its student"
    assert (await app.hand_in(fileIds=[file["fileId"]])).is_success
    assert (await app.hand_in(fileIds=[file["fileId"]])).status_code == 404, "it is used once"


async def test_a_new_hand_in_replaces_a_waiting_one(app: Application) -> None:
    """D-81: both attempts stay; while a checker holds it, or once it is accepted, 409."""
    await app.handed_in(text="birinchi")
    second = await app.handed_in(text="ikkinchi")
    assert [one["number"] for one in (await app.shown())["attempts"]] == [1, 2]
    now = app.stage.console.clock.now()
    await app.set(status=CHECKING, status_before=WAITING, claimed_by=app.stage.account.id, claimed_at=now)
    assert await _code(await app.hand_in()) == (409, "HOMEWORK_BEING_CHECKED")
    withdrawn = await app.visitor.delete(f"{app.path}/submissions/{second['id']}")
    assert await _code(withdrawn) == (409, "HOMEWORK_BEING_CHECKED")
    await app.set(status=ACCEPTED, score=80, status_before=None, claimed_by=None, claimed_at=None)
    assert await _code(await app.hand_in()) == (409, "HOMEWORK_ACCEPTED_ALREADY")
    assert len((await app.shown())["attempts"]) == 2


async def test_rejected_work_is_handed_in_again(app: Application) -> None:
    """D-79: it waits again."""
    await app.handed_in(text="birinchi")
    await app.set(status=REJECTED, score=40, checked_at=app.stage.console.clock.now())
    assert ((await app.shown())["status"], (await app.shown())["score"]) == (REJECTED, 40)
    again = await app.handed_in(text="tuzatildi")
    assert (again["number"], (await app.shown())["status"]) == (2, WAITING)


@pytest.mark.parametrize(
    ("later", "status", "late"),
    [
        # the last second of the deadline counts whole
        ({"hours": 24, "milliseconds": 999}, 201, False),
        ({"hours": 24, "seconds": 1}, 201, True),
        ({"days": 15, "milliseconds": 999}, 201, True),
        ({"days": 15, "seconds": 1}, 409, None),
    ],
)
async def test_late_work_is_taken_for_fourteen_days(
    app: Application, later: dict[str, float], status: int, late: bool | None
) -> None:
    """D-80: on the server's clock."""
    app.stage.at("17:00", **later)
    visitor = await app.stage.console.sign_in_student(app.student)
    answer = await visitor.post(f"{app.path}/submissions", {"text": "javob"})
    assert answer.status_code == status
    if late is None:
        assert answer.json()["code"] == "HOMEWORK_CLOSED"
    else:
        assert answer.json()["data"]["submission"]["isLate"] is late
        shown = (await visitor.data(app.path))["homework"]
        assert shown["isLate"] is late


async def test_the_newest_waiting_hand_in_is_withdrawn(app: Application) -> None:
    """DELETE: the one before counts again; without one nothing is handed in."""
    first, file = await app.handed_in(text="birinchi"), await app.upload(b"a")
    second = await app.handed_in(fileIds=[file["fileId"]])
    old = await app.visitor.delete(f"{app.path}/submissions/{first['id']}")
    assert await _code(old) == (404, "SHARED_NOT_FOUND"), "only the newest"
    data(await app.visitor.delete(f"{app.path}/submissions/{second['id']}"))
    shown = await app.shown()
    assert (shown["status"], [one["id"] for one in shown["attempts"]]) == (WAITING, [first["id"]])
    app.stage.console.clock.pass_by(seconds=1)
    assert (await app.visitor.request("GET", file["url"])).status_code == 404, "its files are gone"
    data(await app.visitor.delete(f"{app.path}/submissions/{first['id']}"))
    shown = await app.shown()
    assert (shown["status"], shown["attempts"], shown["handedInAt"]) == (UNCOMPLETED, [], None)
    assert (await app.hand_in()).is_success


async def test_a_repeated_request_hands_in_once(app: Application) -> None:
    """D-8: a phone on a bad line sends again under the same key."""
    key, body = {"Idempotency-Key": "bir-marta"}, {"text": "javob"}
    answers = [await app.visitor.request("POST", f"{app.path}/submissions", json=body, headers=key) for _ in range(3)]
    assert len({answer.text for answer in answers}) == 1
    assert len((await app.shown())["attempts"]) == 1


async def test_messages_are_written_and_read(app: Application) -> None:
    """D-81, D-96: of staff, a teacher of the group is named and nobody else."""
    voice = await app.record()
    written = data(
        await app.visitor.post(
            f"{app.path}/messages", {"text": "savolim bor", "voice": {"fileId": voice["fileId"], "duration": 12}}
        )
    )["message"]
    assert (written["own"], written["text"], written["withResult"]) == (True, "savolim bor", False)
    sql = app.stage.console.sql
    office = await app.stage.office()
    for author in (app.stage.account.id, await sql.fetchval("select max(id) from users")):
        await sql.execute(
            "insert into submission_messages (submission_id, author_id, text, sent_at)"
            " select id, $2, 'javob', now() from submissions where homework_id = $1 and student_id = $3",
            *(app.homework_id, author, app.student.id),
        )
    assert office
    shown = (await app.shown())["messages"]
    teacher = app.stage.group.teacher
    assert teacher
    assert [one["own"] for one in shown] == [True, False, False]
    assert teacher.first_name in (shown[1]["author"] or "")
    assert shown[2]["author"] is None
    long = await app.visitor.post(f"{app.path}/messages", {"text": "x" * 1001})
    assert (long.status_code, [*long.json()["fields"]]) == (422, ["text"])


async def test_who_left_the_group_reads_and_hands_nothing_in(app: Application) -> None:
    """D-98: unless the period ended with the privilege, within thirty days."""
    sql = app.stage.console.sql
    end = "update enrolments set ended_date = $2, action_id = $3 where student_id = $1"
    for action, ended, taken in ((5, DAY, False), (4, DAY - timedelta(days=30), True), (4, date(2026, 10, 1), False)):
        await sql.execute(end, app.student.id, ended - timedelta(days=0 if action == 4 else 1), action)
        answer = await app.hand_in()
        assert answer.is_success is taken, (action, ended)
        message = await app.visitor.post(f"{app.path}/messages", {"text": "salom"})
        assert message.is_success is taken
        if not taken:
            assert await _code(answer) == await _code(message) == (409, "HOMEWORK_LEFT_GROUP")
        assert (await app.visitor.get(app.path)).is_success, "what was is still read"


async def test_a_group_that_the_school_removed_takes_no_work(app: Application) -> None:
    """D-98: staff do not see it, and a period that was added here stays.

    Nobody would ever check the work.
    """
    await app.stage.console.sql.execute("update groups set school_deleted_at = now() where id = $1", app.stage.group.id)
    for answer in (await app.hand_in(), await app.visitor.post(f"{app.path}/messages", {"text": "salom"})):
        assert await _code(answer) == (409, "HOMEWORK_LEFT_GROUP")
    shown = await app.shown()
    assert (shown["attempts"], shown["messages"]) == ([], []), "what was is still read"


async def test_homework_that_was_not_given_to_a_student_is_not_found(app: Application) -> None:
    """D-79: of another group, unknown, or given before the student came: one answer."""
    stranger = await app.stage.console.sign_in_student(a_student())
    await app.set(status=NOT_GIVEN)
    for visitor, path in ((stranger, app.path), (app.visitor, app.path), (app.visitor, "/homework/1000000000")):
        assert await _code(await visitor.get(path)) == (404, "SHARED_NOT_FOUND")
    assert (await app.visitor.data("/homework"))["total"] == 0
    for end in ("submissions", "messages"):
        assert await _code(await stranger.post(f"{app.path}/{end}", {"text": "x"})) == (404, "SHARED_NOT_FOUND")
        assert await _code(await app.visitor.post(f"{app.path}/{end}", {"text": "x"})) == (409, "HOMEWORK_NOT_GIVEN")
