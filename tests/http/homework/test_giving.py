"""Giving, editing and deleting homework over HTTP."""

from datetime import date, timedelta
from typing import Any

import pytest

from tests.http.homework.giving_scenario import DAY, GIVE, OFFICE, TEACHES, WEBM, HomeworkScenario, at
from tests.support.builders import a_branch, a_class_of, a_student, a_teacher, a_user_with
from tests.support.console import Console, data

WAITING, REJECTED, ACCEPTED, CHECKING, UNCOMPLETED, NOT_GIVEN = range(1, 7)
AUDIENCES = ("teacher", "office")


@pytest.fixture
async def stage(console: Console) -> HomeworkScenario:
    return await HomeworkScenario.of(console)


async def _client(stage: HomeworkScenario, who: str) -> Any:
    return await (stage.teacher() if who == "teacher" else stage.office())


@pytest.mark.parametrize("who", AUDIENCES)
async def test_everybody_of_the_class_gets_the_homework(stage: HomeworkScenario, who: str) -> None:
    """R2-003, R2-185, R2-189, D-79: every student of the day; it leaves as an event."""
    client = await _client(stage, who)
    given = await client.given(topicId=stage.topics[0], deadline=36)
    assert (given["topic"]["name"], given["hours"], given["source"]) == ("Ro'yxatlar", 36, 2)
    assert given["lesson"] == {
        "id": stage.lesson_id, "number": 1, "date": "2026-11-16", "beginTime": "14:00", "endTime": "16:00",
    }  # fmt: skip
    assert given["counts"] == {
        "given": 4, "waiting": 0, "rejected": 0, "accepted": 0, "uncompleted": 4, "notGiven": 0,
    }  # fmt: skip
    rows = [await stage.submission(given["id"], student) for student in stage.students]
    assert [(row["status"], row["due_at"]) for row in rows] == [(UNCOMPLETED, at("17:00") + timedelta(hours=36))] * 4
    event = await stage.console.sql.fetchval(
        "select payload from outbox where topic = 'HomeworkGiven' and (payload ->> 'homeworkId')::bigint = $1",
        given["id"],
    )
    assert event


@pytest.mark.parametrize(
    ("clock", "hours", "due"),
    [
        # before the lesson's end it counts from there, to the second
        ("14:30", 24, (1, "16:00:00")),
        ("16:00:00", 24, (1, "16:00:00")),
        ("16:00:01", 24, (1, "16:00:01")),
        ("17:20:30", 36, (2, "05:20:30")),
    ],
)
async def test_the_deadline_counts_from_the_later_of_now_and_the_lessons_end(
    stage: HomeworkScenario, clock: str, hours: int, due: tuple[int, str]
) -> None:
    """D-80, R2-186."""
    stage.at(clock)
    client = await stage.teacher()
    given = await client.given(deadline=hours)
    days, ends = due
    row = await stage.submission(given["id"], stage.students[0])
    assert row["due_at"] == at(ends, DAY + timedelta(days))


async def test_who_was_not_in_the_group_that_day_is_not_given_it(stage: HomeworkScenario) -> None:
    """D-79, D-48.

    Joined since: not given; left before: no row; joining later makes none either.
    """
    early, left, joined = stage.students[:3]
    await stage.lessons.period(left, ended_date=DAY - timedelta(days=1), action_id=5)
    await stage.lessons.period(joined, started_date=DAY + timedelta(days=1))
    stage.at("10:00", DAY + timedelta(days=2))
    client = await stage.teacher()
    given = await client.given()
    rows = [await stage.submission(given["id"], student) for student in (early, left, joined)]
    assert [row and row["status"] for row in rows] == [UNCOMPLETED, None, NOT_GIVEN]
    assert (given["counts"]["given"], given["counts"]["notGiven"]) == (2, 1)
    newcomer = a_student()
    await stage.console.store(newcomer.in_branch(stage.branch))
    await stage.console.sql.execute(
        "insert into enrolments (student_id, group_id, action_id, started_date) values ($1, $2, 2, $3)",
        *(newcomer.id, stage.group.id, DAY),
    )
    works = await client.visitor.data(client.path, homeworkId=given["id"])
    assert len(works["submissions"]) == 3


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"description": ""}, "description"),
        ({"description": " \n "}, "description"),
        ({"description": "a" * 3001}, "description"),
        ({"topicId": 10**9}, "topicId"),
        ({"attachments": ["x"] * 11}, "attachments"),
        ({"attachments": ["x", "x"]}, "attachments"),
    ],
)
async def test_broken_limits_are_told_by_field(stage: HomeworkScenario, form: dict[str, Any], field: str) -> None:
    """R2-185, D-81."""
    answer = await (await stage.teacher()).give(**form)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])


