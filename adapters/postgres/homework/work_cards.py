"""Cards of hand-ins, messages and claims, from rows of submissions."""

from typing import Any

from application.actor import Actor
from contracts.homework.checking import AttemptCard, Claim, MessageCard
from contracts.homework.files import FileCard
from contracts.shared import Named
from domain.homework.submission import CLAIM_LIVES


def attempt_card(one: Any, files: list[FileCard], voices: Any) -> AttemptCard:
    """The card of a row of ``ATTEMPTS``."""
    return AttemptCard(
        id=one["id"],
        number=one["number"],
        text=one["text"],
        files=files,
        voice=voices.get(one["voice_file_id"]),
        handed_in_at=one["handed_in_at"],
        is_late=one["is_late"],
    )


def message_card(one: Any, files: list[FileCard], voices: Any) -> MessageCard:
    """The card of a row of ``MESSAGES``."""
    return MessageCard(
        id=one["id"],
        author=one["author"],
        is_student=one["is_student"],
        own=one["own"],
        text=one["text"],
        files=files,
        voice=voices.get(one["voice_file_id"]),
        check_id=one["check_id"],
        sent_at=one["sent_at"],
    )


def claim_card(row: Any, actor: Actor) -> Claim | None:
    """The claim of a row, if one is in force."""
    if row["claimed_by"] is None:
        return None
    user = Named(row["claimed_by"], row["claimed_by_name"] or "")
    return Claim(user=user, own=user.id == actor.id, until=row["claimed_at"] + CLAIM_LIVES)
