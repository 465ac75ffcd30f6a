"""Generated and committed contracts agree with the code."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest
import yaml
from litestar import Litestar
from openapi_spec_validator import validate

from contracts.shared import ListQuery, limits_of
from entrypoints.http.app import endpoints
from entrypoints.http.export import CONTRACTS, api, documents, text
from entrypoints.http.operation_text import operation_text
from tests.architecture.sources import ROOT, sources

ROUTES = "entrypoints.http.routes"


@pytest.fixture(scope="module")
def app() -> Litestar:
    """The API without anything behind it."""
    return api()


@pytest.fixture(scope="module", params=["openapi.json", "student-openapi.json"])
def described(app: Litestar, request: pytest.FixtureRequest) -> dict[str, Any]:
    """The description of the staff API, and that of the student gateway."""
    found: dict[str, Any] = documents(app)[request.param]
    return found


def test_the_committed_contracts_are_fresh(app: Litestar) -> None:
    """The browser's types are made from these.

    `python -m entrypoints.http.export` writes them.
    """
    for name, document in documents(app).items():
        assert (CONTRACTS / name).read_text(encoding="utf-8") == text(document), f"{name} is stale"


def test_the_description_is_openapi(described: dict[str, Any]) -> None:
    """As the standard has it."""
    validate(described)


@pytest.mark.parametrize("name", sorted(path.name for path in (CONTRACTS / "external").glob("*.yaml")))
def test_a_contract_with_the_outside_is_openapi(name: str) -> None:
    """A comma in the wrong place makes another key of half a sentence."""
    validate(yaml.safe_load((CONTRACTS / "external" / name).read_text(encoding="utf-8")))


PYTHON = re.compile(
    r"``|\bRaises\b|\bSee\b|\b(?:None|True|False|Struct|NotFound|Conflict|Forbidden|BadRequest|DomainError|FieldError)\b"
    r"|\bValidationError\b|docs/|\bD-[0-9]|\bR[12]-[0-9]|\b[a-z]+_[a-z_]+\("
)


def test_no_text_of_the_description_is_python(described: dict[str, Any]) -> None:
    """A client knows statuses and codes, neither classes nor the specification."""
    found: list[tuple[str, ...]] = []
    for path, verbs in described["paths"].items():
        for verb, operation in verbs.items():
            assert operation["summary"], (verb, path)
            found += [
                (verb, path, word) for word in PYTHON.findall(operation["summary"] + " " + operation["description"])
            ]
    for name, schema in described["components"]["schemas"].items():
        found += [(name, word) for word in PYTHON.findall(schema.get("description", ""))]
    assert not found


@pytest.mark.parametrize(
    ("docstring", "text"),
    [
        ("Deletes a view. Raises NotFound.", ("Deletes a view", "Errors: 404.")),
        (
            "Changes it (D-8).\n\nFields stay. See D-49. Raises\nConflict with the card (D-8);"
            ' DomainError("access.login_taken").',
            ("Changes it", "Fields stay.\n\nErrors: 409 with the card; 409 `ACCESS_LOGIN_TAKEN`."),
        ),
        ("Starts a run.\n\n``full`` reads\neverything.", ("Starts a run", "`full` reads everything.")),
    ],
)
def test_the_text_of_a_call_names_statuses_and_codes(docstring: str, text: tuple[str, str]) -> None:
    """It is written from the docstring of the use case."""
    assert operation_text(docstring) == text


def test_every_call_has_a_name_of_its_own_words_and_its_refusals(described: dict[str, Any]) -> None:
    """Generated clients use the operation id; the document lists the errors."""
    names = []
    for path, verbs in described["paths"].items():
        for verb, operation in verbs.items():
            names.append(operation["operationId"])
            assert operation.get("description") or operation.get("summary"), (verb, path)
            refused = set(operation["responses"]) & {"400", "401", "403", "404", "422"}
            assert "401" in refused or path.endswith("/health"), (verb, path)
            assert "404" in refused or "{" not in path, (verb, path)
    assert len(names) == len(set(names))


def test_limits_are_written_where_forms_are_described(app: Litestar, described: dict[str, Any]) -> None:
    """The browser takes them from there; none is typed again (architecture: the web)."""
    from contracts.access.sign_in import ChangePassword, ClientLog, SignIn
    from contracts.access.student_sign_in import ChangeStudentPassword, StudentSignIn

    schemas = described["components"]["schemas"]
    forms = (SignIn, ChangePassword, ClientLog) if "SignIn" in schemas else (StudentSignIn, ChangeStudentPassword)
    for form in forms:
        assert schemas[form.__name__]["additionalProperties"] is False
        for name, limit in limits_of(form).items():
            written = schemas[form.__name__]["properties"][name]
            assert written.get("minLength") == limit.min_length
            assert written.get("maxLength") == limit.max_length


def test_every_body_rejects_unknown_fields(described: dict[str, Any]) -> None:
    """At every depth (ASVS-23).

    An ignored field would do something else than was meant.
    """
    schemas, seen = described["components"]["schemas"], set()
    operations = [operation for verbs in described["paths"].values() for operation in verbs.values()]
    waiting = [name for operation in operations for name in _named(operation.get("requestBody"))]
    while waiting:
        if (name := waiting.pop()) not in seen:
            seen.add(name)
            waiting += _named(schemas[name])
    objects = [name for name in seen if schemas[name].get("type") == "object"]
    assert len(objects) > (50 if "SignIn" in schemas else 1)
    assert [name for name in objects if schemas[name].get("additionalProperties") is not False] == []


def _named(part: Any) -> list[str]:
    """The schemas that this part of the description refers to."""
    return re.findall(r'"#/components/schemas/(\w+)"', json.dumps(part))


def test_what_a_list_can_be_asked_is_described(app: Litestar, described: dict[str, Any]) -> None:
    """Each parameter of each list, with what it may be."""
    for route in app.routes:
        for handler in getattr(route, "route_handlers", []):
            if not issubclass(handler.opt.get("query", object), ListQuery):
                continue
            if route.path_format not in described["paths"]:
                continue
            (verb,) = (method.lower() for method in handler.http_methods if method != "OPTIONS")
            parameters = described["paths"][route.path_format][verb]["parameters"]
            named = {parameter["name"]: parameter for parameter in parameters}
            assert {"page", "perPage", "orderBy", "value"} <= set(named)
            assert (named["perPage"]["schema"]["minimum"], named["perPage"]["schema"]["maximum"]) == (1, 100)
            assert named["orderBy"]["schema"]["enum"] == ["ASC", "DESC"]


def test_the_screens_ask_only_for_rights_that_there_are() -> None:
    """contracts/screens.json comes from the screen table.

    The permissions from the rules.
    """
    from domain.access.permissions import MODULES, PERMISSIONS

    screens = json.loads((CONTRACTS / "screens.json").read_text(encoding="utf-8"))
    listed = screens if isinstance(screens, list) else screens["screens"]
    assert listed
    for screen in listed:
        for key in str(screen.get("permission") or "signed-in").split("|"):
            assert key in ("signed-in", "public", "superadmin") or key in PERMISSIONS or key in MODULES, screen


def test_nothing_that_the_frame_will_drop_is_used() -> None:
    """Parameters are marked explicitly, as Litestar's next version requires."""
    program = (
        "import warnings; from litestar.exceptions import LitestarDeprecationWarning as W; "
        "warnings.simplefilter('error', W); import entrypoints.http.export as e; e.api()"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_routes_only_pass_on() -> None:
    """No SQL and no rule in a route: it reads what was sent and calls a use case."""
    for source in sources("entrypoints/http/routes"):
        imported = {alias for node in source.tree.body for alias in [getattr(node, "module", "") or ""]}
        assert not [name for name in imported if name.startswith(("adapters", "sqlalchemy", "asyncpg"))], source.path


def test_every_module_of_routes_is_served() -> None:
    """A module is found by its place; one without a call is a misspelt table."""
    modules = {source.path.removesuffix(".py").replace("/", ".") for source in sources("entrypoints/http/routes")}
    assert {module for module, _ in endpoints()} == (modules - {f"{ROUTES}.__init__"}) | {"entrypoints.http.app"}
