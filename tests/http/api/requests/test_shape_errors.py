"""A body of a wrong shape is answered with every wrong place, by path.

WISH-34, D-3.
"""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.messaging import SendBulkMessage
from contracts.shared import Form, ListQuery
from contracts.texts import LANGUAGES, translate
from domain.shared.errors import BadRequest
from entrypoints.binding import parameters_of
from entrypoints.http.app import STAFF, STUDENTS, endpoints
from entrypoints.http.query_params import read_query
from entrypoints.http.shape_errors import MAX_FAULTS
from entrypoints.http.strict_body import parse_form
from tests.http.api.support.bodies import Site, apart, body_of, broken_at, sites_of
from tests.http.api.support.every_caller import every_caller
from tests.support.console import Console, Visitor


def _forms() -> Iterator[tuple[str, str, type[Form]]]:
    """Method, path and form of each call with a body."""
    for _, declared in endpoints():
        for kind, _ in parameters_of(declared.use_case).values():
            if isinstance(kind, type) and issubclass(kind, Form):
                yield declared.method, declared.path, kind


FORMS = sorted({form for _, _, form in _forms()}, key=lambda form: form.__name__)


@pytest.fixture(scope="module")
async def visitor(console: Console) -> Visitor:
    """The superadmin, and a student."""
    return await every_caller(console)


def _named(form: type[Form], body: Any) -> set[str]:
    """The paths that the rejection of a body names; none if it is accepted."""
    try:
        parse_form(form, json.dumps(body).encode())
    except BadRequest as malformed:
        return {*malformed.fields}
    return set()


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
@settings(max_examples=25, deadline=None)
@given(drawn=st.data())
def test_exactly_the_broken_places_of_a_body_are_named(form: type[Form], drawn: st.DataObject) -> None:
    """Any number of removed, unknown and mistyped fields, at any depth."""
    body = drawn.draw(body_of(form))
    assert _named(form, body) == set()
    chosen = apart(drawn.draw(st.lists(st.sampled_from(sites_of(form, body)), min_size=1, max_size=6)))
    broken: list[tuple[Site, Any]] = [(site, drawn.draw(st.sampled_from(site.broken))) for site in chosen]
    assert _named(form, broken_at(body, broken)) == {site.path for site in chosen}


@pytest.mark.parametrize(("method", "path", "form"), [*_forms()], ids=str)
async def test_an_empty_object_is_answered_with_all_required_fields(
    console: Console, visitor: Visitor, method: str, path: str, form: type[Form]
) -> None:
    """Each is required; the body as a whole is not wrong."""
    required = {field.encode_name: ["This is required"] for field in msgspec.structs.fields(form) if field.required}
    if not required or not path.startswith((STAFF, STUDENTS)):
        return
    sent = path.replace(":int}", "}").replace(":str}", "}")
    answer = await visitor.request(method, "/".join("1" if "{" in part else part for part in sent.split("/")), json={})
    assert (answer.status_code, answer.json()["fields"]) == (400, required)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_missing_and_wrong_fields_are_named_together_in_the_callers_language(
    visitor: Visitor, language: str
) -> None:
    """With exceeded limits of other fields, and the allowed values of a choice."""
    theirs = Visitor(visitor.http, visitor.token, language=language)
    body = {"name": " ", "type": 7, "permissions": {"users:students": ["read", "fly"], "profile": 1}, "colour": "red"}
    answer = await theirs.put("/roles/1", body)
    assert answer.status_code == 400
    say = {
        "name": ("limit.required", {}),
        "type": ("limit.one_of", {"choices": "1, 2"}),
        "permissions.users:students[1]": ("limit.one_of", {"choices": "create, read, update, delete"}),
        "permissions.profile": ("limit.type", {}),
        "version": ("limit.required", {}),
        "colour": ("limit.unknown_field", {}),
    }
    assert answer.json()["fields"] == {path: [translate(code, language, **more)] for path, (code, more) in say.items()}


async def test_exceeded_limits_alone_are_422(visitor: Visitor) -> None:
    """D-3: the shape is right, a rule is broken."""
    answer = await visitor.post("/sender/log", {"logType": "info", "text": " "})
    assert (answer.status_code, answer.json()["fields"]) == (422, {"text": ["This is required"]})
    digits = await visitor.post("/sender/log", {"logType": "info", "text": "9" * 5000})
    assert (digits.status_code, [*digits.json()["fields"]]) == (422, ["text"])


async def test_wrong_parameters_and_a_wrong_body_are_named_together(visitor: Visitor) -> None:
    """A call with both."""
    answer = await visitor.request("POST", "/students/export", params={"statusId": "x"}, json={"columns": [1]})
    assert (answer.status_code, {*answer.json()["fields"]}) == (400, {"statusId", "columns[0]"})


async def test_single_parameters_are_named_as_on_the_wire(console: Console, visitor: Visitor) -> None:
    """All of them; an unknown, a repeated and a missing one as well."""
    answer = await visitor.get("/student-groups/info-file", studentId="abc", kind=["a", "b"], colour="1")
    assert (answer.status_code, {*answer.json()["fields"]}) == (400, {"studentId", "kind", "colour"})
    views = await visitor.get("/views", list="x" * 101)
    assert (views.status_code, [*views.json()["fields"]]) == (400, ["list"])
    link = await console.nobody().get("/api/files/abc", until="soon")
    wrong, required = ["Wrong type of value"], ["This is required"]
    assert (link.status_code, link.json()["fields"]) == (400, {"until": wrong, "signature": required})
    unsigned = await console.nobody().get("/api/files/abc", until="9999999999", signature="")
    assert unsigned.status_code == 404, "an empty value of a required parameter is a value"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("31.12.2005", "A date: YYYY-MM-DD"),
        ("2005", "A date: YYYY-MM-DD"),
        (20051231, "A date: YYYY-MM-DD"),
        ("2005-02-31", "There is no such day"),
        ("31.02.2005", "There is no such day"),
    ],
)
async def test_a_wrong_date_is_answered_with_the_accepted_form(visitor: Visitor, given: object, message: str) -> None:
    """D-6: ISO in JSON and in parameters; a day that does not exist is named as such."""
    body = {"date": given, "name": "Navro'z"}
    assert (await visitor.post("/holidays", body)).json()["fields"] == {"date": [message]}
    listed = await visitor.get("/groups/all", fromByStartedDate=str(given))
    assert listed.json()["fields"] == {"fromByStartedDate": [message]}
    student = {"firstName": "Shahzoda", "lastName": "Aliyeva", "birthDate": str(given), "officeIds": [1]}
    assert (await visitor.post("/students", student)).json()["fields"]["birthDate"] == [message]


def test_unknown_choices_of_a_parameter_are_answered_with_the_allowed_ones() -> None:
    """In a list of choices as well."""
    with pytest.raises(BadRequest) as malformed:
        read_query(ListQuery, {"orderBy": ["up"], "page": ["0"]})
    (order,), (page,) = malformed.value.fields["orderBy"], malformed.value.fields["page"]
    assert (order.code, order.params, page.code) == ("limit.one_of", {"choices": "ASC, DESC"}, "limit.ge")


def test_the_number_of_named_faults_is_bounded() -> None:
    """A megabyte of wrong items is not answered with many megabytes."""
    with pytest.raises(BadRequest) as malformed:
        parse_form(SendBulkMessage, json.dumps({"studentIds": ["x"] * 100_000}).encode())
    assert len(malformed.value.fields) == MAX_FAULTS
