"""Uploads (plain bodies, the name in a header), and files by signed links (D-72)."""

import unicodedata
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote, unquote

from litestar import Request
from litestar.response import Stream

from application.files.downloads import find_linked_file
from application.files.ports import FileStore
from application.files.uploads import MAX_PICTURE_BYTES
from application.people.students.photos import upload_student_photo
from domain.files.file import StoredFile
from entrypoints.http.endpoint import endpoint
from entrypoints.http.middleware.deadline import TAKES_ITS_TIME
from entrypoints.http.middleware.request_guards import TAKES_A_FILE

NAME_HEADER = "x-file-name"
# types that a page may show; any other is saved
INLINE_TYPES = ("image/jpeg", "image/png", "image/webp")


def _as_stored(file: StoredFile, files: FileStore) -> Stream:
    """Streams the bytes of the file."""
    return Stream(files.open(file.digest), media_type=file.media_type, headers=_inert(file))


def _inert(file: StoredFile) -> dict[str, str]:
    """Headers of a stored file (ASVS-35, 36).

    No script, no sniffing, a download unless it is a picture.
    """
    plain = unicodedata.normalize("NFKD", file.name).encode("ascii", "ignore").decode()
    plain = "".join(sign for sign in plain if sign.isalnum() or sign in " .-_()").strip() or "file"
    how = "inline" if file.media_type in INLINE_TYPES else "attachment"
    return {
        "Content-Disposition": f"{how}; filename=\"{plain}\"; filename*=UTF-8''{quote(file.name, safe='')}",
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Cache-Control": "private, max-age=900, immutable",
        "Content-Length": str(file.size),
    }


def file_name(request: Request[Any, Any, Any]) -> str:
    """Returns the file's name from its header: percent-encoded UTF-8."""
    return unquote(request.headers.get(NAME_HEADER, ""), errors="replace")


def content(request: Request[Any, Any, Any]) -> AsyncIterator[bytes]:
    """Streams the body."""
    return request.stream()


# how the use case of an upload reads the request
UPLOADED = {"content": content, "name": file_name}
UPLOAD = (TAKES_A_FILE, TAKES_ITS_TIME)

PUBLIC_ROUTES = [
    endpoint(
        "GET",
        "/api/files/{public_id:str}",
        find_linked_file,
        operation_id="readFile",
        parameters={"until": int, "signature": str},
        answer=_as_stored,
        security=[],
        marks=[TAKES_ITS_TIME],
    )
]
ROUTES = [
    endpoint(
        "POST",
        "/upload/student-photo",
        upload_student_photo,
        operation_id="uploadStudentPhoto",
        reads=UPLOADED,
        parameters={"student_id": int | None},
        body_max=MAX_PICTURE_BYTES,
        marks=UPLOAD,
    )
]
