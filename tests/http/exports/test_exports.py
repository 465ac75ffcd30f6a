"""Exports of lists as spreadsheets.

D-66; L1, L3, L4, P5; ASVS-48, ASVS-61; R1-365, R2-482.
"""

import io
import zipfile
from datetime import date
from typing import Any

import msgspec
import pytest

from application.actor import system
from domain.access.permissions import everything
from domain.jobs.job import WorkFailed
from entrypoints.worker.handlers import job_handlers
from tests.http.exports.spreadsheet import rows_of
from tests.support.builders import (
    Branch,
    a_branch,
    a_class_of,
    a_student,
    a_superadmin,
    a_teacher,
    a_user_with,
    an_assistant,
)
from tests.support.console import Console, Visitor, data

READER = {"users:students": ["read"]}
FORMULAS = ("=1+1", "+998", "-2+3", "@SUM(A1)", "=cmd|' /C calc'!A0")


async def export(visitor: Visitor, columns: list[str], path: str = "/students/export", **query: Any) -> Any:
    return await visitor.request("POST", path, params=query, json={"columns": columns})


async def finish(console: Console, job_id: int) -> None:
    """Runs the job as the worker does."""
    payload = await console.sql.fetchval("select payload from jobs where id = $1", job_id)
    await job_handlers(console.container)["export"](msgspec.json.decode(payload), system())
    await console.sql.execute("update jobs set state = 'done', progress = 100 where id = $1", job_id)


@pytest.fixture(scope="module")
async def branch(console: Console) -> Branch:
    branch = a_branch("Chilonzor")
    people = [a_student().named(f"Ism{number}", "Familiyali").in_branch(branch) for number in range(25)]
    people[0].with_phone("+998901234567").having(h_id="00123", system_status=2)
    await console.store(branch, *people)
    return branch


@pytest.fixture(scope="module")
async def reader(console: Console, branch: Branch) -> Visitor:
    return await console.sign_in(a_user_with(READER).of(branch))


async def test_a_file_has_the_rows_of_the_list_in_its_order(reader: Visitor) -> None:
    """L1, R1-365, R2-482: all pages of the filtered list; the name ends in .xlsx."""
    answer = await export(reader, ["fullName", "id"], systemStatus=1, perPage=10, page=2, orderBy="DESC")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].endswith('.xlsx"')
    headers, *rows = rows_of(answer.content)
    listed = await reader.data("/students/all", systemStatus=1, perPage=100, orderBy="DESC")
    assert headers == ["Student", "ID"]
    assert rows == [[student["fullName"], str(student["id"])] for student in listed["students"]]
    assert len(rows) == listed["total"] == 24


async def test_ids_and_phones_are_texts_and_days_are_days(reader: Visitor) -> None:
    """L4, L6: no zero or plus is lost; headers are in the caller's language."""
    reader.language = "uz"
    answer = await export(reader, ["id", "hId", "phoneNumber", "createdAt", "systemStatus", "photo"], systemStatus=2)
    reader.language = "en"
    headers, row = rows_of(answer.content)
    assert headers[2:5] == ["Telefon", "Qo'shilgan", "Tizimda"]
    assert row[1:3] == ["00123", "+998901234567"]
    assert isinstance(row[0], str)
    assert isinstance(row[3], date)
    assert row[4:] == ["Bloklangan", "Yo'q"]


async def test_an_empty_result_is_a_file_with_headers_alone(reader: Visitor) -> None:
    """L1: the number of rows is the total, zero."""
    answer = await export(reader, ["id", "fullName"], value="bunday odam yo'q")
    assert rows_of(answer.content) == [["ID", "Student"]]


async def test_phone_birth_date_gender_and_groups_are_columns_of_the_file(console: Console) -> None:
    """R1-116: groups of the caller's branches, days, words in the caller's language."""
    own, other = a_branch("Mirobod"), a_branch("Uchtepa")
    seen, hidden = a_class_of(1).called("Nemis-1").in_branch(own), a_class_of(0).called("Nemis-2").in_branch(other)
    student = seen.students[0].in_branch(own).having(birth_date=date(2010, 5, 17), gender=2)
    hidden.with_students(student.with_phone("+998901112233"))
    await console.store(seen, hidden)
    visitor = await console.sign_in(a_user_with(READER).of(own))
    visitor.language = "ru"
    answer = await export(visitor, ["birthDate", "currentGroups", "gender", "phoneNumber"])
    assert rows_of(answer.content) == [
        ["Дата рождения", "Текущие группы", "Пол", "Телефон"],
        [date(2010, 5, 17), "Nemis-1", "Женский", "+998901112233"],
    ]


async def test_the_rows_of_a_file_can_be_filtered_by_its_heads(reader: Visitor) -> None:
    """The workbook has an autofilter over its heads."""
    answer = await export(reader, ["id", "fullName"])
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert '<autoFilter ref="A1:B26"/>' in archive.read("xl/worksheets/sheet1.xml").decode()


