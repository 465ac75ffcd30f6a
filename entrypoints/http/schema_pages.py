"""The API's description as openapi.json and as a page without scripts (D-1)."""

import html
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import OpenAPIRenderPlugin

STYLE = (
    "body{font:14px/20px system-ui,sans-serif;max-width:960px;margin:24px auto;padding:0 16px;color:#2c2722}"
    "summary{cursor:pointer;padding:6px 0}code{background:#f1eeeb;padding:1px 5px;border-radius:4px}"
    "b{display:inline-block;width:64px;color:#74511f}pre{background:#f8f6f4;padding:8px;overflow:auto}"
)
Describe = Callable[[Litestar], dict[str, Any]]


class Document(OpenAPIRenderPlugin):
    """openapi.json, identical to the committed one."""

    def __init__(self, describe: Describe) -> None:
        super().__init__(path="/openapi.json", media_type=MediaType.JSON)
        self._describe = describe

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002
        return msgspec.json.encode(self._describe(request.app))


def document_route(path: str, describe: Describe) -> HTTPRouteHandler:
    """A call that serves another description, identical to the committed one."""

    @get(path, include_in_schema=False, media_type=MediaType.JSON, sync_to_thread=False)
    def serve_document(request: Request[Any, Any, Any]) -> bytes:
        return msgspec.json.encode(describe(request.app))

    return serve_document


class Page(OpenAPIRenderPlugin):
    """The page: every call, to be expanded one by one."""

    def __init__(self, describe: Describe) -> None:
        super().__init__(path="/", media_type=MediaType.HTML)
        self._describe = describe

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002
        described = self._describe(request.app)
        shared = described["components"]["responses"]
        paths = sorted(described["paths"].items())
        calls = [_call(verb, path, operation, shared) for path, verbs in paths for verb, operation in verbs.items()]
        head = f"<!doctype html><html lang=en><meta charset=utf-8><title>Markaz API</title><style>{STYLE}</style>"
        link = "<p><a href='/api/schema/openapi.json'>openapi.json</a></p>"
        return f"{head}<h1>Markaz staff API</h1>{link}{''.join(calls)}".encode()


def _call(verb: str, path: str, operation: dict[str, Any], shared: dict[str, Any]) -> str:
    takes = ", ".join(parameter["name"] for parameter in operation.get("parameters", []))
    answers = ", ".join(f"{status} {_about(answer, shared)}" for status, answer in operation["responses"].items())
    lines = [operation["summary"], operation["description"], f"Takes: {takes}" if takes else "", f"Answers: {answers}"]
    more = "".join(f"<p>{html.escape(line)}</p>" for line in lines if line)
    if body := operation.get("requestBody"):
        more += f"<pre>{html.escape(msgspec.json.format(msgspec.json.encode(body), indent=1).decode())}</pre>"
    summary = f"<summary><b>{verb.upper()}</b><code>{html.escape(path)}</code></summary>"
    return f"<details>{summary}{more}</details>"


def _about(answer: dict[str, Any], shared: dict[str, Any]) -> str:
    """The description of a response, or of the shared one that it references."""
    name = answer.get("$ref", "").rpartition("/")[2]
    return str((shared[name] if name else answer)["description"])
