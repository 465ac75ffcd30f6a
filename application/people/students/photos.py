"""Photos of students: uploaded, re-encoded, then assigned to their student."""

from collections.abc import AsyncIterator

from application.actor import Actor
from application.authorization import permits
from application.files.ports import FileLinks, FileStore, PictureEncoder
from application.files.uploads import MAX_PICTURE_BYTES, load_unclaimed_upload, reencode_upload, store_picture
from application.ports import Clock, UnitOfWork
from contracts.files import UploadAnswer, Uploaded
from domain.files.file import FileKind
from domain.people.student import Student

GUARD = "users:students"


@permits(GUARD, do="update")
async def upload_student_photo(
    content: AsyncIterator[bytes],
    name: str,
    student_id: int | None,
    *,
    actor: Actor,
    uow: UnitOfWork,
    files: FileStore,
    pictures: PictureEncoder,
    links: FileLinks,
    clock: Clock,
) -> UploadAnswer:
    """Stores a photo of at most 2 MB (R1-226) and assigns it to the student, if given.

    Without a student a form refers to it later. Raises DomainError("files.too_large" or "files.not_a_picture"),
    NotFound for a student of another branch.
    """
    picture = await reencode_upload(content, MAX_PICTURE_BYTES, pictures)
    async with uow:
        student = await uow.load(Student, student_id, seen_by=actor, lock=True) if student_id else None
        file = await store_picture(
            picture, name, FileKind.STUDENT_PHOTO, actor=actor, uow=uow, files=files, clock=clock
        )
        if student is not None:
            student.photo = file.public_id
            file.assign_to("student", int(student.id or 0))
            uow.audit("people.photo_changed", "student", student.id, actor=actor, permission=GUARD)
        await uow.commit()
    return UploadAnswer(file=Uploaded(id=file.public_id, url=links.link(file.public_id, clock.now())))


async def assign_photo(public_id: str, student: Student, *, actor: Actor, uow: UnitOfWork) -> None:
    """Assigns the student a photo that the caller uploaded before. Raises NotFound."""
    file = await load_unclaimed_upload(public_id, FileKind.STUDENT_PHOTO, actor=actor, uow=uow)
    student.photo = public_id
    file.assign_to("student", int(student.id or 0))
