"""Authors of courses, and photos of whoever works here."""

from typing import Annotated

from litestar.params import QueryParameter

from application.files.uploads import ACADEMIC_PICTURE_MAX
from application.people.academics import authors
from application.people.academics import photos as portraits
from entrypoints.http.endpoint import endpoint
from entrypoints.http.routes.files import UPLOAD, UPLOADED

ROUTES = [
    endpoint("GET", "/authors/all", authors.list_authors, operation_id="listAuthors"),
    endpoint("GET", "/authors/courses", authors.list_authored_courses, operation_id="listAuthoredCourses"),
    endpoint("GET", "/authors/{id:int}", authors.show_author, operation_id="showAuthor"),
    endpoint("POST", "/authors", authors.add_author, operation_id="addAuthor"),
    endpoint("PUT", "/authors/{id:int}", authors.change_author, operation_id="changeAuthor"),
    endpoint("PUT", "/users/staff/{id:int}/photo-check", portraits.judge_staff_photo, operation_id="judgeStaffPhoto"),
    endpoint(
        "POST",
        "/upload/staff-profile",
        portraits.upload_staff_photo,
        operation_id="uploadStaffPhoto",
        status=200,
        reads=UPLOADED,
        parameters={
            "academic_id": Annotated[int | None, QueryParameter(name="academicId")],
            "user_id": Annotated[int | None, QueryParameter(name="userId")],
        },
        body_max=ACADEMIC_PICTURE_MAX,
        marks=UPLOAD,
    ),
]