async def test_a_text_of_three_thousand_characters_is_taken(stage: HomeworkScenario) -> None:
    """R2-185: line breaks stay."""
    text = "a\n" * 1499 + "ab"
    assert (await (await stage.teacher()).given(description=text))["description"] == text


@pytest.mark.parametrize("deadline", [0, 23, 25, 48, "24", None])
async def test_there_is_no_other_deadline(stage: HomeworkScenario, deadline: Any) -> None:
    """R2-186."""
    assert (await (await stage.teacher()).give(deadline=deadline)).status_code == 400


async def test_a_topic_of_a_lesson_has_one_homework(stage: HomeworkScenario) -> None:
    """A second press gives nothing twice; another topic, and none, are others."""
    client = await stage.teacher()
    await client.given(topicId=stage.topics[0])
    twice = await client.give(topicId=stage.topics[0])
    assert (twice.status_code, twice.json()["code"]) == (409, "HOMEWORK_GIVEN_ALREADY")
    await client.given(topicId=stage.topics[1])
    await client.given()
    assert (await client.give()).status_code == 409
    assert (await client.of_group())["total"] == 3


async def test_a_repeated_request_gives_once(stage: HomeworkScenario) -> None:
    """D-8: the same answer under the same key."""
    client = await stage.teacher()
    body = {"lessonId": stage.lesson_id, "description": "12-mashq", "deadline": 24}
    key = {"Idempotency-Key": "0e2f4a3a-5e0c-4a51-9b64-2e0a4a5b7c11"}
    answers = [await client.visitor.request("POST", client.path, json=body, headers=key) for _ in range(2)]
    assert data(answers[0])["homework"] == data(answers[1])["homework"]
    assert (await client.of_group())["total"] == 1


async def test_a_lesson_without_class_has_no_homework(stage: HomeworkScenario) -> None:
    """D-24."""
    lesson = await stage.lessons.lesson(DAY + timedelta(days=2), no_class="suv yo'q")
    answer = await (await stage.teacher()).give(lessonId=lesson)
    assert answer.json()["code"] == "ATTENDANCE_NO_CLASS"


async def test_generating_waits_for_homework_in_the_database(stage: HomeworkScenario) -> None:
    """D-85, R2-191, R2-192, R2-367: said in words."""
    query = {"groupId": stage.group.id, "topicId": stage.topics[0], "mode": 2}
    body = (await (await stage.teacher()).visitor.get("/homework/generate", **query)).json()
    assert (body["status"], body["errId"], body["message"]) == (
        409, 530, "Nothing of this course's homework database is published yet: type the homework",
    )  # fmt: skip


