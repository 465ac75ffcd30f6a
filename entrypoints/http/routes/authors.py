"""Authors of courses, and photos of whoever works here."""

from typing import Annotated, Any

from litestar import Request, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from application.actor import Actor
from application.files.ports import FileLinks, Files, Pictures
from application.files.uploads import ACADEMIC_PICTURE_MAX
from application.people.academics import authors
from application.people.academics import photos as portraits
from application.people.academics.ports import AuthorViews
from application.ports import Clock, PasswordHasher, UnitOfWork
from contracts.access.users import OpenedAccount
from contracts.files import UploadAnswer
from contracts.people.academics import JudgePhoto
from contracts.people.authors import AddAuthor, AuthorAnswer, AuthoredCourses, AuthorPage, AuthorsQuery, ChangeAuthor
from contracts.shared import Empty
from entrypoints.http.caller import Given
from entrypoints.http.deadline import TAKES_ITS_TIME
from entrypoints.http.query_params import asked_of
from entrypoints.http.request_guards import TAKES_A_FILE
from entrypoints.http.responses import Answer
from entrypoints.http.routes.files import file_name


@get(
    "/authors/all",
    dependencies={"asked": asked_of(AuthorsQuery)},
    opt={"query": AuthorsQuery},
    operation_id="listAuthors",
)
async def all_authors(
    asked: Given[AuthorsQuery], actor: Given[Actor], author_views: Given[AuthorViews]
) -> Answer[AuthorPage]:
    """Authors, the newest first."""
    return Answer(data=await authors.list_authors(asked, actor=actor, authors=author_views))


@get("/authors/courses", operation_id="listAuthoredCourses")
async def courses(actor: Given[Actor], author_views: Given[AuthorViews]) -> Answer[AuthoredCourses]:
    """The courses that an author's form chooses from."""
    return Answer(data=await authors.list_authored_courses(actor=actor, authors=author_views))


@get("/authors/{id:int}", operation_id="showAuthor")
async def one_author(id: FromPath[int], actor: Given[Actor], author_views: Given[AuthorViews]) -> Answer[AuthorAnswer]:
    """One author."""
    return Answer(data=await authors.show_author(id, actor=actor, authors=author_views))


@post("/authors", operation_id="addAuthor")
async def add_author(
    data: JSONBody[AddAuthor],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    passwords: Given[PasswordHasher],
    author_views: Given[AuthorViews],
) -> Answer[OpenedAccount]:
    """Opens the account of an author; its password is shown once."""
    opened = await authors.add_author(data, actor=actor, uow=uow, passwords=passwords, authors=author_views)
    return Answer(data=opened)


@put("/authors/{id:int}", operation_id="changeAuthor")
async def change_author(
    id: FromPath[int],
    data: JSONBody[ChangeAuthor],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
    author_views: Given[AuthorViews],
) -> Answer[Empty]:
    """Changes an author and his courses."""
    done = await authors.change_author(id, data, actor=actor, uow=uow, clock=clock, authors=author_views)
    return Answer(data=done)


@put("/users/staff/{id:int}/photo-check", operation_id="judgeStaffPhoto")
async def judge_photo(
    id: FromPath[int], data: JSONBody[JudgePhoto], actor: Given[Actor], uow: Given[UnitOfWork]
) -> Answer[Empty]:
    """Whether the photo of a member of staff will do."""
    return Answer(data=await portraits.judge_staff_photo(id, data, actor=actor, uow=uow))


@post(
    "/upload/staff-profile",
    operation_id="uploadStaffPhoto",
    status_code=200,
    request_max_body_size=ACADEMIC_PICTURE_MAX,
    opt={TAKES_A_FILE: True, TAKES_ITS_TIME: True},
)
async def staff_photo(
    request: Request[Any, Any, Any],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    files: Given[Files],
    pictures: Given[Pictures],
    links: Given[FileLinks],
    clock: Given[Clock],
    academic_id: Annotated[int | None, QueryParameter(name="academicId")] = None,
    user_id: Annotated[int | None, QueryParameter(name="userId")] = None,
) -> Answer[UploadAnswer]:
    """A photo as the body: of an academic (5 MB), of a member of staff (2 MB), or, naming neither, one's own."""
    answer = await portraits.upload_staff_photo(
        request.stream(), file_name(request), academic_id=academic_id, user_id=user_id,
        actor=actor, uow=uow, files=files, pictures=pictures, links=links, clock=clock,
    )  # fmt: skip
    return Answer(data=answer)


ROUTES = [all_authors, courses, one_author, add_author, change_author, judge_photo, staff_photo]
