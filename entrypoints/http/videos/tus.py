"""tus 1.0.0: the headers of its requests and responses (protocols §2.1)."""

import base64
import binascii
import re
from collections.abc import Mapping
from datetime import datetime
from email.utils import format_datetime
from typing import Any

from litestar import Request, Response

from application.videos.built_in.transfer import Upload
from domain.shared.errors import BadRequest, DomainError, FieldError

AnyRequest = Request[Any, Any, Any]
VERSION = "1.0.0"
EXTENSIONS = "creation,creation-with-upload,termination,expiration"
RESUMABLE, LENGTH, OFFSET, EXPIRES = "Tus-Resumable", "Upload-Length", "Upload-Offset", "Upload-Expires"
METADATA, DEFER, CONCAT = "Upload-Metadata", "Upload-Defer-Length", "Upload-Concat"
OFFSET_STREAM = "application/offset+octet-stream"
# proxies keep none of it, whatever they make of HEAD (case 7)
EVERYWHERE = {RESUMABLE: VERSION, "Cache-Control": "no-store"}
MAX_METADATA_LENGTH = 4096
_NUMBER = re.compile(r"\d{1,19}", re.ASCII)
_KEY = re.compile(r"[\x21-\x2b\x2d-\x7e]+")


def check_version(request: AnyRequest) -> None:
    """Rejects another version of the protocol before anything is done."""
    if request.headers.get(RESUMABLE) != VERSION:
        raise DomainError("videos.tus_version", version=VERSION)


def check_offered(request: AnyRequest) -> None:
    """Rejects what only extensions that are not offered allow (case 14)."""
    for name in (DEFER, CONCAT):
        if name in request.headers:
            raise BadRequest({name: [FieldError("limit.unknown_field")]})


def whole_number(request: AnyRequest, name: str) -> int:
    """The number in a header that must be there."""
    given = request.headers.get(name)
    if given is None:
        raise BadRequest({name: [FieldError("limit.required")]})
    if not _NUMBER.fullmatch(given):
        raise BadRequest({name: [FieldError("limit.type")]})
    return int(given)


def has_bytes(request: AnyRequest) -> bool:
    """True if the body is bytes of the file."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == OFFSET_STREAM


def parse_metadata(given: str) -> Mapping[str, bytes]:
    """The metadata by key: pairs of a key and its value in base64.

    The value may be missing.

    It is sent back in a header, so nothing else may be in it.
    """
    found: dict[str, bytes] = {}
    if len(given) > MAX_METADATA_LENGTH:
        raise BadRequest({METADATA: [FieldError("limit.max_length", {"limit": MAX_METADATA_LENGTH})]})
    for pair in given.split(",") if given.strip() else ():
        key, _, value = pair.strip().partition(" ")
        if not _KEY.fullmatch(key) or key in found:
            raise BadRequest({METADATA: [FieldError("limit.pattern")]})
        try:
            found[key] = base64.b64decode(value.strip(), validate=True)
        except (binascii.Error, ValueError) as wrong:
            raise BadRequest({METADATA: [FieldError("limit.pattern")]}) from wrong
    return found


def written_metadata(metadata: Mapping[str, bytes]) -> str:
    """The metadata as a header."""
    return ",".join(f"{key} {base64.b64encode(value).decode()}".strip() for key, value in metadata.items())


def headers_of(upload: Upload) -> dict[str, str]:
    """The offset and the expiry of an upload; a figure is text, also 0 (case 6)."""
    return {OFFSET: str(upload.offset), EXPIRES: _http_date(upload.expires_at)}


def answer(status: int, headers: Mapping[str, str]) -> Response[None]:
    """A response of the protocol."""
    return without_body(status, {**EVERYWHERE, **headers})


def without_body(status: int, headers: Mapping[str, str]) -> Response[Any]:
    """A response without a body; ``None`` would be written as JSON."""
    return Response(b"", status_code=status, headers=dict(headers), media_type="text/plain")


def _http_date(at: datetime) -> str:
    return format_datetime(at, usegmt=True)
