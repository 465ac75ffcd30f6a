"""Uploads of homework: files of the task and of a check, recordings (D-84)."""

from collections.abc import AsyncIterator

from application.actor import Actor
from application.authorization import permits
from application.files.ports import FileLinks, FileStore
from application.files.uploads import store_work_file
from application.ports import Clock, UnitOfWork
from contracts.homework.files import MAX_VOICE_SECONDS, FileCard, VoiceAnswer, VoiceCard, WorkFileAnswer
from domain.files.file import FileKind, StoredFile
from domain.shared.errors import FieldError, ValidationError

GIVE, CHECK = "all_homeworks", "check_homeworks"


@permits(f"all_groups:{GIVE}", f"my_groups:{GIVE}", do="update")
async def upload_attachment(
    content: AsyncIterator[bytes],
    name: str,
    *,
    actor: Actor,
    uow: UnitOfWork,
    files: FileStore,
    links: FileLinks,
    clock: Clock,
) -> WorkFileAnswer:
    """Stores a file of a homework's text, at most 20 MB (R2-187, R2-364).

    Raises DomainError: files.empty, files.too_large, files.executable.
    """
    file = await store_work_file(
        content, name, FileKind.HOMEWORK, created_by=actor.id, uow=uow, files=files, clock=clock
    )
    return WorkFileAnswer(file=file_card(file, links, clock))


@permits(f"all_groups:{CHECK}", f"my_groups:{CHECK}", do="update")
async def upload_check_file(
    content: AsyncIterator[bytes],
    name: str,
    *,
    actor: Actor,
    uow: UnitOfWork,
    files: FileStore,
    links: FileLinks,
    clock: Clock,
) -> WorkFileAnswer:
    """Stores a file of a check or a message, at most 20 MB (R2-365).

    Raises DomainError: files.empty, files.too_large, files.executable.
    """
    file = await store_work_file(content, name, FileKind.CHECK, created_by=actor.id, uow=uow, files=files, clock=clock)
    return WorkFileAnswer(file=file_card(file, links, clock))


@permits(f"all_groups:{GIVE}", f"my_groups:{GIVE}", f"all_groups:{CHECK}", f"my_groups:{CHECK}", do="update")
async def upload_voice(
    content: AsyncIterator[bytes],
    name: str,
    duration: int | None,
    *,
    actor: Actor,
    uow: UnitOfWork,
    files: FileStore,
    links: FileLinks,
    clock: Clock,
) -> VoiceAnswer:
    """Stores a voice recording, webm or mp4, of at most five minutes (R2-188, R2-366).

    ``duration``: seconds, as the recorder measured them. Raises ValidationError; DomainError: files.empty,
    files.too_large, files.not_a_recording.
    """
    seconds = recorded_seconds(duration)
    file = await store_work_file(content, name, FileKind.VOICE, created_by=actor.id, uow=uow, files=files, clock=clock)
    return VoiceAnswer(
        voice=VoiceCard(
            file_id=file.public_id, url=links.link(file.public_id, clock.now()), duration=seconds, size=file.size
        )
    )


def recorded_seconds(duration: int | None) -> int:
    """Returns the duration within its limits. Raises ValidationError."""
    faults = [FieldError("limit.required")] if duration is None else []
    if duration is not None and duration < 1:
        faults = [FieldError("limit.ge", {"limit": 1})]
    if duration is not None and duration > MAX_VOICE_SECONDS:
        faults = [FieldError("limit.le", {"limit": MAX_VOICE_SECONDS})]
    if faults:
        raise ValidationError({"duration": faults})
    return duration or 0


def file_card(file: StoredFile, links: FileLinks, clock: Clock) -> FileCard:
    """The card of an upload, with its link."""
    url = links.link(file.public_id, clock.now())
    return FileCard(file_id=file.public_id, name=file.name, size=file.size, media_type=file.media_type, url=url)