async def test_a_foreign_group_is_not_found_and_a_missing_right_forbidden(
    console: Console, stage: HomeworkScenario
) -> None:
    """D-13, D-54."""
    given = await (await stage.teacher()).given()
    other = a_user_with(TEACHES | {"all_groups:all_homeworks": GIVE}).of(a_branch())
    theirs = a_class_of(1).taught_by(a_teacher().with_account(other))
    await console.store(theirs)
    stranger = await console.sign_in(other)
    reader = await console.sign_in(a_user_with({"all_groups:all_homeworks": ["read"]}).of(stage.branch))
    form = {"description": "x", "deadline": 24}
    for audience in ("admin", "academic"):
        path = f"/homework/for-{audience}"
        calls: list[tuple[str, str, Any]] = [
            ("POST", path, form | {"lessonId": stage.lesson_id}),
            ("GET", f"{path}?homeworkId={given['id']}", None),
            ("GET", f"{path}?lessonId={stage.lesson_id}", None),
            ("GET", f"{path}/{given['id']}", None),
            ("PUT", f"{path}/{given['id']}", {"description": "x", "version": given["version"]}),
            ("PUT", f"{path}/{given['id']}/deadline", {"deadline": 24, "version": given["version"]}),
            ("DELETE", f"{path}/{given['id']}", None),
            ("GET", f"/groups/for-{audience}/{stage.group.id}/homework", None),
        ]
        for method, address, body in calls:
            assert (await stranger.request(method, address, json=body)).status_code == 404, (method, address)
            if method != "GET" or audience == "academic":
                assert (await reader.request(method, address, json=body)).status_code == 403, (method, address)
    assert (await stranger.get(f"/groups/not-submitted-homework-students/{given['id']}")).status_code == 404
    assert (await stranger.get("/homework/form-options", groupId=stage.group.id)).status_code == 404


async def test_whoever_only_checks_reads_the_lessons_homework(console: Console, stage: HomeworkScenario) -> None:
    """R2-047, D-55: the lesson page and the list, not the form."""
    given = await (await stage.teacher()).given()
    checker = await console.sign_in(a_user_with({"all_groups:check_homeworks": ["read"]}).of(stage.branch))
    assert (await checker.data("/homework/for-admin", homeworkId=given["id"]))["homework"]["id"] == given["id"]
    assert (await checker.data("/homework/for-admin", lessonId=stage.lesson_id))["homework"]["id"] == given["id"]
    assert (await checker.data(f"/groups/for-admin/{stage.group.id}/homework"))["total"] == 1
    assert (await checker.get(f"/homework/for-admin/{given['id']}")).status_code == 403
    missing = await checker.get("/homework/for-admin")
    assert (missing.status_code, list(missing.json()["fields"])) == (422, ["homeworkId"])


async def test_an_edit_replaces_text_topic_files_and_recording(stage: HomeworkScenario) -> None:
    """R2-004, R2-187, R2-188: what is named by its id stays, the rest is removed."""
    client = await stage.teacher()
    first = data(await client.upload(b"birinchi", "1.txt"))["file"]["fileId"]
    voice = data(await client.upload(WEBM, "ovoz.webm", "homework-voice", duration=12))["voice"]["fileId"]
    given = await client.given(attachments=[first], voice={"fileId": voice, "duration": 12})
    assert [file["name"] for file in given["attachments"]] == ["1.txt"]
    assert (given["voice"]["duration"], given["voice"]["size"]) == (12, len(WEBM))
    second = data(await client.upload(b"ikkinchi", "2.txt"))["file"]["fileId"]
    body = {"description": "13-mashq", "topicId": stage.topics[1], "version": given["version"]}
    edited = await client.visitor.put(f"{client.path}/{given['id']}", body | {"attachments": [first, second]})
    homework = await client.card(data(edited)["homework"]["id"])
    assert [file["name"] for file in homework["attachments"]] == ["1.txt", "2.txt"]
    assert (homework["description"], homework["topic"]["name"], homework["voice"]) == ("13-mashq", "Satrlar", None)
    stale = await client.visitor.put(f"{client.path}/{given['id']}", body)
    assert (stale.status_code, stale.json()["code"]) == (409, "SHARED_STALE")
    kept = await stage.console.sql.fetchval("select count(*) from files where entity = 'homework'")
    assert kept >= 2


