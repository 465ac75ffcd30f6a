"""Uploads of students: files and recordings of hand-ins and messages (D-81, D-84)."""

from collections.abc import AsyncIterator

from application.actor import Actor
from application.authorization import STUDENT, permits
from application.files.ports import FileLinks, FileStore
from application.files.uploads import store_work_file
from application.homework.student.ports import AttemptStore
from application.homework.uploads import file_card, recorded_seconds
from application.ports import Clock, UnitOfWork
from contracts.homework.files import VoiceAnswer, VoiceCard, WorkFileAnswer
from domain.files.file import FileKind, StoredFile
from domain.homework.hand_in_limits import HandInLimits
from domain.people.student import Student
from domain.shared.errors import DomainError

# uploads of a student that no hand-in or message names yet: two hand-ins of ten files, and what was chosen by mistake
MAX_UNCLAIMED = 30


@permits(STUDENT)
async def upload_hand_in(
    content: AsyncIterator[bytes],
    name: str,
    *,
    actor: Actor,
    uow: UnitOfWork,
    files: FileStore,
    links: FileLinks,
    clock: Clock,
    attempts: AttemptStore,
    limits: HandInLimits,
) -> WorkFileAnswer:
    """Stores a file of a hand-in or a message, at most 20 MB.

    The first bytes decide its type, whatever its name says; it is never opened here and only downloaded or shown
    inertly. The answer names the type and the cleaned name. Raises DomainError: files.empty, files.too_large,
    files.too_many_waiting, files.student_full.
    """
    file = await _stored(content, name, FileKind.HAND_IN, actor, uow, files, clock, attempts, limits)
    return WorkFileAnswer(file=file_card(file, links, clock))


@permits(STUDENT)
async def upload_student_voice(
    content: AsyncIterator[bytes],
    name: str,
    duration: int | None,
    *,
    actor: Actor,
    uow: UnitOfWork,
    files: FileStore,
    links: FileLinks,
    clock: Clock,
    attempts: AttemptStore,
    limits: HandInLimits,
) -> VoiceAnswer:
    """Stores a voice recording, webm or mp4, of at most five minutes.

    ``duration``: seconds, as the recorder measured them. Raises ValidationError; DomainError: files.empty,
    files.too_large, files.not_a_recording, files.too_many_waiting, files.student_full.
    """
    seconds = recorded_seconds(duration)
    file = await _stored(content, name, FileKind.VOICE, actor, uow, files, clock, attempts, limits)
    url = links.link(file.public_id, clock.now())
    return VoiceAnswer(voice=VoiceCard(file_id=file.public_id, url=url, duration=seconds, size=file.size))


async def _stored(
    content: AsyncIterator[bytes],
    name: str,
    kind: FileKind,
    actor: Actor,
    uow: UnitOfWork,
    files: FileStore,
    clock: Clock,
    attempts: AttemptStore,
    limits: HandInLimits,
) -> StoredFile:
    student_id = actor.student_id or 0

    async def admit(file: StoredFile, uow: UnitOfWork) -> None:
        # uploads that came at the same time are counted one after the other
        await uow.load(Student, student_id, lock=True)
        await _check_waiting(student_id, uow)
        limits.check_room(await attempts.stored_bytes(student_id, uow), file.size)

    async with uow:
        await _check_waiting(student_id, uow)
    return await store_work_file(
        content, name, kind, created_by=None, student_id=student_id, uow=uow, files=files, clock=clock, admit=admit
    )


async def _check_waiting(student_id: int, uow: UnitOfWork) -> None:
    if await uow.count(StoredFile, created_by_student=student_id, entity=None) >= MAX_UNCLAIMED:
        raise DomainError("files.too_many_waiting", files=MAX_UNCLAIMED)
