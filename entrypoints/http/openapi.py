"""The descriptions of the staff API and of the student gateway.

They are generated from the code and include limits of forms, parameters of lists, rejections and required permissions.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme

from contracts.shared import Form, Limit, ListQuery, Query, limits_of
from entrypoints.http.operation_text import operation_text
from entrypoints.http.schema_pages import Document, Page

VERSION = "1"
# The error responses, each written once under components/responses; a call references those that it can answer with.
BAD_REQUEST, VALIDATION_FAILED = "BadRequest", "ValidationFailed"
UNAUTHORISED, FORBIDDEN, NOT_FOUND = "Unauthorised", "Forbidden", "NotFound"
SIGN_IN_FAILED, BLOCKED, TOO_MANY_ATTEMPTS = "SignInFailed", "Blocked", "TooManyAttempts"
CONFLICT, RUN_CONFLICT, TOO_LARGE, UNSUPPORTED = "Conflict", "RunConflict", "TooLarge", "UnsupportedMediaType"
RATE_LIMITED, INTERNAL_ERROR, UNAVAILABLE = "RateLimited", "InternalError", "Unavailable"
DESCRIPTIONS = {
    BAD_REQUEST: "The request is malformed.",
    VALIDATION_FAILED: "Values break limits or a rule; `fields` names them.",
    UNAUTHORISED: "The caller is not signed in.",
    FORBIDDEN: "The caller lacks the permission.",
    NOT_FOUND: "The record does not exist or is not visible to the caller's branches.",
    SIGN_IN_FAILED: "Login or password is wrong, or the session has ended.",
    BLOCKED: "The account is blocked.",
    TOO_MANY_ATTEMPTS: "Too many attempts; `Retry-After` says when the next one is accepted.",
    CONFLICT: "The present state forbids the change.",
    RUN_CONFLICT: "A run of this type is in progress, or the type is not available yet.",
    TOO_LARGE: "The body is too large.",
    UNSUPPORTED: "The body is not JSON.",
    RATE_LIMITED: "Too many requests; `Retry-After` says when the next one is accepted.",
    INTERNAL_ERROR: "An internal error; `requestId` names it in the log.",
    UNAVAILABLE: "The database is not available.",
}
ALWAYS = {"400": BAD_REQUEST, "422": VALIDATION_FAILED, "500": INTERNAL_ERROR, "503": UNAVAILABLE}
SIGNED_IN = {"401": UNAUTHORISED, "403": FORBIDDEN}
WITH_ID = {"404": NOT_FOUND}
CHANGING = {"409": CONFLICT, "413": TOO_LARGE, "415": UNSUPPORTED}
SIGNING_IN = {"401": SIGN_IN_FAILED, "403": BLOCKED, "429": TOO_MANY_ATTEMPTS}
# Litestar names a generic Struct after the module of its parameter, which clients should not see.
MODULE_OF_ANSWER = re.compile(r"Answer_(?:[a-z_]+\.)*([A-Z]\w*?)_(?=\W)")
FROM_OUTSIDE = "/api/sms/"
PUBLIC = ("/auth/sign-in", "/auth/refresh-token", "/api/health")
OF_STUDENTS = "/api/student/"
COMPONENT = re.compile(r"#/components/schemas/([^\"]+)")


@dataclass(frozen=True)
class Api:
    """One of the two described parts of the application.

    ``schemes``: the ways to sign in, by name.
    """

    title: str
    of_students: bool
    schemes: tuple[str, ...]


STAFF_API = Api("Markaz staff API", of_students=False, schemes=("bearer", "device"))
# another product, the students' application, is built by it (D-152)
STUDENT_GATEWAY = Api("Markaz student gateway", of_students=True, schemes=("bearer",))


def openapi_config() -> OpenAPIConfig:
    """The configuration of Litestar; ``described`` adds the rest."""
    return OpenAPIConfig(
        title=STAFF_API.title,
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


def described(app: Litestar, api: Api = STAFF_API) -> dict[str, Any]:
    """The whole description of one part as JSON, in a stable order."""
    schema: dict[str, Any] = app.openapi_schema.to_schema()
    schema["info"]["title"] = api.title
    schema["paths"] = {
        path: verbs for path, verbs in schema["paths"].items() if path.startswith(OF_STUDENTS) == api.of_students
    }
    forms = {form.__name__: form for base in (Form, Query) for form in _below(base) if _is_strict(form)}
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
            operation.update(_text(operation.get("description", "")))
            named = any(one["name"].endswith("Id") for one in operation.get("parameters", []))
            operation["responses"] |= _errors(path, verb, named=named)
    schemes = schema["components"]["securitySchemes"]
    schema["components"]["securitySchemes"] = {name: schemes[name] for name in api.schemes}
    _drop_unused(schema)
    schema["components"]["schemas"]["Failure"] = FAILURE
    schema["components"]["responses"] = {name: _failure(meaning) for name, meaning in DESCRIPTIONS.items()}
    document = msgspec.json.encode(schema, order="sorted").decode()
    result: dict[str, Any] = msgspec.json.decode(MODULE_OF_ANSWER.sub(r"\1Envelope", document))
    return result


def _drop_unused(schema: dict[str, Any]) -> None:
    """Drops the components that no call of these paths refers to, however indirectly."""
    schemas = schema["components"]["schemas"]
    used: set[str] = set()
    found = {*COMPONENT.findall(msgspec.json.encode(schema["paths"]).decode())}
    while found:
        used |= found
        found = {*COMPONENT.findall(msgspec.json.encode([schemas[name] for name in found]).decode())} - used
    schema["components"]["schemas"] = {name: body for name, body in schemas.items() if name in used}


def _text(docstring: str) -> dict[str, str]:
    summary, description = operation_text(docstring)
    return {"summary": summary, "description": description}


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


def _errors(path: str, verb: str, *, named: bool) -> dict[str, Any]:
    """Status → reference to the error response; ``named``: a parameter names a record."""
    kinds = ALWAYS | (SIGNING_IN if path.endswith(PUBLIC) else SIGNED_IN)
    # a changed record may be named in the body
    kinds |= (WITH_ID if "{" in path or named or verb != "get" else {}) | (CHANGING if verb != "get" else {})
    if path.startswith((FROM_OUTSIDE, OF_STUDENTS)) and "429" not in kinds:
        kinds |= {"429": RATE_LIMITED}
    if "/synchronization/" in path and verb != "get":
        kinds |= {"409": RUN_CONFLICT}
    return {status: {"$ref": f"#/components/responses/{name}"} for status, name in sorted(kinds.items())}


def _failure(meaning: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    return {"description": meaning, "content": content}


def _is_strict(form: type[msgspec.Struct]) -> bool:
    return form.__struct_config__.forbid_unknown_fields


def _below(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """Every form of the API, however deep it derives."""
    for form in base.__subclasses__():
        yield form
        yield from _below(form)


def _write_limits(body: dict[str, Any], form: type[msgspec.Struct]) -> None:
    body["additionalProperties"] = False
    for name, limit in limits_of(form).items():
        body["properties"][name] |= _keywords(limit)


def _keywords(limit: Limit) -> dict[str, Any]:
    meaning = {
        "minLength": limit.min_length,
        "maxLength": limit.max_length,
        "minimum": limit.ge,
        "maximum": limit.le,
        "pattern": limit.pattern,
        "maxItems": limit.max_items,
    }
    return {name: value for name, value in meaning.items() if value is not None}


def _queries(app: Litestar) -> dict[str, type[ListQuery]]:
    handlers = [handler for route in app.routes for handler in getattr(route, "route_handlers", [])]
    return {str(h.operation_id): h.opt["query"] for h in handlers if "query" in h.opt}


def _parameters(query: type[ListQuery]) -> list[dict[str, Any]]:
    limits, found = limits_of(query), []
    schema = next(iter(msgspec.json.schema_components([query], ref_template="{name}")[1].values()))
    for name, kind in schema["properties"].items():
        shape = _without_null(kind) | (_keywords(limits[name]) if name in limits else {})
        required = name in schema.get("required", ())
        parameter = {"name": name, "in": "query", "required": required, "schema": shape}
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
