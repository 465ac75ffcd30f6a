"""Files that a form refers to: uploads of the caller, claimed in its commit."""

from collections.abc import Sequence

from application.actor import Actor
from application.files.uploads import load_unclaimed_upload
from application.ports import UnitOfWork
from contracts.homework.files import MAX_FILES, Voice
from contracts.shared import check as check_limits
from domain.files.file import FileKind
from domain.shared.errors import FieldError


def file_faults(file_ids: Sequence[str]) -> list[FieldError]:
    """The broken limits of a form's files: at most ten, none twice."""
    if len(file_ids) > MAX_FILES:
        return [FieldError("limit.le", {"limit": MAX_FILES})]
    return [FieldError("limit.named_twice")] if len(set(file_ids)) < len(file_ids) else []


async def claim_files(
    file_ids: Sequence[str], kind: FileKind, entity: str, entity_id: int, *, actor: Actor, uow: UnitOfWork
) -> None:
    """Assigns uploads of the caller to a record. Raises NotFound for any other file."""
    for public_id in file_ids:
        file = await load_unclaimed_upload(public_id, kind, actor=actor, uow=uow)
        file.assign_to(entity, entity_id)


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
