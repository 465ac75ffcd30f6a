"""Accounts of many people are previewed, opened, handed over and removed.

D-12, D-56, D-61, D-156.
"""

import asyncio
import json
from typing import Any

import pytest

from adapters.memory.sms import SmsInMemory
from application.actor import system
from application.messaging.ports import SmsUnavailable
from domain.access.roles import RoleType
from domain.people.staff_state import WorkStatus
from entrypoints.worker.handlers import job_handlers
from tests.support.builders import (
    Branch,
    RoleOf,
    Student,
    Teacher,
    a_branch,
    a_student,
    a_teacher,
    a_user_with,
    an_assistant,
)
from tests.support.console import Console, Visitor, data

TEACHES, ASSISTS = {"my_groups:attendance": ["read", "update"]}, {"my_groups:journal": ["read"]}
CLERK = {"users:students": ["create", "read", "update"], "users:academic": ["create", "read", "update"]}


@pytest.fixture
async def branch(console: Console) -> Branch:
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture
async def visitor(console: Console, branch: Branch) -> Visitor:
    return await console.sign_in(a_user_with(CLERK | TEACHES | ASSISTS).of(branch))


@pytest.fixture(scope="module")
async def roles(console: Console) -> dict[str, Any]:
    """The roles of teachers and of assistants, as the form chooses them."""
    teacher = RoleOf("Ommaviy o'qituvchi", TEACHES, RoleType.ACADEMIC, 2)
    assistant = RoleOf("Ommaviy assistent", ASSISTS, RoleType.ACADEMIC, 3)
    await console.store(teacher, assistant)
    return {"teacherRoleId": teacher.id, "assistantRoleId": assistant.id}


async def teachers(console: Console, branch: Branch, *names: tuple[str, str], **more: Any) -> list[Teacher]:
    found = [a_teacher().named(first, last).in_branch(branch).having(**more) for first, last in names]
    await console.store(branch, *found)
    return found


def ids(people: list[Any]) -> list[int]:
    return [person.id or 0 for person in people]


async def preview(visitor: Visitor, path: str, **body: Any) -> dict[str, Any]:
    return dict(data(await visitor.post(f"/{path}/bulk/open-accounts/preview", body)))


async def opened(visitor: Visitor, path: str, **body: Any) -> dict[str, Any]:
    return dict(data(await visitor.post(f"/{path}/bulk/open-accounts", body)))


def logins(answer: dict[str, Any]) -> list[str | None]:
    return [row["login"] for row in answer["results"]]


async def issue(visitor: Visitor, act: dict[str, Any], people: list[Any]) -> list[dict[str, Any]]:
    answer = data(await visitor.post(f"/students/bulk/{act['id']}/passwords", {"ids": ids(people)}))
    return list(answer["logins"])


async def sign_in(console: Console, login: str, password: str) -> Any:
    return await console.nobody().post("/auth/sign-in", {"login": login, "password": password})


async def undo(visitor: Visitor, act: dict[str, Any]) -> dict[str, Any]:
    return dict(data(await visitor.post(f"/students/bulk/{act['id']}/undo")))


async def run_job(console: Console, started: dict[str, Any]) -> None:
    payload = json.loads(await console.sql.fetchval("select payload from jobs where id = $1", started["jobId"]))
    await job_handlers(console.container)["bulk"](payload, system("of-the-job"))
    await console.sql.execute("update jobs set state = 'done', progress = 100 where id = $1", started["jobId"])


async def test_the_preview_names_logins_conflicts_and_people_without_a_name(
    console: Console, branch: Branch, visitor: Visitor, roles: dict[str, Any]
) -> None:
    """Namesakes get a number, as do logins of others in any case (D-156).

    Nothing is opened.
    """
    await console.store(a_user_with({}).called("Dildora.Saidova").of(branch))
    people = await teachers(console, branch, ("Dildora", "Saidova"), ("Дилдора", "Саидова"), ("李", "王"))
    (gone,) = await teachers(console, branch, ("Nodir", "Ketgan"), work_status=WorkStatus.NOT_WORKING)
    shown = await preview(visitor, "academic", ids=ids([*people, gone]), **roles)
    counts = {name: shown[name] for name in ("total", "opens", "numbered", "unnamed", "refused", "teachers")}
    assert counts == {"total": 4, "opens": 2, "numbered": 2, "unnamed": 1, "refused": 2, "teachers": 2}
    assert [row["id"] for row in shown["rows"]] == ids([people[2], gone, people[0], people[1]])
    assert [row["login"] for row in shown["rows"]] == [None, None, "dildora.saidova2", "dildora.saidova3"]
    assert shown["rows"][0]["problem"] == "No login can be made of the name"
    assert (shown["teacherRole"]["name"], shown["assistantRole"]["name"]) == ("Ommaviy o'qituvchi", "Ommaviy assistent")
    assert await console.sql.fetchval("select count(user_id) from teachers where id = any($1)", ids(people)) == 0


