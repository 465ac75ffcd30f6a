"""The history of a homework and reverting its changes.

D-8, D-12, D-13, D-15, D-80, R2-004, R2-360.
"""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.http.audit.history import History
from tests.http.homework.giving_scenario import OFFICE, TEACHES, WEBM, HomeworkClient, HomeworkScenario, at
from tests.support.builders import a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import Console, data

TEXT = "12-mashqni yeching"
PAST = "This time is over"
REJECTED = 2
AUDIENCES = ["admin", "academic"]


@pytest.fixture
async def stage(fresh_console: Console) -> HomeworkScenario:
    """A class with its lesson; it is 17:00 of the day."""
    return await HomeworkScenario.of(fresh_console)


async def _client(stage: HomeworkScenario, audience: str) -> HomeworkClient:
    return await (stage.office() if audience == "admin" else stage.teacher())


async def _edit(client: HomeworkClient, homework_id: int, **more: Any) -> None:
    """Replaces the homework's fields, the others as they are."""
    card = await client.card(homework_id)
    voice = card["voice"] and {"fileId": card["voice"]["fileId"], "duration": card["voice"]["duration"]}
    form = {
        "description": card["description"],
        "topicId": card["topic"] and card["topic"]["id"],
        "attachments": [file["fileId"] for file in card["attachments"]],
        "voice": voice,
        "version": card["version"],
    }
    data(await client.visitor.put(f"{client.path}/{homework_id}", form | more))


async def _move(client: HomeworkClient, homework_id: int, hours: int) -> None:
    version = (await client.card(homework_id))["version"]
    data(await client.visitor.put(f"{client.path}/{homework_id}/deadline", {"deadline": hours, "version": version}))


def _history(client: HomeworkClient, homework_id: int) -> History:
    return History(client.visitor, f"{client.path}/{homework_id}")


def _fields(preview: dict[str, Any]) -> list[str]:
    return [change["field"] for change in preview["changes"]]


def _left(preview: dict[str, Any]) -> dict[str, str]:
    return {one["change"]["field"]: one["reason"] for one in preview["left"]}


@pytest.mark.parametrize("audience", AUDIENCES)
async def test_an_edit_of_a_homework_is_reverted(stage: HomeworkScenario, audience: str) -> None:
    """R2-004, D-54: text and topic, as a change by the right of the audience."""
    client = await _client(stage, audience)
    id = (await client.given(topicId=stage.topics[0]))["id"]
    await _edit(client, id, description="13-mashq", topicId=stage.topics[1])
    history = _history(client, id)
    entry = await history.newest()
    preview = await history.shown(entry)
    assert [(one["label"], one["before"], one["after"]) for one in preview["changes"]] == [
        ("Text", "13-mashq", TEXT),
        ("Topic", "Satrlar", "Ro'yxatlar"),
    ]
    assert data(await history.revert(entry)) == preview
    card = await client.card(id)
    assert (card["description"], card["topic"]["name"]) == (TEXT, "Ro'yxatlar")
    assert card["version"] == preview["version"] + 1
    newest = await history.newest()
    assert newest["comment"] == f"Reverted change No. {entry['auditId']}"
    permission = await stage.console.sql.fetchval("select permission from audits order by id desc limit 1")
    assert permission == ("all_groups:all_homeworks" if audience == "admin" else "my_groups:all_homeworks")
    # which can be reverted as well
    data(await history.revert(newest))
    assert (await client.card(id))["description"] == "13-mashq"


async def test_a_moved_deadline_is_reverted_with_its_hours_and_those_of_the_students(stage: HomeworkScenario) -> None:
    """D-80, R2-360."""
    client = await stage.teacher()
    id = (await client.given(deadline=36))["id"]
    await _move(client, id, 24)
    history = _history(client, id)
    entry = await history.newest()
    shown = [(one["label"], one["before"], one["after"]) for one in entry["changes"]]
    assert shown == [("Deadline", "18.11.2026 05:00", "17.11.2026 17:00"), ("Hours to do it", "36", "24")]
    data(await history.revert(entry))
    card = await client.card(id)
    assert (card["hours"], datetime.fromisoformat(card["deadline"])) == (36, at("17:00") + timedelta(hours=36))
    due = await stage.console.sql.fetch("select distinct due_at from submissions where homework_id = $1", id)
    assert [row["due_at"] for row in due] == [at("17:00") + timedelta(hours=36)]


