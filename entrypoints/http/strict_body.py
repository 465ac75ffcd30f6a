"""Parses request bodies strictly (D-3).

Litestar by itself accepts the text "20" for the number 20.
"""

import functools
import re
from typing import Any, TypeVar

import msgspec
from litestar import Request

from contracts.shared import Form
from domain.shared.errors import BadRequest, FieldError
from entrypoints.http.middleware.request_guards import ID_BOUND
from entrypoints.http.responses import wrong_field

F = TypeVar("F", bound=Form)
# only a body with so many consecutive digits can contain a number out of range
LONG_NUMBER = re.compile(rb"[0-9]{19}")


async def read_form(form: type[F], request: Request[Any, Any, Any]) -> F:
    """The body as its Struct.

    Raises BadRequest, with the field, for a missing body and for one of another type.
    """
    body = await request.body()
    if not body:
        raise BadRequest({"data": [FieldError("limit.type")]})
    try:
        read: F = _decoder(form).decode(body)
    except msgspec.ValidationError as wrong:
        raise BadRequest(wrong_field(wrong)) from wrong
    if LONG_NUMBER.search(body):
        _refuse_beyond(msgspec.json.decode(body))
    return read


def _refuse_beyond(found: Any, name: str = "data") -> None:
    """Raises BadRequest for a number that no column can hold."""
    if isinstance(found, dict):
        for key, value in found.items():
            _refuse_beyond(value, key)
    elif isinstance(found, list):
        for value in found:
            _refuse_beyond(value, name)
    elif isinstance(found, int) and abs(found) >= ID_BOUND:
        raise BadRequest({name: [FieldError("limit.type")]})


@functools.cache
def _decoder(form: type[F]) -> msgspec.json.Decoder[F]:
    return msgspec.json.Decoder(form)
