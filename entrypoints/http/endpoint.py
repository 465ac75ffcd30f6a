"""Declares API calls and builds their handlers.

A call is declared once: ``endpoint("PUT", "/students/{student_id:int}/update", edit_student, operation_id=…)``. Its
handler is built from the use case's signature when the application starts (``handler_of``):

- ``actor`` is the signed-in caller: a student where the use case is a student's, else a member of staff;
- a parameter named in the path comes from it; ``{id}`` is the first parameter, whatever its name;
- a ``Form`` is the body, a ``Query`` the query string;
- each name in ``parameters`` is one parameter of the query string, in camelCase or by its ``QueryParameter``;
- each name in ``reads`` is computed from the request by a function;
- ``request`` is the request itself, for the few handlers that are written by hand;
- a constant of the declaration, such as ``audience="admin"``, is passed as it is;
- every other parameter is a port, a setting or a client of the container, bound by its type (``entrypoints.binding``).

Anything else is an error at start that names use case and parameter.

A call is *admitted* before anything of the request is parsed: who is not signed in is answered 401, who lacks the
permission of the use case 403, whatever the query string and the body are (D-3).
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, cast, get_args, get_origin

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter, SkipValidationMarker
from litestar.types import Empty

from application.actor import Actor
from application.authorization import STUDENT, Guard
from contracts.shared import Form, Query
from domain.shared.errors import BadRequest, FieldError
from entrypoints.binding import Binder, Providers, Unbound, parameters_of, returned_by
from entrypoints.http.caller import caller, student_caller, with_idempotency_key
from entrypoints.http.middleware.request_guards import READS_JSON
from entrypoints.http.query_params import read_query
from entrypoints.http.responses import Answer
from entrypoints.http.strict_body import read_form

AnyRequest = Request[Any, Any, Any]
UseCase = Callable[..., Awaitable[Any]]
Admission = Callable[[ASGIConnection[Any, Any, Any, Any], BaseRouteHandler], Awaitable[None]]
IN_PATH = re.compile(r"\{(\w+):")
# generic types, for parameters that are known only when a handler is built
ANSWER, PATH, BODY = cast("Any", Answer), cast("Any", FromPath), cast("Any", JSONBody)
# the key of the declaration among a handler's options
DECLARED = "endpoint"


@dataclass(frozen=True)
class Endpoint:
    """A declared call; see ``endpoint``."""

    method: str
    path: str
    use_case: UseCase
    operation_id: str
    status: int
    marks: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)
    reads: Mapping[str, Callable[[AnyRequest], Any]] = field(default_factory=dict)
    admit: Callable[..., None] | None = None
    answer: Callable[..., Answer[Any] | Response[Any]] | None = None
    responses: Mapping[int, ResponseSpec] | None = None
    security: Sequence[dict[str, list[str]]] | None = None
    body_max: int | None = None
    constants: Mapping[str, Any] = field(default_factory=dict)

    def under(self, prefix: str) -> "Endpoint":
        """The same call below a path prefix."""
        return replace(self, path=prefix + self.path)

    @property
    def template(self) -> str:
        """The path in the form of OpenAPI: parameters without their types."""
        return re.sub(r":\w+\}", "}", self.path)


def endpoint(
    method: str,
    path: str,
    use_case: UseCase,
    *,
    operation_id: str,
    status: int | None = None,
    marks: Iterable[str] = (),
    parameters: Mapping[str, Any] | None = None,
    reads: Mapping[str, Callable[[AnyRequest], Any]] | None = None,
    admit: Callable[..., None] | None = None,
    answer: Callable[..., Answer[Any] | Response[Any]] | None = None,
    responses: Mapping[int, ResponseSpec] | None = None,
    security: Sequence[dict[str, list[str]]] | None = None,
    body_max: int | None = None,
    **constants: Any,
) -> Endpoint:
    """Declares a call.

    ``status``: by default 201 for POST, else 200. ``marks``: options of the route, as ``TAKES_ITS_TIME``.
    ``parameters``: for a parameter of the path or the query string the type that Litestar parses, where the signature
    is not specific enough (``QueryParameter``, or the ``Query`` of this call where the use case serves several).
    ``admit``: authenticates or limits a caller that is no member of staff, from ``reads`` and ports.
    ``answer``: builds the response from the result of the use case, and has ports as a use case does; the default is
    ``Answer[...]``.
    """
    usual = 201 if method == "POST" else 200
    return Endpoint(
        method, path, use_case, operation_id, status or usual, tuple(marks), parameters or {}, reads or {}, admit,
        answer, responses, security, body_max, constants,
    )  # fmt: skip


@dataclass(frozen=True)
class _Plan:
    """The sources of a use case's arguments. ``path``: name in the path → parameter.

    ``query_into``: the parameter that takes the whole ``query``; None where each of its fields is a parameter.
    """

    path: Mapping[str, str]
    query: type[Query] | None
    query_into: str | None
    form: tuple[str, type[Form]] | None
    takes_actor: bool
    takes_request: bool
    ports: Providers


def handler_of(declared: Endpoint, binder: Binder) -> HTTPRouteHandler:
    """The Litestar handler of a declared call. Raises Unbound."""
    plan = _plan(declared, binder)
    handle = _closure(declared, plan, binder)
    _describe(handle, declared, plan)
    marks: dict[str, Any] = {DECLARED: declared, **dict.fromkeys(declared.marks, True)}
    if plan.query:
        marks["query"] = plan.query
    if plan.form:
        marks[READS_JSON] = True
    return HTTPRouteHandler(
        declared.path,
        http_method=declared.method,  # type: ignore[arg-type]
        status_code=declared.status,
        operation_id=declared.operation_id,
        guards=[*_admission(declared, plan, binder)],
        opt=marks,
        responses=declared.responses,
        security=declared.security,
        request_max_body_size=declared.body_max or Empty,
    )(handle)


def _plan(declared: Endpoint, binder: Binder) -> _Plan:
    parameters = parameters_of(declared.use_case)
    path = _path_of(declared, parameters)
    given = {*path.values(), *declared.constants, *declared.reads, *declared.parameters}
    for_admission = parameters_of(declared.admit) if declared.admit else {}
    if unknown := given - {*parameters, *for_admission}:
        raise Unbound(f"{_name(declared)} has no parameter {', '.join(sorted(unknown))}")
    kinds = {name: declared.parameters.get(name, kind) for name, (kind, _) in parameters.items()}
    structs = {
        name: kind
        for name, kind in kinds.items()
        if name not in {*path.values(), *declared.constants} and (_is_a(kind, Form) or _is_a(kind, Query))
    }
    forms = [(name, kind) for name, kind in structs.items() if issubclass(kind, Form)]
    queries = [(name, kind) for name, kind in structs.items() if not issubclass(kind, Form)]
    if len(forms) > 1 or len(queries) > 1:
        raise Unbound(f"{_name(declared)} takes two bodies or two queries")
    takes_actor = kinds.get("actor") is Actor
    takes_request = get_origin(kinds.get("request")) is Request
    given |= {*structs} | ({"actor"} if takes_actor else set()) | ({"request"} if takes_request else set())
    scalars = {name: kind for name, kind in declared.parameters.items() if name not in {*structs, *path}}
    if scalars and queries:
        raise Unbound(f"{_name(declared)} takes a query and single parameters")
    query_into, query = queries[0] if queries else (None, _query_of(scalars, parameters) if scalars else None)
    return _Plan(
        path,
        query,
        query_into,
        forms[0] if forms else None,
        takes_actor,
        takes_request,
        binder.bind(declared.use_case, given),
    )


def _query_of(scalars: Mapping[str, Any], parameters: Mapping[str, tuple[Any, Any]]) -> type[Query]:
    """The query string of single parameters; their defaults are those of the use case."""
    fields = []
    for name, kind in scalars.items():
        hint, default = parameters[name]
        if default is inspect.Parameter.empty and type(None) in get_args(hint):
            default = None
        found = next((part.name for part in get_args(kind)[1:] if isinstance(part, QueryParameter)), None)
        optional = {} if default is inspect.Parameter.empty else {"default": default}
        fields.append((name, kind, msgspec.field(name=found, **optional)))
    return cast("type[Query]", msgspec.defstruct("Parameters", fields, bases=(Query,), kw_only=True))


def _path_of(declared: Endpoint, parameters: Mapping[str, Any]) -> dict[str, str]:
    names = IN_PATH.findall(declared.path)
    first = next(iter(parameters), "")
    return {name: first if name == "id" and name not in parameters else name for name in names}


def _admission(declared: Endpoint, plan: _Plan, binder: Binder) -> Iterator[Admission]:
    if plan.takes_actor:
        yield _admission_of_caller(declared, binder)
    if declared.admit:
        yield _own_admission(declared.admit, declared.reads, binder)


def _admission_of_caller(declared: Endpoint, binder: Binder) -> Admission:
    use_case, audience = declared.use_case, declared.constants.get("audience")
    permission = getattr(use_case, "guard", None) or getattr(use_case, "admits", None)
    if not isinstance(permission, Guard):
        raise Unbound(f"{_name(declared)} takes the caller and names no permission")
    # the tokens of the one are worth nothing to the other
    identify = student_caller if STUDENT in permission.permissions else caller
    of_caller = binder.bind(identify, given=("request",))

    async def admit(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        request = cast("AnyRequest", connection)
        actor = await identify(request, **{name: provide() for name, provide in of_caller})
        permission.check(actor, audience)
        connection.scope["user"] = actor

    return admit


def _own_admission(
    check: Callable[..., None], reads: Mapping[str, Callable[[AnyRequest], Any]], binder: Binder
) -> Admission:
    read = {name: reads[name] for name in parameters_of(check) if name in reads}
    ports = binder.bind(check, given=read)

    async def admit(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        request = cast("AnyRequest", connection)
        found = {name: one(request) for name, one in read.items()}
        check(**found, **{name: provide() for name, provide in ports})

    return admit


def _closure(declared: Endpoint, plan: _Plan, binder: Binder) -> Callable[..., Awaitable[Any]]:
    use_case, constants, parameters = declared.use_case, dict(declared.constants), parameters_of(declared.use_case)
    reads = tuple((name, read) for name, read in declared.reads.items() if name in parameters)
    renamed = [(here, there) for here, there in plan.path.items() if here != there]
    ports = plan.ports
    answer = declared.answer or (_as_it_is if _responds(declared) else _answer)
    of_answer = binder.bind(answer, given=(next(iter(parameters_of(answer))),))

    async def respond(request: AnyRequest, **found: Any) -> Any:
        arguments = constants | found
        for here, there in renamed:
            arguments[there] = arguments.pop(here)
        arguments.pop("data", None)
        if plan.query or plan.form:
            arguments |= await _read(plan, request)
        if plan.takes_actor:
            arguments["actor"] = await with_idempotency_key(request.user, request)
        for name, read in reads:
            arguments[name] = read(request)
        if plan.takes_request:
            arguments["request"] = request
        for name, provide in ports:
            arguments[name] = provide()
        done = await use_case(**arguments)
        return answer(done, **{name: provide() for name, provide in of_answer})

    return respond


async def _read(plan: _Plan, request: AnyRequest) -> dict[str, Any]:
    """The arguments in query string and body.

    Raises BadRequest with the errors of both.
    """
    arguments: dict[str, Any] = {}
    faults: dict[str, list[FieldError]] = {}
    if plan.query:
        try:
            query = read_query(plan.query, request.query_params)
            arguments |= {plan.query_into: query} if plan.query_into else msgspec.structs.asdict(query)
        except BadRequest as malformed:
            faults |= malformed.fields
    if plan.form:
        name, form = plan.form
        try:
            arguments[name] = await read_form(form, request)
        except BadRequest as malformed:
            faults |= malformed.fields
    if faults:
        raise BadRequest(faults)
    return arguments


def _answer(done: object) -> Answer[Any]:
    return Answer(data=done)


def _as_it_is(done: Response[Any]) -> Response[Any]:
    return done


def _describe(handle: Any, declared: Endpoint, plan: _Plan) -> None:
    """Sets the signature, name and docstring that Litestar inspects."""
    kinds: dict[str, Any] = {"request": AnyRequest}
    defaults: dict[str, Any] = {}
    parameters = parameters_of(declared.use_case)
    for name, parameter in plan.path.items():
        kinds[name] = declared.parameters.get(name, PATH[parameters[parameter][0]])
    if plan.form:
        # read by ``read_form``, after the caller is known
        kinds["data"] = Annotated[BODY[plan.form[1]], SkipValidationMarker()]
        defaults["data"] = None
    keyword_only = inspect.Parameter.KEYWORD_ONLY
    handle.__signature__ = inspect.Signature(
        [
            inspect.Parameter(name, keyword_only, annotation=kind, default=defaults.get(name, inspect.Parameter.empty))
            for name, kind in kinds.items()
        ],
        return_annotation=_answered_with(declared),
    )
    handle.__annotations__ = kinds | {"return": _answered_with(declared)}
    inner = inspect.unwrap(declared.use_case)
    for word in ("__name__", "__qualname__", "__module__"):
        setattr(handle, word, getattr(inner, word))
    handle.__doc__ = inspect.getdoc(inner)


def _answered_with(declared: Endpoint) -> Any:
    if declared.answer:
        return returned_by(declared.answer)
    returned = returned_by(declared.use_case)
    return returned if _responds(declared) else ANSWER[returned]


def _responds(declared: Endpoint) -> bool:
    """True if the function is a handler that builds its response itself."""
    return _is_a(get_origin(returned := returned_by(declared.use_case)) or returned, Response)


def _is_a(kind: Any, base: type) -> bool:
    return isinstance(kind, type) and get_origin(kind) is None and issubclass(kind, base)


def _name(declared: Endpoint) -> str:
    return f"{declared.use_case.__module__}.{declared.use_case.__qualname__}"