@pytest.mark.parametrize(("since", "restored"), [(-1, True), (0, False), (1, False)])
async def test_a_deadline_in_the_past_is_not_restored(stage: HomeworkScenario, since: int, restored: bool) -> None:
    """D-80: to the second, and its hours only with it."""
    id = (await (await stage.teacher()).given(deadline=24))["id"]
    stage.at("18:00")
    await _move(await stage.teacher(), id, 36)
    stage.at("17:00", hours=24, seconds=since)
    client = await stage.teacher()
    history = _history(client, id)
    entry = await history.newest()
    assert _left(await history.shown(entry)) == ({} if restored else {"deadline": PAST, "hours": PAST})
    answer = await history.revert(entry)
    if restored:
        assert data(answer)["left"] == []
    else:
        assert (answer.status_code, answer.json()["code"]) == (409, "HISTORY_NOTHING_TO_TAKE_BACK")
    assert (await client.card(id))["hours"] == (24 if restored else 36)


async def test_hours_do_not_return_without_their_deadline(stage: HomeworkScenario) -> None:
    """D-80: the deadline has been moved since; its hours belong to it."""
    client = await stage.teacher()
    id = (await client.given(deadline=24))["id"]
    await _move(client, id, 36)
    history = _history(client, id)
    entry = await history.newest()
    stage.at("17:10")
    await _move(client, id, 36)
    preview = await history.shown(entry)
    since = "It has been changed since then"
    assert (_fields(preview), _left(preview)) == ([], {"deadline": since, "hours": since})


async def test_a_restored_deadline_leaves_a_rejected_student_a_day(stage: HomeworkScenario) -> None:
    """D-80: at least 24 hours after the rejection; nobody else has longer than before."""
    id = (await (await stage.teacher()).given(deadline=24))["id"]
    stage.at("18:00")
    await _move(await stage.teacher(), id, 36)
    rejected, other = stage.students[:2]
    checked = {"status": REJECTED, "score": 10, "checked_at": at("19:00")}
    await stage.hand_in(id, rejected, at("18:30"), **checked)
    stage.at("19:30")
    history = _history(await stage.teacher(), id)
    data(await history.revert(await history.newest()))
    assert (await stage.submission(id, rejected))["due_at"] == at("19:00") + timedelta(hours=24)
    assert (await stage.submission(id, other))["due_at"] == at("17:00") + timedelta(hours=24)


async def test_a_topic_is_restored_by_the_rules_of_an_edit(stage: HomeworkScenario) -> None:
    """R2-004: one homework of a topic and lesson; a topic of the course."""
    client, sql = await stage.teacher(), stage.console.sql
    id = (await client.given(topicId=stage.topics[0]))["id"]
    await _edit(client, id, topicId=stage.topics[1])
    second = await client.given(topicId=stage.topics[0])
    history = _history(client, id)
    entry = await history.newest()
    refused = await history.revert(entry)
    assert (refused.status_code, refused.json()["code"]) == (409, "HOMEWORK_GIVEN_ALREADY")
    assert (await client.card(id))["topic"]["name"] == "Satrlar"
    data(await client.visitor.delete(f"{client.path}/{second['id']}"))
    month = (
        "insert into study_months (course_id, number, name) select id, 1, '' from courses where id <> $1 returning id"
    )
    await sql.execute("insert into courses (name) values ('Boshqa')")
    course = await sql.fetchval("select course_id from groups where id = $1", stage.group.id)
    month_id = await sql.fetchval(month, course)
    await sql.execute("update topics set study_month_id = $2 where id = $1", stage.topics[0], month_id)
    refused = await history.revert(entry)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["topicId"])


async def test_files_and_recordings_are_in_the_history_and_stay(stage: HomeworkScenario) -> None:
    """R2-187, R2-188: by name; the log keeps no contents."""
    client = await stage.teacher()
    first = data(await client.upload(b"birinchi", "1.txt"))["file"]["fileId"]
    second = data(await client.upload(b"ikkinchi", "2.txt"))["file"]["fileId"]
    voice = data(await client.upload(WEBM, "ovoz.webm", "homework-voice", duration=12))["voice"]["fileId"]
    id = (await client.given(attachments=[first], voice={"fileId": voice, "duration": 12}))["id"]
    history = _history(client, id)
    given = {one["label"]: one for one in (await history.newest())["changes"]}
    assert given["Files"]["added"] == ["1.txt"]
    await _edit(client, id, description="13-mashq", attachments=[second], voice=None)
    entry = await history.newest()
    shown = {one["label"]: one for one in entry["changes"]}
    assert (shown["Files"]["added"], shown["Files"]["removed"]) == (["2.txt"], ["1.txt"])
    assert (shown["Voice recording"]["before"], shown["Voice recording"]["after"]) == ("yes", "no")
    preview = await history.shown(entry)
    kept = "The previous value is not kept"
    assert (_fields(preview), _left(preview)) == (["description"], {"attachments": kept, "voice": kept})
    data(await history.revert(entry))
    card = await client.card(id)
    assert (card["description"], [file["name"] for file in card["attachments"]]) == (TEXT, ["2.txt"])