async def test_a_foreign_upload_cannot_be_attached(stage: HomeworkScenario) -> None:
    """ASVS-22: a file of somebody else, of another kind, or used before."""
    teacher, office = await stage.teacher(), await stage.office()
    theirs = data(await office.upload(b"begona"))["file"]["fileId"]
    check = data(await teacher.upload(b"izoh", to="homework"))["file"]["fileId"]
    own = data(await teacher.upload(b"o'zimniki"))["file"]["fileId"]
    await teacher.given(attachments=[own])
    for id in (theirs, check, own, "yo'q"):
        answer = await teacher.give(topicId=stage.topics[0], attachments=[id])
        assert answer.status_code == 404, id


async def test_a_moved_deadline_counts_from_now(stage: HomeworkScenario) -> None:
    """D-80, R2-360: a student's later deadline is never shortened."""
    client = await stage.teacher()
    given = await client.given(deadline=36)
    patient = await stage.submission(given["id"], stage.students[1])
    later = patient["due_at"] + timedelta(days=3)
    await stage.console.sql.execute("update submissions set due_at = $2 where id = $1", patient["id"], later)
    stage.at("20:00", seconds=7)
    client = await stage.teacher()
    path = f"{client.path}/{given['id']}/deadline"
    moved = data(await client.visitor.put(path, {"deadline": 24, "version": given["version"]}))["homework"]
    due = at("20:00") + timedelta(hours=24, seconds=7)
    assert (moved["hours"], moved["deadline"]) == (24, f"{due:%Y-%m-%dT%H:%M:%SZ}")
    rows = [await stage.submission(given["id"], student) for student in stage.students[:2]]
    assert [row["due_at"] for row in rows] == [due, later]
    again = await client.visitor.put(path, {"deadline": 24, "version": given["version"]})
    assert again.json()["code"] == "SHARED_STALE"


async def test_handed_in_work_is_lost_only_confirmed(stage: HomeworkScenario) -> None:
    """R2-006: then with its hand-ins, and its files expire."""
    client = await stage.teacher()
    file = data(await client.upload(b"fayl"))["file"]["fileId"]
    given = await client.given(attachments=[file])
    await stage.hand_in(given["id"], stage.students[0])
    path = f"{client.path}/{given['id']}"
    refused = await client.visitor.delete(path)
    assert (refused.status_code, refused.json()["code"]) == (409, "HOMEWORK_HANDED_IN_ALREADY")
    assert (await client.visitor.delete(f"{path}?confirmed=true&version=99")).json()["code"] == "SHARED_STALE"
    data(await client.visitor.delete(f"{path}?confirmed=true&version={given['version']}"))
    assert (await client.visitor.get(path)).status_code == 404
    assert await stage.console.sql.fetchval("select count(*) from submissions where homework_id = $1", given["id"]) == 0
    expires = await stage.console.sql.fetchval("select expires_at from files where public_id = $1", file)
    assert expires == stage.console.clock.now()


async def test_work_of_nobody_is_deleted_at_once(stage: HomeworkScenario) -> None:
    """R2-006."""
    client = await stage.teacher()
    given = await client.given()
    data(await client.visitor.delete(f"{client.path}/{given['id']}"))


async def test_the_list_has_what_waits_first_and_counts_it(stage: HomeworkScenario) -> None:
    """R2-343, D-23: being checked is waiting, until the claim expires (D-69)."""
    client = await stage.teacher()
    older = await client.given(topicId=stage.topics[0])
    await client.given(topicId=stage.topics[1])
    now = stage.console.clock.now()
    await stage.hand_in(older["id"], stage.students[0])
    claimed = {"status": CHECKING, "status_before": ACCEPTED, "score": 81, "claimed_at": now}
    await stage.hand_in(older["id"], stage.students[1], **claimed)
    page = await client.of_group()
    assert [row["topic"] for row in page["homework"]] == ["Ro'yxatlar", "Satrlar"]
    assert (page["total"], page["waiting"], page["works"]) == (2, 1, 2)
    first = page["homework"][0]
    assert (first["counts"]["waiting"], first["handedIn"], first["averageScore"]) == (2, 2, 81.0)
    stage.at("17:00", minutes=10)
    counts = (await client.of_group())["homework"][0]["counts"]
    assert (counts["waiting"], counts["accepted"], counts["uncompleted"]) == (1, 1, 2)
    assert (await client.of_group(value="satr"))["total"] == 1
    assert (await client.of_group(value="%"))["total"] == 0


