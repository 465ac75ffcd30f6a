"""Files that a form refers to: uploads of the caller, claimed in its commit."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from application.actor import Actor
from application.files.uploads import load_unclaimed_upload
from application.ports import UnitOfWork
from contracts.homework.files import MAX_FILES, Voice
from contracts.shared import check as check_limits
from domain.files.file import FileKind, StoredFile
from domain.homework.attempt import SubmissionMessage
from domain.shared.errors import FieldError

# fields of a record as the audit log records them
Facts = dict[str, Any]


def file_faults(file_ids: Sequence[str]) -> list[FieldError]:
    """The broken limits of a form's files: at most ten, none twice."""
    if len(file_ids) > MAX_FILES:
        return [FieldError("limit.le", {"limit": MAX_FILES})]
    return [FieldError("limit.file_twice")] if len(set(file_ids)) < len(file_ids) else []


async def claim_files(
    file_ids: Sequence[str], kind: FileKind, entity: str, entity_id: int, *, actor: Actor, uow: UnitOfWork
) -> list[str]:
    """Assigns uploads of the caller to a record, and returns their names.

    Raises NotFound for any other file.
    """
    names = []
    for public_id in file_ids:
        file = await load_unclaimed_upload(public_id, kind, actor=actor, uow=uow)
        file.assign_to(entity, entity_id)
        names.append(file.name)
    return names


async def claim_voice(
    voice: Voice | None, entity: str, entity_id: int, *, actor: Actor, uow: UnitOfWork
) -> tuple[int | None, int | None]:
    """Assigns an uploaded recording and returns its file's id and its seconds.

    Raises NotFound for a file that is no unclaimed recording of the caller, ValidationError.
    """
    if voice is None:
        return None, None
    check_limits(voice)
    file = await load_unclaimed_upload(voice.file_id, FileKind.VOICE, actor=actor, uow=uow)
    file.assign_to(f"{entity}-voice", entity_id)
    return file.id, voice.duration


async def replace_files(
    entity: str,
    entity_id: int,
    wanted: Sequence[str],
    kind: FileKind,
    *,
    actor: Actor,
    uow: UnitOfWork,
    now: datetime,
) -> tuple[Facts, Facts]:
    """Claims new files of a record and expires those that are not wanted any more.

    Returns their names before and after, as the audit log records them; nothing if they are the same.
    """
    present = {file.public_id: file for file in await uow.find_all(StoredFile, entity=entity, entity_id=entity_id)}
    before = [file.name for file in present.values()]
    for public_id, file in present.items():
        if public_id not in wanted:
            expire(file, now)
    new = [public_id for public_id in wanted if public_id not in present]
    names = await claim_files(new, kind, entity, entity_id, actor=actor, uow=uow)
    if set(wanted) == set(present):
        return {}, {}
    kept = [file.name for public_id, file in present.items() if public_id in wanted]
    return file_facts(before), file_facts([*kept, *names])


def file_facts(names: Sequence[str]) -> Facts:
    """The files of a record as the audit log records them: by name."""
    return {"attachments": list(names)}


def expire(file: StoredFile, now: datetime) -> None:
    """Releases a file from its record: it is deleted soon."""
    file.entity, file.entity_id, file.expires_at = None, None, now


async def add_message(
    message: SubmissionMessage,
    file_ids: Sequence[str],
    voice: Voice | None,
    kind: FileKind,
    *,
    actor: Actor,
    uow: UnitOfWork,
) -> int:
    """Adds a message with its uploads and returns its id.

    Raises NotFound for a file that is no unclaimed upload of the caller.
    """
    uow.add(message)
    await uow.flush()
    message_id = int(message.id or 0)
    await claim_files(file_ids, kind, "message", message_id, actor=actor, uow=uow)
    recording = await claim_voice(voice, "message", message_id, actor=actor, uow=uow)
    message.voice_file_id, message.voice_seconds = recording
    return message_id