async def test_a_text_that_looks_like_a_formula_stays_a_text(console: Console) -> None:
    """ASVS-48, L4: the cell has the text type, the file no formula."""
    branch = a_branch("=HYPERLINK(A1)")
    await console.store(branch, *(a_student().named(name, "Formula").in_branch(branch) for name in FORMULAS))
    visitor = await console.sign_in(a_user_with(READER).of(branch))
    answer = await export(visitor, ["fullName", "offices"])
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet
    assert sheet.count('t="inlineStr"') == 2 * (len(FORMULAS) + 1)
    assert {row[1] for row in rows_of(answer.content)[1:]} == {"=HYPERLINK(A1)"}


async def test_only_columns_of_the_list_can_be_exported(reader: Visitor) -> None:
    """P5: other columns are rejected; none chosen means all of the list."""
    for column in ("papers_digest", "passwordHash", "", "id; drop table students"):
        answer = await export(reader, ["id", column])
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["columns"])
    headers = rows_of((await export(reader, [])).content)[0]
    assert headers[:4] == ["ID", "School ID", "Student", "Phone"]


async def test_the_contract_states_how_many_columns_an_export_takes(reader: Visitor) -> None:
    """L1: as a number of elements; one more is refused with that number."""
    schemas = (await reader.request("GET", "/api/schema/openapi.json")).json()["components"]["schemas"]
    columns = schemas["ExportList"]["properties"]["columns"]
    assert (columns["maxItems"], columns.get("maxLength")) == (40, None)
    assert schemas["DecideImportRows"]["properties"]["rows"]["maxItems"] == 20_000
    assert (await export(reader, ["id"] * 40)).status_code == 200
    refused = await export(reader, ["id"] * 41)
    assert (refused.status_code, refused.json()["fields"]) == (422, {"columns": ["At most 40 of them"]})


async def test_another_branch_is_in_no_file(console: Console, reader: Visitor) -> None:
    """D-12, P1: neither by a search nor by a filter of branches."""
    other = a_branch("Sergeli")
    await console.store(a_student().named("Begona", "Filialdan").in_branch(other))
    for query in ({"value": "Begona"}, {"officeIds": other.id}):
        assert len(rows_of((await export(reader, ["fullName"], **query)).content)) == 1


async def test_an_export_is_audited(console: Console, reader: Visitor) -> None:
    """With actor, list, number of rows and columns."""
    await export(reader, ["id", "fullName"], systemStatus=2)
    record = await console.sql.fetchrow(
        "select permission, params::text, after::text from audits where verb = 'exports.made' order by id desc limit 1"
    )
    assert record["permission"] == "users:students"
    assert '"rows": 1' in record["after"]
    assert '"fullName"' in record["after"]


async def test_the_list_of_staff_is_exported_too(console: Console, branch: Branch) -> None:
    """With the logins of the list."""
    visitor = await console.sign_in(a_user_with({"users:staff": ["read"]}).of(branch))
    listed = await visitor.data("/users/staff", perPage=100)
    rows = rows_of((await export(visitor, ["login", "role"], "/users/staff/export")).content)[1:]
    assert [row[0] for row in rows] == [person["login"] for person in listed["academics"]]


# list, its file, the name of its rows in the response, its filters, a column of the file and of the rows
OTHERS: list[tuple[str, str, str, dict[str, Any], tuple[str, str]]] = [
    ("/academic", "/academic/export", "academics", {"workStatus": 1, "orderBy": "DESC"}, ("fullName", "fullName")),
    ("/assistant/all", "/assistant/export", "assistants", {}, ("hId", "hId")),
    ("/kpi/all", "/kpi/export", "teachers", {"value": "Ustoz"}, ("fullName", "fullName")),
    ("/authors/all", "/authors/export", "authors", {"isActive": "true"}, ("login", "login")),
    ("/groups/all", "/groups/export", "groups", {"status": 2, "orderBy": "DESC"}, ("name", "name")),
    ("/groups/for-academic/all", "/groups/for-academic/export", "groups", {}, ("name", "name")),
]


@pytest.fixture(scope="module")
async def teaching(console: Console) -> Visitor:
    """A caller with all rights in a branch.

    Teaches one group of three there, and is an author of courses.
    """
    branch, account = a_branch("Olmazor"), a_user_with(everything()).having(author=True)
    await console.store(account.of(branch))
    own = a_teacher().named("O'zi", "Ustoz").with_account(account).having(h_id="T-1")
    other = a_teacher().named("Boshqa", "Ustoz").having(h_id="T-2")
    helper = an_assistant().named("Yordam", "Beruvchi").having(h_id="A-1")
    await console.store(
        a_class_of(2).called("Ingliz-1").in_branch(branch).taught_by(own),
        a_class_of(0).called("Ingliz-2").in_branch(branch).taught_by(other),
        a_class_of(0).called("Ingliz-3").in_branch(branch).taught_by(helper),
    )
    return await console.sign_in(account)


