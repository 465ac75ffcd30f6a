"""Photos of staff and academics: upload, and review before doors use them.

A person has one photo: if an academic has an account, both records carry it (D-61).
"""

from collections.abc import AsyncIterator

from application.access.account_service import STAFF, USERS, acting_permission
from application.access.privilege_scope import load_manageable, require_manageable
from application.actor import Actor
from application.authorization import SIGNED_IN, permits
from application.files.ports import FileLinks, FileStore, PictureEncoder
from application.files.uploads import MAX_ACADEMIC_PICTURE_BYTES, MAX_PICTURE_BYTES, reencode_upload, store_picture
from application.people.academics.academics import ACADEMIC
from application.ports import Clock, UnitOfWork
from contracts.files import UploadAnswer, Uploaded
from contracts.people.academics import ReviewPhoto
from contracts.shared import Empty
from domain.access.roles import Role
from domain.access.users import User
from domain.files.file import FileKind
from domain.people.staff_state import PhotoCheck
from domain.people.teacher import Teacher, review_photo
from domain.shared.errors import Forbidden


@permits(SIGNED_IN)
async def upload_staff_photo(
    content: AsyncIterator[bytes],
    name: str,
    *,
    academic_id: int | None = None,
    user_id: int | None = None,
    actor: Actor,
    uow: UnitOfWork,
    files: FileStore,
    pictures: PictureEncoder,
    links: FileLinks,
    clock: Clock,
) -> UploadAnswer:
    """Stores a photo of an academic (5 MB), a member of staff (2 MB) or the caller.

    It waits for review (D-34). Raises Forbidden for another person's photo without the right to change that person,
    NotFound, DomainError("access.account_beyond_own", "files.too_large", "files.not_a_picture").
    """
    async with uow:
        # the size limit depends on the person
        academic = (await _photo_subject(academic_id, user_id, actor, uow))[0] is not None
    picture = await reencode_upload(content, MAX_ACADEMIC_PICTURE_BYTES if academic else MAX_PICTURE_BYTES, pictures)
    async with uow:
        teacher, user, right = await _photo_subject(academic_id, user_id, actor, uow)
        file = await store_picture(picture, name, FileKind.STAFF_PHOTO, actor=actor, uow=uow, files=files, clock=clock)
        for person in (teacher, user):
            if person is not None:
                person.photo, person.photo_check = file.public_id, PhotoCheck.WAITING
        entity, id = ("teacher", teacher.id) if teacher else ("user", user.id if user else None)
        file.assign_to(entity, int(id or 0))
        uow.audit("people.photo_changed", entity, id, actor=actor, permission=right)
        await uow.commit()
    return UploadAnswer(file=Uploaded(id=file.public_id, url=links.link(file.public_id, clock.now())))


async def _photo_subject(
    academic_id: int | None, user_id: int | None, actor: Actor, uow: UnitOfWork
) -> tuple[Teacher | None, User | None, str]:
    """Loads the person on the photo, and the right required; none for the caller's."""
    if academic_id is not None:
        if not actor.may(ACADEMIC, "update"):
            raise Forbidden(ACADEMIC, "update")
        return *await _load_academic(academic_id, actor, uow), ACADEMIC
    own = user_id is None or user_id == actor.id
    if not own and not (actor.may(USERS, "update") or actor.may(STAFF, "update")):
        raise Forbidden(STAFF, "update")
    if own:
        user = await uow.load(User, actor.id or 0, lock=True)
    else:
        user, _ = await load_manageable(user_id or 0, actor=actor, uow=uow)
    return await uow.find(Teacher, user_id=user.id), user, "" if own else acting_permission(actor)


async def _load_academic(id: int, actor: Actor, uow: UnitOfWork) -> tuple[Teacher, User | None]:
    """Loads the academic and the account, whose photo changes with the academic's.

    Raises NotFound, DomainError("access.account_beyond_own", "access.other_branches").
    """
    teacher = await uow.load(Teacher, id, seen_by=actor, lock=True)
    user = await uow.load(User, teacher.user_id, lock=True) if teacher.user_id else None
    if user is not None and user.id != actor.id:
        await require_manageable(user, await uow.load(Role, user.role_id), actor=actor, uow=uow)
    return teacher, user


@permits(ACADEMIC, do="update")
async def review_academic_photo(teacher_id: int, form: ReviewPhoto, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Records whether an academic's photo is suitable (R1-194).

    Raises NotFound, also if there is no photo; DomainError("access.account_beyond_own", "access.other_branches").
    """
    async with uow:
        teacher, user = await _load_academic(teacher_id, actor, uow)
        await _review([teacher, user], ("teacher", teacher_id), ACADEMIC, form, actor, uow)
    return Empty()


@permits(USERS, STAFF, do="update")
async def review_staff_photo(user_id: int, form: ReviewPhoto, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Records whether the photo of a member of staff is suitable.

    Raises NotFound, DomainError("access.account_beyond_own").
    """
    async with uow:
        user, _ = await load_manageable(user_id, actor=actor, uow=uow)
        teacher = await uow.find(Teacher, user_id=user_id)
        await _review([user, teacher], ("user", user_id), acting_permission(actor), form, actor, uow)
    return Empty()


async def _review(
    people: list[User | Teacher | None],
    about: tuple[str, int],
    right: str,
    form: ReviewPhoto,
    actor: Actor,
    uow: UnitOfWork,
) -> None:
    present = [person for person in people if person is not None]
    check = review_photo(present[0].photo, suitable=form.suitable)
    before, after = {"photo_check": int(present[0].photo_check)}, {"photo_check": int(check)}
    for person in present:
        person.photo_check = check
    uow.audit("people.photo_judged", *about, actor=actor, permission=right, before=before, after=after)
    await uow.commit()