async def test_an_account_has_role_gender_and_branches_of_its_owner(
    console: Console, branch: Branch, visitor: Visitor, roles: dict[str, Any]
) -> None:
    """The role follows the kind of person, the gender the record (D-156)."""
    (teacher,) = await teachers(console, branch, ("Gulnora", "Yusupova"), gender=2)
    assistant = an_assistant().named("Bekzod", "Yusupov").in_branch(branch)
    await console.store(assistant)
    act = await opened(visitor, "academic", ids=ids([teacher, assistant]), **roles)
    assert logins(act) == ["gulnora.yusupova", "bekzod.yusupov"]
    rows = await console.sql.fetch(
        """select u.role_id, u.gender, u.must_change_password, u.status, o.office_id
        from teachers t join users u on u.id = t.user_id join user_offices o on o.user_id = u.id
        where t.id = any($1) order by t.id""",
        ids([teacher, assistant]),
    )
    assert [tuple(row) for row in rows] == [
        (roles["teacherRoleId"], 2, True, 3, branch.id),
        (roles["assistantRoleId"], None, True, 3, branch.id),
    ]
    page = await visitor.data(f"/students/bulk/{act['id']}/results")
    assert [row["login"] for row in page["results"]] == ["gulnora.yusupova", "bekzod.yusupov"]
    verb = await console.sql.fetchval("select verb from audits where entity = 'teacher' and entity_id = $1", teacher.id)
    assert verb == "access.user_created"


async def test_a_typed_login_comes_before_the_suggested_one(
    console: Console, branch: Branch, visitor: Visitor, roles: dict[str, Any]
) -> None:
    people = await teachers(console, branch, ("Lola", "Rahimova"), ("Lola", "Rahimova"), ("Lola", "Rahimova"))
    typed = [{"id": people[1].id, "login": "Lola.Rahimova"}, {"id": people[2].id, "login": "x"}]
    shown = await preview(visitor, "academic", ids=ids(people), logins=typed, **roles)
    problem = "A login has 3 to 64 Latin letters, digits, dots or dashes"
    assert [(row["id"], row["login"], row["problem"]) for row in shown["rows"]] == [
        (people[2].id, None, problem),
        (people[0].id, "lola.rahimova2", None),
        (people[1].id, "Lola.Rahimova", None),
    ]
    refused = await visitor.post("/academic/bulk/open-accounts", {"ids": ids(people), "logins": typed} | roles)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["logins"])
    act = await opened(visitor, "academic", ids=ids(people), logins=typed[:1], **roles)
    assert logins(act) == ["lola.rahimova2", "Lola.Rahimova", "lola.rahimova3"]


async def test_wrong_patterns_and_roles_are_refused_by_field(
    console: Console, branch: Branch, visitor: Visitor, roles: dict[str, Any]
) -> None:
    people = await teachers(console, branch, ("Umida", "Tosheva"))
    body = {"ids": ids(people)} | roles
    wrong = await visitor.post("/academic/bulk/open-accounts/preview", body | {"pattern": "{ism}"})
    assert wrong.json()["fields"] == {"pattern": ["{ism} can't be used here"]}
    wrong = await visitor.post("/academic/bulk/open-accounts", body | {"teacherRoleId": 10**6})
    assert list(wrong.json()["fields"]) == ["teacherRoleId"]
    nobody = await visitor.post("/academic/bulk/open-accounts", roles)
    assert list(nobody.json()["fields"]) == ["ids"]


async def test_nobody_gives_a_role_with_rights_that_they_lack(
    console: Console, branch: Branch, roles: dict[str, Any]
) -> None:
    """D-56: neither for one person nor for many."""
    people = await teachers(console, branch, ("Zafar", "Qodirov"))
    weak = await console.sign_in(a_user_with(CLERK).of(branch))
    refused = await weak.post("/academic/bulk/open-accounts", {"ids": ids(people)} | roles)
    assert refused.status_code == 403
    assert await console.sql.fetchval("select user_id from teachers where id = $1", people[0].id) is None


