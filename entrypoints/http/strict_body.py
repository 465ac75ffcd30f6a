"""A body is taken as it is typed; Litestar by itself takes the text "20" for the number 20 (D-3)."""

import functools
import re
from typing import Any

import msgspec
from litestar import Request

from domain.shared.errors import Broken
from entrypoints.http.query_params import Malformed
from entrypoints.http.request_guards import ID_BOUND, TAKES_A_FILE
from entrypoints.http.responses import wrong_field

# only a body with so many digits in a row can hold a number beyond the bounds
LONG_NUMBER = re.compile(rb"[0-9]{19}")


async def refuse_what_only_looks_right(request: Request[Any, Any, Any]) -> None:
    """Raises Malformed, with the field, for a body that fits its Struct only by a change of its types."""
    wanted = request.route_handler.parsed_data_field
    if wanted is None or request.route_handler.opt.get(TAKES_A_FILE):
        return
    if not (body := await request.body()):
        return
    try:
        _decoder(wanted.annotation).decode(body)
        if LONG_NUMBER.search(body):
            _refuse_beyond(msgspec.json.decode(body))
    except msgspec.ValidationError as wrong:
        raise Malformed(wrong_field(wrong)) from wrong
    except (msgspec.DecodeError, RecursionError):
        # no JSON at all: told where it is read in earnest
        return


def _refuse_beyond(found: Any, name: str = "data") -> None:
    """Raises Malformed for a number that no column holds; nothing of ours is so large."""
    if isinstance(found, dict):
        for key, value in found.items():
            _refuse_beyond(value, key)
    elif isinstance(found, list):
        for value in found:
            _refuse_beyond(value, name)
    elif isinstance(found, int) and abs(found) >= ID_BOUND:
        raise Malformed({name: [Broken("limit.type")]})


@functools.cache
def _decoder(form: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(form)