async def test_the_form_offers_lessons_with_their_topics(stage: HomeworkScenario) -> None:
    """R2-189: with the topic that the lesson covers, and what was given already."""
    second = await stage.lessons.lesson(DAY + timedelta(days=2))
    await stage.lessons.lesson(DAY + timedelta(days=3), no_class="bayram")
    client = await stage.teacher()
    await client.given(topicId=stage.topics[0])
    options = await client.visitor.data("/homework/form-options", groupId=stage.group.id)
    assert [(one["id"], one["topicId"], one["given"]) for one in options["lessons"]] == [
        (second, stage.topics[1], []),
        (stage.lesson_id, stage.topics[0], [stage.topics[0]]),
    ]
    assert [topic["name"] for topic in options["topics"]] == ["Ro'yxatlar", "Satrlar"]
    assert (options["hours"], options["generating"]) == ([24, 36], False)


async def test_students_without_a_hand_in_are_listed_by_name(stage: HomeworkScenario) -> None:
    """R2-194, R2-351."""
    client = await stage.teacher()
    given = await client.given()
    await stage.hand_in(given["id"], stage.students[0])
    found = await client.visitor.data(f"/groups/not-submitted-homework-students/{given['id']}")
    assert {one["studentId"] for one in found["students"]} == {student.id for student in stage.students[1:]}
    assert (found["total"], found["students"][0]["remindedAt"]) == (3, None)


@pytest.mark.parametrize(
    ("content", "to", "code"),
    [
        (b"", "homework-attachments", "FILES_EMPTY"),
        (b"<svg onload=alert(1)>", "homework-voice", "FILES_NOT_A_RECORDING"),
        (b"\x89PNG\r\n\x1a\n", "homework-voice", "FILES_NOT_A_RECORDING"),
        (b"x" * (20 * 1024 * 1024 + 1), "homework-attachments", "FILES_TOO_LARGE"),
    ],
    ids=["empty", "script", "picture", "too large"],
)
async def test_hostile_uploads_are_refused(stage: HomeworkScenario, content: bytes, to: str, code: str) -> None:
    """ASVS-29, ASVS-30, D-81."""
    answer = await (await stage.teacher()).upload(
        content, "ovoz.webm", to, **({"duration": 3} if "voice" in to else {})
    )
    assert answer.json()["code"] == code


@pytest.mark.parametrize("duration", [None, 0, -1, 301])
async def test_a_recording_lasts_at_most_five_minutes(stage: HomeworkScenario, duration: int | None) -> None:
    """R2-188, D-81."""
    query = {} if duration is None else {"duration": duration}
    answer = await (await stage.teacher()).upload(WEBM, "ovoz.webm", "homework-voice", **query)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["duration"])


@pytest.mark.parametrize(
    ("name", "shown"),
    [("../../etc/passwd", "passwd"), ("C:\\x\\uy.html", "uy.html"), ("ish\u202etxt.js", "ishtxt.js"), ("..", "file")],
)
async def test_a_page_is_served_as_a_text_to_download(stage: HomeworkScenario, name: str, shown: str) -> None:
    """ASVS-34, ASVS-35, ASVS-36, D-75, D-81: never as a page of ours."""
    client = await stage.teacher()
    from urllib.parse import quote

    file = data(await client.upload(b"<html><script>alert(1)</script>", quote(name)))["file"]
    assert (file["name"], file["mediaType"]) == (shown, "text/plain; charset=utf-8")
    served = await stage.console.nobody().request("GET", file["url"])
    assert served.headers["content-type"] == "text/plain; charset=utf-8"
    assert served.headers["content-disposition"].startswith("attachment")
    assert "sandbox" in served.headers["content-security-policy"]


