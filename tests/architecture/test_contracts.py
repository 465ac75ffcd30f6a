"""Generated and committed contracts agree with the code."""

import json
import subprocess
import sys
from typing import Any

import pytest
import yaml
from litestar import Litestar
from openapi_spec_validator import validate

from contracts.shared import ListQuery, limits_of
from entrypoints.http.export import CONTRACTS, api, documents, text
from tests.architecture.sources import ROOT, sources


@pytest.fixture(scope="module")
def app() -> Litestar:
    """The API without anything behind it."""
    return api()


@pytest.fixture(scope="module")
def described(app: Litestar) -> dict[str, Any]:
    """Its description."""
    found: dict[str, Any] = documents(app)["openapi.json"]
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

    schemas = described["components"]["schemas"]
    for form in (SignIn, ChangePassword, ClientLog):
        assert schemas[form.__name__]["additionalProperties"] is False
        for name, limit in limits_of(form).items():
            written = schemas[form.__name__]["properties"][name]
            assert written.get("minLength") == limit.min_length
            assert written.get("maxLength") == limit.max_length


def test_what_a_list_can_be_asked_is_described(app: Litestar, described: dict[str, Any]) -> None:
    """Each parameter of each list, with what it may be."""
    for route in app.routes:
        for handler in getattr(route, "route_handlers", []):
            if not issubclass(handler.opt.get("query", object), ListQuery):
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
