"""Uploads (plain bodies, the name in a header) and the files that signed links name (D-72)."""

import unicodedata
from typing import Annotated, Any
from urllib.parse import quote, unquote

from litestar import Request, get, post
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Stream

from application.actor import Actor
from application.files.downloads import give_file
from application.files.ports import FileLinks, Files, Pictures
from application.files.uploads import PICTURE_MAX
from application.people.students.photos import upload_student_photo
from application.ports import Clock, UnitOfWork
from contracts.files import UploadAnswer
from domain.files.file import StoredFile
from entrypoints.http.caller import Given
from entrypoints.http.deadline import TAKES_ITS_TIME
from entrypoints.http.request_guards import TAKES_A_FILE
from entrypoints.http.responses import Answer

NAME_HEADER = "x-file-name"
# what is shown in a page; anything else is only ever saved
SHOWN = ("image/jpeg", "image/png", "image/webp")


@get("/api/files/{public_id:str}", operation_id="readFile", security=[], opt={TAKES_ITS_TIME: True})
async def read_file(
    public_id: FromPath[str],
    until: FromQuery[int],
    signature: FromQuery[str],
    uow: Given[UnitOfWork],
    files: Given[Files],
    links: Given[FileLinks],
    clock: Given[Clock],
) -> Stream:
    """The bytes of the file that a living link names."""
    file = await give_file(public_id, until, signature, uow=uow, links=links, clock=clock)
    return Stream(files.open(file.digest), media_type=file.media_type, headers=_inert(file))


def _inert(file: StoredFile) -> dict[str, str]:
    """A stored file never acts in the reader's name: no script, no sniffing, saved unless a picture (ASVS-35, 36)."""
    plain = unicodedata.normalize("NFKD", file.name).encode("ascii", "ignore").decode()
    plain = "".join(sign for sign in plain if sign.isalnum() or sign in " .-_()").strip() or "file"
    how = "inline" if file.media_type in SHOWN else "attachment"
    return {
        "Content-Disposition": f"{how}; filename=\"{plain}\"; filename*=UTF-8''{quote(file.name, safe='')}",
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Cache-Control": "private, max-age=900, immutable",
        "Content-Length": str(file.size),
    }


def file_name(request: Request[Any, Any, Any]) -> str:
    """What the browser calls the file: percent-encoded UTF-8 in a header."""
    return unquote(request.headers.get(NAME_HEADER, ""), errors="replace")


@post(
    "/upload/student-photo",
    operation_id="uploadStudentPhoto",
    status_code=200,
    request_max_body_size=PICTURE_MAX,
    opt={TAKES_A_FILE: True, TAKES_ITS_TIME: True},
)
async def student_photo(
    request: Request[Any, Any, Any],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    files: Given[Files],
    pictures: Given[Pictures],
    links: Given[FileLinks],
    clock: Given[Clock],
    student_id: Annotated[int | None, QueryParameter(name="studentId")] = None,
) -> Answer[UploadAnswer]:
    """A student's photo: the bytes of a JPEG, PNG or WebP of at most 2 MB as the body."""
    answer = await upload_student_photo(
        request.stream(), file_name(request), student_id,
        actor=actor, uow=uow, files=files, pictures=pictures, links=links, clock=clock,
    )  # fmt: skip
    return Answer(data=answer)


PUBLIC_ROUTES = [read_file]
ROUTES = [student_photo]