async def test_people_of_other_branches_get_no_account(
    console: Console, visitor: Visitor, branch: Branch, roles: dict[str, Any]
) -> None:
    """They are reported as not visible, by the preview as by the operation (D-12)."""
    other = a_branch("Sergeli")
    (stranger,) = await teachers(console, other, ("Begona", "Kishi"))
    assert (await preview(visitor, "academic", ids=[stranger.id], **roles))["rows"] == []
    act = await opened(visitor, "academic", ids=[stranger.id], **roles)
    assert [row["message"] for row in act["results"]] == ["Not found, or not visible to you"]


async def test_a_double_click_opens_one_account_and_two_administrators_share_no_login(
    console: Console, branch: Branch, visitor: Visitor, roles: dict[str, Any]
) -> None:
    (one, other) = await teachers(console, branch, ("Jasur", "Bir"), ("Jasur", "Bir"))
    body = {"ids": [one.id]} | roles
    headers = {"Idempotency-Key": "jasur-bir"}
    path = "/academic/bulk/open-accounts"
    first, second = await asyncio.gather(*(visitor.request("POST", path, json=body, headers=headers) for _ in "ab"))
    assert data(first) == data(second)
    again = await opened(visitor, "academic", ids=[one.id, other.id], **roles)
    assert [(row["outcome"], row["login"]) for row in again["results"]] == [("refused", None), ("done", "jasur.bir2")]


async def test_two_operations_at_once_share_no_login(
    console: Console, branch: Branch, visitor: Visitor, roles: dict[str, Any]
) -> None:
    people = await teachers(console, branch, *[("Sardor", "Ikki")] * 8)
    acts = await asyncio.gather(
        *(opened(visitor, "academic", ids=ids(people[at : at + 2]), **roles) for at in range(0, 8, 2))
    )
    given = [login for act in acts for login in logins(act)]
    assert sorted(map(str, given)) == ["sardor.ikki", *(f"sardor.ikki{number}" for number in range(2, 9))]


async def test_a_password_is_issued_on_demand_and_again_until_somebody_signs_in(
    console: Console, branch: Branch, visitor: Visitor, roles: dict[str, Any]
) -> None:
    """It must be changed; a used account keeps its own (D-61, D-156)."""
    people = await teachers(console, branch, ("Kamola", "Bir"), ("Kamola", "Ikki"))
    act = await opened(visitor, "academic", ids=ids(people), **roles)
    lost = await issue(visitor, act, people)
    first, second = await issue(visitor, act, people)
    assert [slip["login"] for slip in (first, second)] == ["kamola.bir", "kamola.ikki"]
    assert (await sign_in(console, "kamola.bir", lost[0]["password"])).status_code == 401
    signed_in = data(await sign_in(console, "kamola.bir", first["password"]))
    assert signed_in["staffInfo"]["mustChangePassword"] is True
    used, unused = await issue(visitor, act, people)
    assert (used["password"], used["message"]) == (None, "The owner has signed in: the account stays as it is")
    assert unused["password"] not in (None, second["password"])
    stored = await console.sql.fetchval(
        "select count(*) from audits where params::text like $1", f"%{unused['password']}%"
    )
    assert stored == 0


async def test_passwords_are_issued_to_the_operations_owner_in_small_portions(
    console: Console, branch: Branch, visitor: Visitor, roles: dict[str, Any]
) -> None:
    people = await teachers(console, branch, ("Olim", "Uch"))
    act = await opened(visitor, "academic", ids=ids(people), **roles)
    path = f"/students/bulk/{act['id']}/passwords"
    stranger = await console.sign_in(a_user_with(CLERK).of(branch))
    assert (await stranger.post(path, {"ids": ids(people)})).status_code == 404
    for wrong in ([], [10**9], list(range(1, 22))):
        assert list((await visitor.post(path, {"ids": wrong})).json()["fields"]) == ["ids"]


