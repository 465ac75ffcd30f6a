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
from entrypoints.http.shape_errors import WHOLE, shape_errors

F = TypeVar("F", bound=Form)
# only a body with so many consecutive digits can contain a number out of range
LONG_NUMBER = re.compile(rb"[0-9]{19}")


async def read_form(form: type[F], request: Request[Any, Any, Any]) -> F:
    """The body as its Struct.

    Raises BadRequest with every missing, unknown and mistyped field, and with the limits that others exceed.
    """
    return parse_form(form, await request.body())


def parse_form(form: type[F], body: bytes) -> F:
    """The same for the bytes of a body."""
    if not body:
        raise BadRequest({WHOLE: [FieldError("limit.required")]})
    try:
        read: F = _decoder(form).decode(body)
    except msgspec.ValidationError as wrong:
        raise BadRequest(shape_errors(form, _decoded(body)) or {WHOLE: [FieldError("limit.type")]}) from wrong
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise BadRequest({WHOLE: [FieldError("limit.json")]}) from wrong
    if LONG_NUMBER.search(body) and (faults := shape_errors(form, _decoded(body))):
        raise BadRequest(faults)
    return read


def _decoded(body: bytes) -> object:
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        # a number or a text that JSON has and nothing can hold
        raise BadRequest({WHOLE: [FieldError("limit.json")]}) from wrong


@functools.cache
def _decoder(form: type[F]) -> msgspec.json.Decoder[F]:
    return msgspec.json.Decoder(form)
