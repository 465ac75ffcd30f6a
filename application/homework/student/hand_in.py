"""Steps of handing in and of writing, of homework and of exams alike."""

from datetime import date, datetime

from application.actor import Actor
from application.files.ports import FileLinks
from application.homework.attachments import claim_files, claim_voice, file_faults
from application.ports import UnitOfWork
from contracts.homework.files import FileCard, VoiceCard
from contracts.homework.student_work import HandedIn, HandIn, OwnAttempt, OwnMessage, WriteMessage, WrittenMessage
from contracts.shared import check
from domain.files.file import FileKind, StoredFile
from domain.groups.enrolments import Enrolment, Group
from domain.groups.taking_part import takes_part
from domain.homework.attempt import Attempt, SubmissionMessage
from domain.homework.submission import Submission
from domain.shared.errors import DomainError, FieldError
from domain.shared.text import clean_text


def check_content(form: HandIn | WriteMessage) -> str:
    """Returns the cleaned text of a form with anything in it. Raises ValidationError."""
    text = clean_text(form.text)
    empty = not (text or form.file_ids or form.voice)
    check(form, text=[FieldError("limit.required")] if empty else [], fileIds=file_faults(form.file_ids))
    return text


async def check_takes_part(student_id: int, group_id: int, today: date, uow: UnitOfWork) -> None:
    """Checks that the student may act in the group (D-98).

    Raises DomainError("homework.left_group"), also for a group that the school removed: nobody of staff would see it.
    """
    group = await uow.find(Group, id=group_id)
    if group is None or group.school_deleted_at is not None:
        raise DomainError("homework.left_group")
    periods = await uow.find_all(Enrolment, student_id=student_id, group_id=group_id)
    if not any(takes_part(one.action_id, one.period, today) for one in periods if one.school_deleted_at is None):
        raise DomainError("homework.left_group")


async def add_attempt(
    submission: Submission,
    number: int,
    form: HandIn,
    text: str,
    now: datetime,
    *,
    is_late: bool,
    actor: Actor,
    uow: UnitOfWork,
    teacher_id: int | None = None,
) -> Attempt:
    """Adds the hand-in with its files.

    ``teacher_id``: see ``Attempt``. Raises NotFound for a file that is no upload of the caller.
    """
    attempt = Attempt(int(submission.id or 0), number, text, now, is_late, teacher_id=teacher_id)
    uow.add(attempt)
    await uow.flush()
    attempt_id = int(attempt.id or 0)
    await claim_files(form.file_ids, FileKind.HAND_IN, "attempt", attempt_id, actor=actor, uow=uow)
    voice = await claim_voice(form.voice, "attempt", attempt_id, actor=actor, uow=uow)
    attempt.voice_file_id, attempt.voice_seconds = voice
    return attempt


async def add_message(
    submission: Submission, form: WriteMessage, text: str, now: datetime, *, actor: Actor, uow: UnitOfWork
) -> SubmissionMessage:
    """Adds a message of the student. Raises NotFound, see ``add_attempt``."""
    message = SubmissionMessage(int(submission.id or 0), text, now, student_id=actor.student_id)
    uow.add(message)
    await uow.flush()
    message_id = int(message.id or 0)
    await claim_files(form.file_ids, FileKind.HAND_IN, "message", message_id, actor=actor, uow=uow)
    voice = await claim_voice(form.voice, "message", message_id, actor=actor, uow=uow)
    message.voice_file_id, message.voice_seconds = voice
    return message


async def attempt_answer(attempt: Attempt, *, uow: UnitOfWork, links: FileLinks) -> HandedIn:
    """The answer about a new hand-in, read in its own transaction."""
    files, voice = await _attached("attempt", attempt, attempt.handed_in_at, uow, links)
    card = OwnAttempt(
        id=int(attempt.id or 0),
        number=attempt.number,
        text=attempt.text,
        files=files,
        voice=voice,
        handed_in_at=attempt.handed_in_at,
        is_late=attempt.is_late,
    )
    return HandedIn(submission=card)


async def message_answer(
    message: SubmissionMessage, *, actor: Actor, uow: UnitOfWork, links: FileLinks
) -> WrittenMessage:
    """The answer about a new message, read in its own transaction."""
    files, voice = await _attached("message", message, message.sent_at, uow, links)
    card = OwnMessage(
        id=int(message.id or 0),
        author=actor.name,
        own=True,
        text=message.text,
        files=files,
        voice=voice,
        with_result=False,
        sent_at=message.sent_at,
    )
    return WrittenMessage(message=card)


async def _attached(
    entity: str, owner: Attempt | SubmissionMessage, now: datetime, uow: UnitOfWork, links: FileLinks
) -> tuple[list[FileCard], VoiceCard | None]:
    files = await uow.find_all(StoredFile, entity=entity, entity_id=owner.id)
    cards = [
        FileCard(
            file_id=one.public_id,
            name=one.name,
            size=one.size,
            media_type=one.media_type,
            url=links.link(one.public_id, now),
        )
        for one in files
    ]
    for voice in await uow.find_all(StoredFile, entity=f"{entity}-voice", entity_id=owner.id):
        url = links.link(voice.public_id, now)
        return cards, VoiceCard(file_id=voice.public_id, url=url, duration=owner.voice_seconds or 0, size=voice.size)
    return cards, None