@pytest.mark.parametrize("declared", OTHERS, ids=lambda declared: declared[1])
async def test_every_list_of_people_and_groups_is_exported_as_filtered(
    teaching: Visitor, declared: tuple[str, str, str, dict[str, Any], tuple[str, str]]
) -> None:
    """D-66: its rows in its order; without chosen columns all, with distinct headers."""
    path, file, rows, query, (column, shown) = declared
    listed = (await teaching.data(path, perPage=100, **query))[rows]
    assert listed
    answer = await export(teaching, [column], file, **query)
    assert [row[0] for row in rows_of(answer.content)[1:]] == [row[shown] for row in listed]
    headers, *_ = rows_of((await export(teaching, [], file)).content)
    assert len(set(headers)) == len(headers) >= 9
    assert not any(header.endswith(")") for header in headers)


async def test_a_group_in_a_file_has_its_teacher_and_hours(teaching: Visitor) -> None:
    """D-66: in the caller's language, as on the screen; numbers are numbers."""
    teaching.language = "uz"
    columns = ["name", "status", "teacher", "hours", "assistants", "students", "attendanceKpi", "startedDate"]
    answer = await export(teaching, columns, "/groups/export", value="Ingliz")
    teaching.language = "en"
    rows = {row[0]: row[1:] for row in rows_of(answer.content)[1:]}
    assert rows["Ingliz-1"] == ["Faol", "Ustoz O'zi", "Dush, Chor, Jum 14:00-16:00", "", 2, "", date(2026, 1, 5)]
    assert rows["Ingliz-3"][1:4] == ["", "Dush, Chor, Jum 14:00-16:00", "Beruvchi Yordam"]


async def test_words_that_are_stored_are_translated_in_a_file(console: Console) -> None:
    """D-14, D-66: default roles and the school's kinds of study; own words stay."""
    branch, account = a_branch("Sergeli"), a_user_with(everything())
    for name, kind in (("Nemis-1", "offline"), ("Nemis-2", "kechki")):
        await console.store(a_class_of(0).called(name).in_branch(branch).having(learning_type=kind))
    await console.store(account.of(branch))
    await console.sql.execute("update roles set name = 'Manager' where id = (select max(id) from roles)")
    visitor = await console.sign_in(account)
    visitor.language = "ru"
    groups = await export(visitor, ["name", "learningType"], "/groups/export", value="Nemis")
    assert rows_of(groups.content)[1:] == [["Nemis-1", "Офлайн"], ["Nemis-2", "kechki"]]
    staff = await export(visitor, ["role"], "/users/staff/export", value=account.login)
    assert rows_of(staff.content)[1:] == [["Менеджер"]]


async def test_a_teacher_exports_own_groups_alone(teaching: Visitor) -> None:
    """D-13: as on the screen."""
    names = [row[0] for row in rows_of((await export(teaching, ["name"], "/groups/for-academic/export")).content)[1:]]
    assert names == ["Ingliz-1"]


async def test_a_large_list_is_made_by_a_job_and_fetched_by_its_owner(fresh_console: Console) -> None:
    """D-66, L1, L3: 202 with the job; 10 001 rows.

    The link works repeatedly, for its owner only, and expires after a day.
    """
    console, branch = fresh_console, a_branch("Katta filial")
    await console.store(*(a_student().in_branch(branch) for _ in range(10_001)))
    visitor = await console.sign_in(a_user_with(READER).of(branch))
    answer = await export(visitor, ["id", "fullName"])
    assert answer.status_code == 202
    accepted = data(answer)
    assert accepted["rows"] == 10_001
    waiting = await visitor.data(f"/exports/{accepted['jobId']}")
    assert (waiting["state"], waiting["url"]) == ("waiting", None)
    await finish(console, accepted["jobId"])
    await finish(console, accepted["jobId"])
    assert await console.sql.fetchval("select count(*) from audits where verb = 'exports.made'") == 1
    shown = await visitor.data(f"/exports/{accepted['jobId']}")
    file = await visitor.request("GET", shown["url"])
    rows = rows_of(file.content)[1:]
    listed = (await visitor.data("/students/all", perPage=100, page=51))["students"]
    assert len(rows) == 10_001
    assert [row[0] for row in rows[5000:5100]] == [str(student["id"]) for student in listed]
    mine = (await visitor.data("/jobs/mine"))["jobs"]
    assert [(job["kind"], job["list"], job["rows"]) for job in mine] == [("export", "students", 10_001)]
    stranger = await console.sign_in(a_superadmin())
    assert (await stranger.get(f"/exports/{accepted['jobId']}")).status_code == 404
    assert (await stranger.data("/jobs/mine"))["jobs"] == []
    console.clock.pass_by(days=2)
    assert (await visitor.request("GET", shown["url"])).status_code == 404


async def test_an_owner_who_lost_the_right_gets_no_file(fresh_console: Console) -> None:
    """The worker checks present rights, not those of the request.

    It does not try again.
    """
    console, branch = fresh_console, a_branch("Katta filial")
    account = a_user_with(READER).of(branch)
    await console.store(*(a_student().in_branch(branch) for _ in range(2_001)))
    job_id = data(await export(await console.sign_in(account), ["id"]))["jobId"]
    await console.sql.execute("update users set status = 2 where id = $1", account.id)
    with pytest.raises(WorkFailed):
        await finish(console, job_id)
    assert await console.sql.fetchval("select count(*) from files") == 0
