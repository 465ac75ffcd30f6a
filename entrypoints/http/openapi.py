"""The API's description, generated from the code.

It includes limits of forms, parameters of lists, rejections and required permissions.
"""

import inspect
from typing import Any

import msgspec
from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme

from contracts import branches, messaging
from contracts.access import roles, users
from contracts.access import saved_views as views
from contracts.access import sign_in as access
from contracts.attendance import attendance_sheets as attendance
from contracts.groups import enrolments
from contracts.people import academics, authors, bulk, student_forms
from contracts.people import students as people
from contracts.settings import control_actions as settings
from contracts.settings import integrations
from contracts.shared import Form, Limit, ListQuery, limits_of
from entrypoints.http.schema_pages import Document, Page

VERSION = "1"
# rejections of any call; 401 and 403 only where a signed-in caller is required
ALWAYS = {"400": "malformed", "422": "a rule is broken", "500": "a fault of ours", "503": "the database is away"}
SIGNED_IN = {"401": "not signed in", "403": "no right"}
WITH_ID = {"404": "unknown, or not visible to the caller's branches"}
CHANGING = {"409": "the state forbids it", "413": "too large", "415": "not JSON"}
SIGNING_IN = {"401": "wrong login or password, or the session has ended", "403": "blocked", "429": "too many tries"}
FROM_OUTSIDE = "/api/sms/"
PUBLIC = ("/auth/sign-in", "/auth/refresh-token", "/api/health")


def openapi_config() -> OpenAPIConfig:
    """The configuration of Litestar; ``described`` adds the rest."""
    return OpenAPIConfig(
        title="Markaz staff API",
        version=VERSION,
        path="/api/schema",
        render_plugins=[Page(described), Document(described)],
        components=Components(
            security_schemes={
                "bearer": SecurityScheme(type="http", scheme="bearer", bearer_format="JWT"),
                "device": SecurityScheme(type="http", scheme="bearer", description="The token of the door devices"),
            }
        ),
        security=[{"bearer": []}],
        use_handler_docstrings=True,
    )


def described(app: Litestar) -> dict[str, Any]:
    """The whole description as JSON, in a stable order."""
    schema: dict[str, Any] = app.openapi_schema.to_schema()
    forms = _forms()
    for name, body in schema.get("components", {}).get("schemas", {}).items():
        if name in forms:
            _write_limits(body, forms[name])
    queries = _queries(app)
    for path, verbs in schema["paths"].items():
        for verb, operation in verbs.items():
            if path.endswith(PUBLIC):
                operation["security"] = []
            if query := queries.get(operation["operationId"]):
                operation["parameters"] = [*operation.get("parameters", []), *_parameters(query)]
            named = any(one["name"].endswith("Id") for one in operation.get("parameters", []))
            operation["responses"] |= _refusals(path, verb, named=named)
    schema["components"]["schemas"]["Failure"] = FAILURE
    result: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schema, order="sorted"))
    return result


FAILURE = {
    "type": "object",
    "title": "Failure",
    "required": ["success", "message", "code", "status", "errId", "requestId"],
    "properties": {
        "success": {"const": False},
        "message": {"type": "string", "description": "In the caller's language."},
        "code": {"type": "string"},
        "status": {"type": "integer"},
        "errId": {"type": "integer"},
        "requestId": {"type": "string"},
        "fields": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
    },
}


def _refusals(path: str, verb: str, *, named: bool) -> dict[str, Any]:
    """The rejections of a call; ``named``: the address names a record."""
    kinds = ALWAYS | (SIGNING_IN if path.endswith(PUBLIC) else SIGNED_IN)
    # a record may be named in the body of a change
    kinds |= (WITH_ID if "{" in path or named or verb != "get" else {}) | (CHANGING if verb != "get" else {})
    if path.startswith(FROM_OUTSIDE):
        kinds |= {"429": "too often; Retry-After says when again"}
    if "/synchronization/" in path:
        kinds |= {"409": "one runs already, or the type comes later"}
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    return {status: {"description": words, "content": content} for status, words in sorted(kinds.items())}


def _forms() -> dict[str, type[Form]]:
    modules = (
        academics, access, attendance, authors, branches, bulk, enrolments, integrations,
        messaging, people, roles, settings, student_forms, users, views,
    )  # fmt: skip
    kinds = [pair for module in modules for pair in inspect.getmembers(module, inspect.isclass)]
    return {name: kind for name, kind in kinds if issubclass(kind, Form)}


def _write_limits(body: dict[str, Any], form: type[Form]) -> None:
    body["additionalProperties"] = False
    for name, limit in limits_of(form).items():
        body["properties"][name] |= _keywords(limit)


def _keywords(limit: Limit) -> dict[str, Any]:
    words = {
        "minLength": limit.min_length,
        "maxLength": limit.max_length,
        "minimum": limit.ge,
        "maximum": limit.le,
        "pattern": limit.pattern,
    }
    return {name: value for name, value in words.items() if value is not None}


def _queries(app: Litestar) -> dict[str, type[ListQuery]]:
    handlers = [handler for route in app.routes for handler in getattr(route, "route_handlers", [])]
    return {str(h.operation_id): h.opt["query"] for h in handlers if "query" in h.opt}


def _parameters(query: type[ListQuery]) -> list[dict[str, Any]]:
    limits, found = limits_of(query), []
    schema = next(iter(msgspec.json.schema_components([query], ref_template="{name}")[1].values()))
    for name, kind in schema["properties"].items():
        shape = _without_null(kind) | (_keywords(limits[name]) if name in limits else {})
        parameter = {"name": name, "in": "query", "required": False, "schema": shape}
        if shape.get("type") == "array":
            parameter |= {"style": "form", "explode": False}
        found.append(parameter)
    return found


def _without_null(kind: dict[str, Any]) -> dict[str, Any]:
    if kind.get("$ref") == "Order":
        return {"enum": ["ASC", "DESC"], "type": "string", "default": kind.get("default", "ASC")}
    choices = [choice for choice in kind.get("anyOf", []) if choice.get("type") != "null"]
    shape = dict(choices[0]) if choices else {k: v for k, v in kind.items() if k != "default" or v is not None}
    if "enum" in shape:
        shape["enum"] = [value for value in shape["enum"] if value is not None]
        shape.setdefault("type", "integer" if all(isinstance(v, int) for v in shape["enum"]) else "string")
    return shape