async def test_a_file_replaced_by_one_of_the_same_name_is_recorded(stage: HomeworkScenario) -> None:
    """D-15: every change is recorded, also where both sides read alike."""
    client = await stage.teacher()
    files = [data(await client.upload(text, "1.txt"))["file"]["fileId"] for text in (b"birinchi", b"ikkinchi")]
    id = (await client.given(attachments=files[:1]))["id"]
    await _edit(client, id, attachments=files[1:])
    assert (await _history(client, id).newest())["comment"].startswith("Changed the homework")


async def test_a_revert_of_an_old_version_is_a_conflict(stage: HomeworkScenario) -> None:
    """D-8: nothing is reverted that was not shown."""
    client = await stage.teacher()
    id = (await client.given())["id"]
    version = (await client.card(id))["version"]
    await _edit(client, id, description="13-mashq")
    history = _history(client, id)
    answer = await history.revert(await history.newest(), version=version)
    assert (answer.status_code, answer.json()["code"]) == (409, "SHARED_STALE")
    assert answer.json()["current"]["version"] == version + 1
    assert (await client.card(id))["description"] == "13-mashq"


async def test_checkers_read_the_history_and_revert_nothing(stage: HomeworkScenario) -> None:
    """D-12, D-13, D-54: its readers read it; a revert takes the right of an edit."""
    client = await stage.teacher()
    id = (await client.given())["id"]
    await _edit(client, id, description="13-mashq")
    entry = await _history(client, id).newest()
    path, body = f"/history/{entry['auditId']}/take-back", {"version": 2}
    checker = await stage.office({"all_groups:check_homeworks": ["read", "update"]})
    assert (await _history(checker, id).newest())["comment"] == entry["comment"]
    reader = await stage.office({"all_groups:all_homeworks": ["read", "create", "delete"]})
    for one in (checker, reader):
        assert (await one.visitor.get(f"{one.path}/{id}{path}")).status_code == 403
        assert (await one.visitor.put(f"{one.path}/{id}{path}", body)).status_code == 403
    colleague = await stage.console.sign_in(a_user_with(TEACHES).of(stage.branch))
    foreign = await stage.console.sign_in(a_user_with(OFFICE).of(a_branch()))
    for stranger, audience in ((colleague, "academic"), (foreign, "admin")):
        of = f"/homework/for-{audience}/{id}"
        assert (await stranger.get(f"{of}/history")).status_code == 404
        assert (await stranger.get(of + path)).status_code == 404
        assert (await stranger.put(of + path, body)).status_code == 404
    # a record of another homework does not belong to this one
    other = (await client.given(topicId=stage.topics[1]))["id"]
    assert (await client.visitor.get(f"{client.path}/{other}{path}")).status_code == 404


async def test_a_teacher_reads_the_history_of_an_own_group_of_another_branch(stage: HomeworkScenario) -> None:
    """D-13: who sees the homework sees its history."""
    id = (await (await stage.teacher()).given())["id"]
    account = a_user_with(TEACHES).of(a_branch())
    group = a_class_of(1).in_branch(stage.branch).taught_by(a_teacher().with_account(account))
    await stage.console.store(group)
    await stage.console.sql.execute("update homeworks set group_id = $2 where id = $1", id, group.id)
    teacher = await stage.console.sign_in(account)
    assert len((await teacher.data(f"/homework/for-academic/{id}/history"))["history"]) == 1


async def test_giving_and_reminding_have_no_revert(stage: HomeworkScenario) -> None:
    """Giving is undone by deleting, a sent reminder by nothing."""
    client = await stage.teacher()
    id = (await client.given())["id"]
    history = _history(client, id)
    entry = await history.newest()
    words = "There is a separate action for this; it can't be reverted from the history"
    assert (entry["takeable"], entry["whyNot"]) == (False, words)
    answer = await client.visitor.get(f"{client.path}/{id}/history/{entry['auditId']}/take-back")
    assert (answer.status_code, answer.json()["code"]) == (409, "HISTORY_OWN_WAY")