async def test_the_undo_removes_accounts_that_nobody_signed_in_with(
    console: Console, branch: Branch, visitor: Visitor, roles: dict[str, Any]
) -> None:
    """Issued passwords do not hinder it, and a used account stays (D-156)."""
    people = await teachers(console, branch, ("Malika", "Bir"), ("Malika", "Ikki"))
    act = await opened(visitor, "academic", ids=ids(people), **roles)
    first, _ = await issue(visitor, act, people)
    data(await sign_in(console, "malika.bir", first["password"]))
    assert (await visitor.data(f"/students/bulk/{act['id']}"))["act"]["undoable"] is True
    undone = await undo(visitor, act)
    assert [(row["outcome"], row["message"]) for row in undone["results"]] == [
        ("refused", "The owner has signed in: the account stays as it is"),
        ("done", None),
    ]
    accounts = await console.sql.fetch("select user_id from teachers where id = any($1) order by id", ids(people))
    assert [row[0] is None for row in accounts] == [False, True]
    assert await console.sql.fetchval("select count(*) from users where login = 'malika.ikki'") == 0
    verbs = await console.sql.fetch(
        "select verb from audits where entity = 'teacher' and entity_id = $1 order by id", people[1].id
    )
    assert [row[0] for row in verbs] == ["access.user_created", "access.password_reset", "access.user_removed"]
    assert (await visitor.post(f"/students/bulk/{act['id']}/undo")).status_code == 409
    assert logins(await opened(visitor, "academic", ids=[people[1].id], **roles)) == ["malika.ikki"]


async def test_who_may_not_create_accounts_may_not_take_them_back(
    console: Console, branch: Branch, roles: dict[str, Any]
) -> None:
    """The right is looked at again when an operation is undone."""
    account = a_user_with(CLERK | TEACHES | ASSISTS).of(branch)
    clerk = await console.sign_in(account)
    people = await teachers(console, branch, ("Rustam", "Tort"))
    act = await opened(clerk, "academic", ids=ids(people), **roles)
    narrow = RoleOf("Tor huquq", CLERK | {"users:academic": ["read", "update"]})
    await console.store(narrow)
    await console.sql.execute("update users set role_id = $1 where id = $2", narrow.id, account.id)
    assert (await clerk.post(f"/students/bulk/{act['id']}/undo")).status_code == 403


