"""The tus server of the built-in video host (protocols §2).

Written by hand: methods, statuses and headers are those of the protocol.
"""

import functools
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from litestar import Response

from application.access.ports import AccessViews
from application.actor import Actor
from application.ports import Clock, Tokens
from application.videos.built_in.receiving import ClientGone
from application.videos.built_in.transfer import continue_upload, create_upload, find_upload, terminate_upload
from application.videos.built_in.transfers import TransferPorts
from domain.shared.errors import BadRequest, DomainError
from domain.videos.limits import UploadLimits
from entrypoints.http.caller import caller
from entrypoints.http.endpoint import endpoint
from entrypoints.http.middleware.deadline import TAKES_ITS_TIME
from entrypoints.http.middleware.request_guards import TAKES_A_FILE
from entrypoints.http.responses import refuse
from entrypoints.http.videos import tus
from entrypoints.http.videos.body import body_of
from entrypoints.http.videos.tus import AnyRequest

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])
OVERRIDE = "x-http-method-override"


def _by_protocol(handler: Handler) -> Handler:
    """Checks the version first, and answers refusals in the protocol's headers."""

    @functools.wraps(handler)
    async def answered(**arguments: Any) -> Response[Any]:
        request: AnyRequest = arguments["request"]
        try:
            tus.check_version(request)
            async with arguments["ports"].turns.taken():
                return cast("Response[Any]", await handler(**arguments))
        except ClientGone:
            # nobody reads it
            return tus.answer(400, {})
        except DomainError as refused:
            fields = refused.fields if isinstance(refused, BadRequest) else None
            response = refuse(request, refused.code, refused.params, fields)
            more = {"Tus-Version": tus.VERSION} if response.status_code == 412 else {}
            response.headers.update({**tus.EVERYWHERE, **more})
            return response

    return cast("Handler", answered)


async def describe_uploads(limits: UploadLimits) -> Response[None]:
    """The protocol's version, extensions and the largest file.

    200, for browsers that ignore 204 (case 12).
    """
    offered = {"Tus-Version": tus.VERSION, "Tus-Extension": tus.EXTENSIONS, "Tus-Max-Size": str(limits.file_bytes)}
    return tus.answer(200, offered)


@_by_protocol
async def post_upload(
    request: AnyRequest,
    ports: TransferPorts,
    limits: UploadLimits,
    access: AccessViews,
    tokens: Tokens,
    clock: Clock,
) -> Response[None]:
    """Creates the upload that its metadata names.

    With its first bytes if there are any.
    """
    return await _create(None, request, ports, limits, await _bearer(request, access, tokens, clock))


@_by_protocol
async def post_to_upload(
    upload_id: str,
    request: AnyRequest,
    ports: TransferPorts,
    limits: UploadLimits,
    access: AccessViews,
    tokens: Tokens,
    clock: Clock,
) -> Response[None]:
    """Creates the upload of a link.

    Or does what X-HTTP-Method-Override names (case 15).
    """
    bearer = await _bearer(request, access, tokens, clock)
    match request.headers.get(OVERRIDE, "").upper():
        case "":
            return await _create(upload_id, request, ports, limits, bearer)
        case "PATCH":
            return await _continue(upload_id, request, ports, bearer)
        case "HEAD":
            return await _find(upload_id, ports, bearer)
        case "DELETE":
            return await _terminate(upload_id, ports, bearer)
        case _:
            raise DomainError("shared.method_not_allowed")


@_by_protocol
async def head_upload(
    upload_id: str, request: AnyRequest, ports: TransferPorts, access: AccessViews, tokens: Tokens, clock: Clock
) -> Response[None]:
    """The offset of an upload, its length, metadata and expiry."""
    return await _find(upload_id, ports, await _bearer(request, access, tokens, clock))


@_by_protocol
async def patch_upload(
    upload_id: str, request: AnyRequest, ports: TransferPorts, access: AccessViews, tokens: Tokens, clock: Clock
) -> Response[None]:
    """Stores bytes from the offset on.

    They outlive a loss of power when the answer is sent.
    """
    return await _continue(upload_id, request, ports, await _bearer(request, access, tokens, clock))


@_by_protocol
async def delete_upload(
    upload_id: str, request: AnyRequest, ports: TransferPorts, access: AccessViews, tokens: Tokens, clock: Clock
) -> Response[None]:
    """Ends an unfinished upload and deletes its bytes."""
    return await _terminate(upload_id, ports, await _bearer(request, access, tokens, clock))


async def _bearer(request: AnyRequest, access: AccessViews, tokens: Tokens, clock: Clock) -> Actor | None:
    """The member of staff whose token is sent; the link alone needs none (R2-358)."""
    if "authorization" not in request.headers:
        return None
    return await caller(request, access=access, tokens=tokens, clock=clock)


async def _create(
    upload_id: str | None, request: AnyRequest, ports: TransferPorts, limits: UploadLimits, bearer: Actor | None
) -> Response[None]:
    tus.check_offered(request)
    length = tus.whole_number(request, tus.LENGTH)
    metadata = tus.parse_metadata(request.headers.get(tus.METADATA, ""))
    body = body_of(request) if tus.has_bytes(request) else None
    upload = await create_upload(
        upload_id, length, metadata, tus.written_metadata(metadata), body, bearer=bearer, ports=ports, limits=limits
    )
    # relative: right behind every proxy (case 4)
    return tus.answer(201, {"Location": upload.path, **tus.headers_of(upload)})


async def _find(upload_id: str, ports: TransferPorts, bearer: Actor | None) -> Response[None]:
    upload = await find_upload(upload_id, bearer=bearer, ports=ports)
    metadata = upload.metadata or tus.written_metadata({"filename": upload.orig_name.encode()})
    return tus.answer(200, {tus.LENGTH: str(upload.size), tus.METADATA: metadata, **tus.headers_of(upload)})


async def _continue(upload_id: str, request: AnyRequest, ports: TransferPorts, bearer: Actor | None) -> Response[None]:
    if not tus.has_bytes(request):
        raise DomainError("videos.wrong_media", media=tus.OFFSET_STREAM)
    offset = tus.whole_number(request, tus.OFFSET)
    upload = await continue_upload(upload_id, offset, body_of(request), bearer=bearer, ports=ports)
    return tus.answer(204, tus.headers_of(upload))


async def _terminate(upload_id: str, ports: TransferPorts, bearer: Actor | None) -> Response[None]:
    await terminate_upload(upload_id, bearer=bearer, ports=ports)
    return tus.answer(204, {})


MARKS = (TAKES_A_FILE, TAKES_ITS_TIME)
UPLOAD_ROUTES = [
    endpoint("OPTIONS", "/api/uploads", describe_uploads, operation_id="describeUploads", security=[], marks=MARKS),
    endpoint("POST", "/api/uploads", post_upload, operation_id="createUpload", security=[], marks=MARKS),
    endpoint(
        "POST",
        "/api/uploads/{upload_id:str}",
        post_to_upload,
        operation_id="createLinkedUpload",
        security=[],
        marks=MARKS,
    ),
    endpoint("HEAD", "/api/uploads/{upload_id:str}", head_upload, operation_id="findUpload", security=[], marks=MARKS),
    endpoint(
        "PATCH",
        "/api/uploads/{upload_id:str}",
        patch_upload,
        operation_id="continueUpload",
        status=204,
        security=[],
        marks=MARKS,
    ),
    endpoint(
        "DELETE",
        "/api/uploads/{upload_id:str}",
        delete_upload,
        operation_id="terminateUpload",
        status=204,
        security=[],
        marks=MARKS,
    ),
]
