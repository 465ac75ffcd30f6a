"""What outside systems' answers have in common when a connection to one is tried."""

from typing import Any

import msgspec

from adapters.http_client import Answer, OutsideUnavailable
from application.settings.connection_test import Reached, failed
from domain.sync.vocabulary import shown

# a name of theirs in a sentence of ours
NAME_MAX = 80
ANSWER_MAX = 256 * 1024


def unavailable(problem: OutsideUnavailable) -> Reached:
    """Why there was no answer."""
    return failed(problem.because or problem.reason)


def unwanted(answer: Answer) -> Reached:
    """What an answer means that is none of those we know; nobody follows where one of 3xx leads."""
    if 300 <= answer.status < 400:
        return failed("moved")
    # a gate before the service says 403 in a page of its own where the service would say 401
    if answer.status in (401, 403):
        return failed("unauthorised")
    return failed("garbage" if answer.status == 200 else "refused")


def content(answer: Answer) -> dict[str, Any]:
    """The JSON object of an answer; empty for anything else, whatever it calls itself."""
    try:
        found = msgspec.json.decode(answer.body)
    except (msgspec.DecodeError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def part(found: dict[str, Any], name: str) -> dict[str, Any]:
    """An object within an object; empty where there is none."""
    inner = found.get(name)
    return inner if isinstance(inner, dict) else {}


def said(value: object) -> str:
    """A word of theirs as it may stand in a sentence of ours."""
    return shown(str(value or "").strip(), NAME_MAX)