async def test_students_get_logins_and_those_with_one_keep_it(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """One with a login and a password has an account; capitals make no other login."""
    people = [a_student().named("Nigora", "Yangi").in_branch(branch) for _ in range(2)]
    known = a_student().named("Sevara", "Bor").in_branch(branch).having(login="sevara-bor")
    ready = a_student().named("Diyor", "Bor").in_branch(branch).having(login="Nigora.Yangi", password_hash="x")
    await console.store(*people, known, ready)
    act = await opened(visitor, "students", ids=ids([*people, known, ready]))
    assert [(row["outcome"], row["login"]) for row in act["results"]] == [
        ("done", "nigora.yangi2"),
        ("done", "nigora.yangi3"),
        ("done", "sevara-bor"),
        ("refused", None),
    ]
    slips = await issue(visitor, act, [*people, known])
    assert all(slip["password"] for slip in slips)
    undone = await undo(visitor, act)
    assert (undone["done"], undone["refused"]) == (3, 0)
    rows = await console.sql.fetch(
        "select login, password_hash, must_change_password from students where id = any($1) order by id",
        ids([*people, known]),
    )
    assert [tuple(row) for row in rows] == [(None, None, False), (None, None, False), ("sevara-bor", None, False)]


async def test_a_student_who_signed_in_keeps_the_account(console: Console, branch: Branch, visitor: Visitor) -> None:
    """A changed password makes no difference to that (D-97)."""
    student = a_student().named("Akmal", "Kirgan").in_branch(branch)
    await console.store(student)
    act = await opened(visitor, "students", ids=[student.id])
    (slip,) = await issue(visitor, act, [student])
    body = {"login": slip["login"], "password": slip["password"]}
    data(await console.nobody().post("/api/student/auth/sign-in", body))
    assert (await issue(visitor, act, [student]))[0]["password"] is None
    undone = await undo(visitor, act)
    assert [row["message"] for row in undone["results"]] == ["The owner has signed in: the account stays as it is"]


async def test_more_than_a_hundred_people_are_a_job_and_namesakes_of_all_batches_differ(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """A second try of the job opens nothing again."""
    people: list[Student] = [a_student().named("Aziz", "Yuzta").in_branch(branch) for _ in range(120)]
    await console.store(branch, *people)
    act = await opened(visitor, "students", ids=ids(people))
    await run_job(console, act)
    await run_job(console, act)
    rows = await console.sql.fetch("select login from students where id = any($1) order by id", ids(people))
    assert [row[0] for row in rows] == ["aziz.yuzta", *(f"aziz.yuzta{number}" for number in range(2, 121))]
    card = (await visitor.data(f"/students/bulk/{act['id']}"))["act"]
    assert (card["done"], card["refused"]) == (120, 0)


async def send(visitor: Visitor, act: dict[str, Any]) -> dict[str, Any]:
    return dict(data(await visitor.post(f"/students/bulk/{act['id']}/send-logins")))


async def run_sending(console: Console, started: dict[str, Any]) -> None:
    payload = json.loads(await console.sql.fetchval("select payload from jobs where id = $1", started["jobId"]))
    await job_handlers(console.container)["sms.batch"](payload, system("of-the-job"))


async def test_logins_go_to_phones_with_a_password_of_their_own(
    console: Console, branch: Branch, visitor: Visitor, roles: dict[str, Any]
) -> None:
    """A missing phone and a used account are told; a retry sends nothing twice."""
    (reached,) = await teachers(console, branch, ("Sevinch", "Bor"), phone="+998901112233")
    (mute,) = await teachers(console, branch, ("Sevinch", "Yoq"), phone=None)
    (used,) = await teachers(console, branch, ("Sevinch", "Kirgan"), phone="+998901112244")
    people = [reached, mute, used]
    act = await opened(visitor, "academic", ids=ids(people), **roles)
    (slip,) = await issue(visitor, act, [used])
    data(await sign_in(console, slip["login"], slip["password"]))
    started = await send(visitor, act)
    assert started["count"] == 3
    assert (await visitor.post(f"/students/bulk/{act['id']}/send-logins")).status_code == 409
    await run_sending(console, started)
    await run_sending(console, started)
    batch = await visitor.data(f"/sms/batches/{started['batchId']}")
    assert batch["entity"] == "teacher"
    assert [(row["student"]["id"], row["status"], row["problem"]) for row in batch["rows"]] == [
        (reached.id, "sent", None),
        (mute.id, "failed", "There is no phone number"),
        (used.id, "failed", "The owner has signed in: the password stays"),
    ]
    rows = await console.sql.fetch("select text, sealed_text from sms_messages where teacher_id = $1", reached.id)
    assert [("sevinch.bor" in row["text"], "••••" in row["text"], row["sealed_text"]) for row in rows] == [
        (True, True, None)
    ]
    assert (await sign_in(console, slip["login"], slip["password"])).status_code == 200
    assert (await undo(visitor, act))["done"] == 2


async def test_students_get_their_logins_by_message(console: Console, branch: Branch, visitor: Visitor) -> None:
    """Only the operation's owner sends them; a second sending issues new passwords."""
    student = a_student().named("Zilola", "Xabar").in_branch(branch).having(phone="+998901112255")
    await console.store(student)
    act = await opened(visitor, "students", ids=[student.id])
    stranger = await console.sign_in(a_user_with(CLERK).of(branch))
    assert (await stranger.post(f"/students/bulk/{act['id']}/send-logins")).status_code == 404
    hashes = []
    for _ in "ab":
        await run_sending(console, await send(visitor, act))
        hashes.append(await console.sql.fetchval("select password_hash from students where id = $1", student.id))
    assert None not in hashes
    assert len(set(hashes)) == 2
    history = await visitor.data(f"/students/{student.id}/sms-history")
    assert history["total"] == 2


async def test_a_login_that_waited_while_its_account_was_removed_is_not_sent(
    console: Console, branch: Branch, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The provider was away; the undo comes first (D-156)."""
    provider = SmsInMemory()
    monkeypatch.setattr(type(console.container.integrations()), "_sms", lambda *_: provider)
    console.container.integrations()._made_of = object()
    student = a_student().named("Zilola", "Kutar").in_branch(branch).having(phone="+998901112266")
    await console.store(student)
    act = await opened(visitor, "students", ids=[student.id])
    started = await send(visitor, act)

    async def away(_: Any) -> str:
        raise SmsUnavailable("unreachable")

    with monkeypatch.context() as patched:
        patched.setattr(provider, "send", away)
        with pytest.raises(SmsUnavailable):
            await run_sending(console, started)
    assert (await undo(visitor, act))["done"] == 1
    await run_sending(console, started)
    assert provider.taken == []
    (row,) = (await visitor.data(f"/sms/batches/{started['batchId']}"))["rows"]
    assert row["status"] == "failed"
    left = "select sealed_text is null from sms_messages where student_id = $1"
    assert await console.sql.fetchval(left, student.id) is True
