"""Interpretation of responses that connection tests of all systems share."""

from typing import Any

import msgspec

from adapters.http_client import HttpResponse, IntegrationUnavailable
from application.settings.connection_test import ConnectionResult, failed_connection
from domain.sync.vocabulary import truncate

# the maximum length of a foreign name in a message
MAX_NAME_LENGTH = 80
MAX_RESPONSE_BYTES = 256 * 1024


def unavailable(problem: IntegrationUnavailable) -> ConnectionResult:
    """The cause of a missing response."""
    return failed_connection(problem.because or problem.reason)


def unexpected_response(answer: HttpResponse) -> ConnectionResult:
    """The meaning of an unexpected response; redirects are never followed."""
    if 300 <= answer.status < 400:
        return failed_connection("moved")
    # a gateway before the service responds with 403 and its own page where the service would respond with 401
    if answer.status in (401, 403):
        return failed_connection("unauthorised")
    return failed_connection("garbage" if answer.status == 200 else "refused")


def content(answer: HttpResponse) -> dict[str, Any]:
    """The JSON object of a response; empty for anything else, whatever its type."""
    try:
        found = msgspec.json.decode(answer.body)
    except (msgspec.DecodeError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def part(found: dict[str, Any], name: str) -> dict[str, Any]:
    """An object within an object; empty where it is missing."""
    inner = found.get(name)
    return inner if isinstance(inner, dict) else {}


def truncated_text(value: object) -> str:
    """A foreign text, safe to include in a message."""
    return truncate(str(value or "").strip(), MAX_NAME_LENGTH)