@pytest.mark.parametrize("to", ["homework-attachments", "homework"])
@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"MZ\x90\x00\x03\x00\x00\x00", "vazifa.pdf"),
        (b"\x7fELF\x02\x01\x01\x00", "yechim"),
        (b"\xcf\xfa\xed\xfe\x07\x00\x00\x01", "yechim"),
        (b"@echo off", "Ochish.BAT"),
        (b"PK\x03\x04", "oyin.apk"),
        (b"PK\x03\x04", "dastur.jar"),
        (b"[Desktop Entry]", "o'yin.desktop"),
        (b"CD001", "disk.iso"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "vazifa.pdf.msi"),
    ],
)
async def test_no_program_is_given_to_students(stage: HomeworkScenario, content: bytes, name: str, to: str) -> None:
    """D-81, R2-364, R2-365: by first bytes, or by a name that runs on opening."""
    refused = await (await stage.teacher()).upload(content, name, to)
    assert (refused.status_code, refused.json()["code"]) == (415, "FILES_EXECUTABLE")
    assert not await stage.console.sql.fetchval("select exists (select from files where name = $1)", name)


@pytest.mark.parametrize("name", ["namuna.py", "MZ.txt", "exe", "setup.exe.txt"])
async def test_source_code_is_given_to_students(stage: HomeworkScenario, name: str) -> None:
    """D-81: a text begins as it likes."""
    file = data(await (await stage.teacher()).upload(b"MZ = 1\n", name))["file"]
    assert (file["name"], file["mediaType"]) == (name, "text/plain; charset=utf-8")


async def test_lessons_with_homework_stay_when_the_schedule_changes(stage: HomeworkScenario) -> None:
    """D-71: a future lesson with homework is kept, one without is removed."""
    from application.actor import system
    from application.attendance.lesson_generation import make_lessons
    from tests.support.groups import ZONE

    kept = await stage.lessons.lesson(date(2026, 11, 24), "09:00", "11:00")
    gone = await stage.lessons.lesson(date(2026, 11, 24), "18:00", "20:00")
    await (await stage.teacher()).given(lessonId=kept)
    store = stage.console.container.lesson_store()
    await make_lessons(actor=system(), lesson_store=store, clock=stage.console.clock, zone=ZONE)
    left = await stage.console.sql.fetch("select id from lessons where id = any ($1)", [kept, gone])
    assert [row["id"] for row in left] == [kept]


@pytest.mark.parametrize("who", AUDIENCES)
async def test_every_change_of_a_homework_is_in_its_history_in_words(stage: HomeworkScenario, who: str) -> None:
    """D-15, D-80: in the hours of the centre.

    Not found by who does not see the homework (D-12, D-13).
    """
    client = await _client(stage, who)
    given = await client.given(description="1-mashq")
    path = f"{client.path}/{given['id']}"
    body = {"description": "2-mashq", "version": given["version"]}
    edited = data(await client.visitor.put(path, body))["homework"]
    stage.at("17:10")
    moved = {"deadline": 24, "version": edited["version"]}
    assert (await client.visitor.put(f"{path}/deadline", moved)).status_code == 200
    history = (await client.visitor.data(f"{path}/history"))["history"]
    group = await stage.console.sql.fetchval("select name from groups where id = $1", stage.group.id)
    lesson = f"{group} for the lesson of 16.11.2026"
    assert [entry["comment"].split(":")[0] for entry in history] == [
        f"Moved the homework deadline of {lesson}",
        f"Changed the homework of {lesson}",
        f"Gave homework to {lesson}",
    ]
    shown = [[(one["label"], one["before"], one["after"]) for one in entry["changes"]] for entry in history[:2]]
    assert shown == [[("Deadline", "17.11.2026 17:00", "17.11.2026 17:10")], [("Text", "1-mashq", "2-mashq")]]
    stranger = await stage.console.sign_in(a_user_with(TEACHES if who == "teacher" else OFFICE).of(a_branch()))
    assert (await stranger.get(f"{path}/history")).status_code == 404
