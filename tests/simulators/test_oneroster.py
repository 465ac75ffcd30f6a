"""The provider answers as OneRoster 1.2 specifies, over a generated school.

The behaviours that a conformance notebook requests of a provider (issue 4, protocols §6.1 and §6.5).
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import jsonschema
import pytest
import yaml
from yarl import URL

from entrypoints.simulators.oneroster import Behaviour, serve
from entrypoints.simulators.oneroster.responses import Served
from entrypoints.simulators.oneroster.roster import Roster
from entrypoints.simulators.oneroster.server import BASE
from entrypoints.simulators.oneroster.tokens import CORE, DEMOGRAPHICS, ROSTER, Tokens
from entrypoints.simulators.school.changes import Change
from entrypoints.simulators.school.generator.generated import GeneratedSchool

CONTRACT = yaml.safe_load(
    (Path(__file__).parents[2] / "contracts/external/oneroster-v1p2.yaml").read_text(encoding="utf-8")
)
CLIENT = aiohttp.encode_basic_auth("markaz", "the-secret")


class Reader:
    """A client that knows only the specification."""

    def __init__(self, url: str, http: aiohttp.ClientSession, school: GeneratedSchool) -> None:
        self.url = url
        self.http = http
        self.school = school
        self.token = ""

    async def sign_in(self, scope: str = f"{CORE} {DEMOGRAPHICS}", client: str = CLIENT) -> dict[str, Any]:
        form = {"grant_type": "client_credentials", "scope": scope}
        async with self.http.post(f"{self.url}/token", data=form, headers={"Authorization": client}) as answer:
            given: dict[str, Any] = await answer.json()
        self.token = given.get("access_token", "")
        return given | {"status": answer.status}

    async def ask(self, path: str, **query: Any) -> tuple[int, dict[str, Any], aiohttp.ClientResponse]:
        headers = {"Authorization": f"Bearer {self.token}"}
        params = {name: str(value) for name, value in query.items()}
        async with self.http.get(f"{self.url}{BASE}/{path}", params=params, headers=headers) as answer:
            return answer.status, await answer.json(), answer

    async def rows(self, path: str, **query: Any) -> list[dict[str, Any]]:
        status, content, _ = await self.ask(path, **{"limit": 5000} | query)
        assert status == 200, content
        (rows,) = content.values()
        assert isinstance(rows, list)
        return rows


@pytest.fixture
async def reader() -> AsyncIterator[Reader]:
    school, behaviour = GeneratedSchool(120, seed=3), Behaviour()
    served = Served(Roster(school, behaviour), Tokens("markaz", "the-secret"), behaviour)
    async with serve(served) as url, aiohttp.ClientSession() as http:
        reader = Reader(url, http, school)
        await reader.sign_in()
        yield reader


def minor(content: dict[str, Any]) -> str:
    message: str = content["imsx_CodeMinor"]["imsx_codeMinorField"][0]["imsx_codeMinorFieldValue"]
    return message


async def test_a_token_is_issued_for_id_and_secret(reader: Reader) -> None:
    """Client credentials by HTTP Basic; wrong secret, wrong scope, no token: rejected."""
    given = await reader.sign_in()
    assert (given["status"], given["token_type"], given["expires_in"]) == (200, "Bearer", 3600)
    wrong = await reader.sign_in(client=aiohttp.encode_basic_auth("markaz", "guessed"))
    assert (wrong["status"], wrong["error"]) == (401, "invalid_client")
    assert (await reader.sign_in(scope="everything"))["error"] == "invalid_scope"
    more = await reader.sign_in(scope=f"{ROSTER} https://purl.imsglobal.org/spec/or/v1p2/scope/gradebook.readonly")
    assert (more["status"], more["scope"]) == (200, ROSTER), "of what is asked, what there is"
    assert (await reader.ask("teachers", limit=1))[0] == 200
    await reader.sign_in(client=aiohttp.encode_basic_auth("markaz", "guessed"))
    status, content, _ = await reader.ask("students", limit=1)
    assert (status, content["imsx_codeMajor"], minor(content)) == (401, "failure", "unauthorisedrequest")


async def test_demographics_require_their_own_scope(reader: Reader) -> None:
    """§6.1: 403 without it."""
    assert (await reader.ask("demographics"))[0] == 200
    await reader.sign_in(scope=CORE)
    assert (await reader.ask("demographics"))[0] == 403


async def test_pages_follow_their_links(reader: Reader) -> None:
    """limit, offset, X-Total-Count, Link with next, prev, first, last; 100 by default."""
    _, content, answer = await reader.ask("students")
    assert len(content["users"]) == 100
    assert answer.headers["X-Total-Count"] == "120"
    assert set(answer.links) == {"first", "last", "next"}
    _, content, answer = await reader.ask("students", **URL(str(answer.links["next"]["url"])).query)
    assert len(content["users"]) == 20
    assert set(answer.links) == {"first", "last", "prev"}
    assert (await reader.ask("students", limit=0))[0] == 422
    assert (await reader.ask("students", limit="many"))[0] == 400


async def test_a_filter_on_a_field_finds_its_rows(reader: Reader) -> None:
    """Exactly one by e-mail; comparisons, contains, AND and OR."""
    _, content, _ = await reader.ask("teachers", filter="email='teacher-2@school.example'", limit=10000)
    (one,) = content["users"]
    assert one["sourcedId"] == "teacher-2"
    both = "sourcedId='student-1' OR sourcedId='student-2'"
    assert [row["sourcedId"] for row in await reader.rows("students", filter=both)] == ["student-1", "student-2"]
    assert await reader.rows("students", filter="sourcedId='student-1' AND sourcedId='student-2'") == []
    assert len(await reader.rows("students", filter="sourcedId~'STUDENT-1'")) == 32
    assert len(await reader.rows("students", filter="status!='active'")) == 0


async def test_an_or_does_not_override_the_condition_of_the_call(reader: Reader) -> None:
    """§6.1."""
    everybody = "status='active' OR roles.role='teacher'"
    assert {row["roles"][0]["role"] for row in await reader.rows("students", filter=everybody)} == {"student"}
    (group, *_) = await reader.rows("classes", limit=1)
    members = await reader.rows(f"classes/{group['sourcedId']}/students", filter=everybody)
    assert 0 < len(members) < 120


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ({"filter": "shoeSize='42'"}, "invalid_filter_field"),
        ({"filter": "status='active' & sourcedId='x'"}, "invalid_filter_field"),
        ({"sort": "shoeSize"}, "invalid_sort_field"),
        ({"fields": "shoeSize"}, "invalid_selection_field"),
        ({"filter": "dateLastModified>'yesterday'"}, "invaliddata"),
    ],
)
async def test_an_invalid_filter_is_rejected_with_its_reason(
    reader: Reader, query: dict[str, str], reason: str
) -> None:
    """§6.1: conditions are joined by the words AND and OR, never by &."""
    status, content, _ = await reader.ask("students", **query)
    assert status in {400, 422}
    assert minor(content) == reason
    _check(content, "problem")


async def test_rows_are_sorted_and_cut_to_fields(reader: Reader) -> None:
    rows = await reader.rows("students", sort="familyName", orderBy="desc", fields="sourcedId,familyName")
    names = [row["familyName"] for row in rows]
    assert names == sorted(names, reverse=True)
    assert {tuple(row) for row in rows} == {("sourcedId", "familyName")}


async def test_a_single_record_is_found_and_an_unknown_one_is_not(reader: Reader) -> None:
    status, content, _ = await reader.ask("users/teacher-1")
    assert (status, content["user"]["sourcedId"]) == (200, "teacher-1")
    for path in ("users/nobody", "nobodies"):
        status, content, _ = await reader.ask(path)
        assert (status, minor(content)) == (404, "unknownobject")


async def test_a_class_lists_its_students_and_teachers(reader: Reader) -> None:
    """teacher → classes, class → students, as in the enrolments."""
    classes = await reader.rows("teachers/teacher-1/classes", filter="status='active'")
    assert classes
    group = classes[0]["sourcedId"]
    enrolled = await reader.rows("enrollments", filter=f"class.sourcedId='{group}' AND role='student'")
    students = await reader.rows(f"classes/{group}/students")
    assert {row["sourcedId"] for row in students} == {row["user"]["sourcedId"] for row in enrolled}


async def test_a_term_has_grading_periods(reader: Reader) -> None:
    term = (await reader.rows("terms"))[0]
    _, content, _ = await reader.ask(f"terms/{term['sourcedId']}/gradingPeriods", limit=10000)
    (period,) = content["academicSessions"]
    assert (period["type"], period["startDate"], period["endDate"]) == (
        "gradingPeriod",
        term["startDate"],
        term["endDate"],
    )


async def test_a_date_filter_lists_the_later_changes(reader: Reader) -> None:
    """Deleted ones come as tobedeleted; the time is UTC in milliseconds."""
    before = (await reader.rows("students", limit=1))[0]["dateLastModified"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", before)
    happened = reader.school.change(Change(renamed=2, removed=1))
    changed = await reader.rows("students", filter=f"dateLastModified>'{before}'")
    assert {row["sourcedId"] for row in changed} == {*happened["renamed"], *happened["removed"]}
    gone = [row["sourcedId"] for row in changed if row["status"] == "tobedeleted"]
    assert gone == happened["removed"]


@pytest.mark.parametrize("name", [path.strip("/") for path in CONTRACT["paths"]])
async def test_every_collection_matches_the_contract(reader: Reader, name: str) -> None:
    """contracts/external/oneroster-v1p2.yaml, deleted records included."""
    reader.school.change(Change(new=1, left=1, removed=1, merged=1))
    status, content, _ = await reader.ask(name, limit=5000)
    assert status == 200
    (rows,) = content.values()
    assert rows
    _check(content, CONTRACT["paths"][f"/{name}"]["get"]["responses"]["200"]["$ref"].rpartition("/")[2])


def _check(content: object, response: str) -> None:
    schema = CONTRACT["components"]["responses"][response]["content"]["application/json"]["schema"]
    whole = schema | {"components": CONTRACT["components"]}
    jsonschema.Draft202012Validator(whole, format_checker=jsonschema.FormatChecker()).validate(content)
