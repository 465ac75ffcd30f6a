"""The student's own homework: list, hand in, withdraw, write (D-79, D-80, D-81)."""

from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import STUDENT, permits
from application.files.ports import FileLinks
from application.groups.enrolment_service import today_of
from application.homework.student.hand_in import (
    add_attempt,
    add_message,
    attempt_answer,
    check_content,
    check_takes_part,
    message_answer,
)
from application.homework.student.ports import AttemptStore, StudentHomework
from application.ports import Clock, UnitOfWork
from contracts.events import HomeworkHandedIn
from contracts.homework.student_work import (
    HandedIn,
    HandIn,
    OwnHomeworkAnswer,
    OwnHomeworkPage,
    OwnHomeworkQuery,
    WriteMessage,
    WrittenMessage,
)
from contracts.shared import Empty, check
from domain.homework.deadlines import check_open, is_late
from domain.homework.hand_in_limits import HandInLimits
from domain.homework.submission import Submission, SubmissionStatus
from domain.shared.errors import DomainError, NotFound

ENTITY = "submission"


@permits(STUDENT)
async def list_own_homework(
    query: OwnHomeworkQuery, *, actor: Actor, student_homework: StudentHomework, clock: Clock
) -> OwnHomeworkPage:
    """Lists the homework that was given to the caller, newest first.

    It stays visible after the student has left the group (D-98).
    """
    check(query)
    return await student_homework.page(actor.student_id or 0, query, clock.now())


@permits(STUDENT)
async def show_own_homework(
    homework_id: int, *, actor: Actor, student_homework: StudentHomework, clock: Clock
) -> OwnHomeworkAnswer:
    """Returns a homework of the caller with attempts, result and messages.

    Raises NotFound for one that was not given to the caller.
    """
    return OwnHomeworkAnswer(homework=await student_homework.one(actor.student_id or 0, homework_id, clock.now()))


@permits(STUDENT)
async def hand_in_homework(
    homework_id: int,
    form: HandIn,
    *,
    actor: Actor,
    uow: UnitOfWork,
    links: FileLinks,
    attempts: AttemptStore,
    clock: Clock,
    zone: ZoneInfo,
    limits: HandInLimits,
) -> HandedIn:
    """Hands in homework: a new attempt, which replaces a waiting one (D-81).

    After the deadline work is taken for 14 days more (a setting), late (D-80). Raises NotFound, ValidationError;
    DomainError: homework.left_group, homework.closed, homework.being_checked, homework.accepted_already,
    homework.not_given.
    """
    now, today, student_id = clock.now(), today_of(clock, zone), actor.student_id or 0
    async with uow:
        submission = await _own(homework_id, student_id, uow)
        text = check_content(form)
        await check_takes_part(student_id, submission.group_id, today, uow)
        late = is_late(now, submission.due_at)
        number = submission.hand_in(now)
        check_open(now, submission.due_at, limits.late_period)
        teacher_id = await attempts.successor_of_teacher(homework_id, today, uow)
        attempt = await add_attempt(
            submission, number, form, text, now, is_late=late, actor=actor, uow=uow, teacher_id=teacher_id
        )
        uow.audit("homework.handed_in", ENTITY, submission.id, actor=actor, permission=STUDENT, number=number)
        event = HomeworkHandedIn(
            homework_id=homework_id,
            group_id=submission.group_id,
            submission_id=int(submission.id or 0),
            student_id=student_id,
            attempt=number,
            is_late=late,
        )
        uow.emit(event, request_id=actor.request_id)
        answer = await attempt_answer(attempt, uow=uow, links=links)
        await uow.commit()
    return answer


@permits(STUDENT)
async def withdraw_homework(
    homework_id: int, attempt_id: int, *, actor: Actor, uow: UnitOfWork, attempts: AttemptStore, clock: Clock
) -> Empty:
    """Withdraws the newest hand-in while it waits and nobody has claimed it.

    The one before it counts again: it waits, or is rejected as it was checked. Raises NotFound;
    DomainError("homework.being_checked", "shared.illegal_move").
    """
    now = clock.now()
    async with uow:
        submission = await _own(homework_id, actor.student_id or 0, uow)
        found = await attempts.newest(int(submission.id or 0), uow)
        if not found or found[0].id != attempt_id:
            raise NotFound("Attempt", attempt_id)
        submission.withdraw_hand_in(now, found[1].handed_in_at if len(found) > 1 else None)
        await attempts.release_files(found[0], now, uow)
        await uow.remove(found[0])
        uow.audit(
            "homework.hand_in_withdrawn", ENTITY, submission.id, actor=actor, permission=STUDENT, number=found[0].number
        )
        await uow.commit()
    return Empty()


@permits(STUDENT)
async def write_about_homework(
    homework_id: int,
    form: WriteMessage,
    *,
    actor: Actor,
    uow: UnitOfWork,
    links: FileLinks,
    clock: Clock,
    zone: ZoneInfo,
) -> WrittenMessage:
    """Writes a message about the own work.

    Raises NotFound, ValidationError; DomainError: homework.left_group, homework.not_given.
    """
    now, student_id = clock.now(), actor.student_id or 0
    async with uow:
        submission = await _own(homework_id, student_id, uow)
        text = check_content(form)
        if submission.status == SubmissionStatus.NOT_GIVEN:
            raise DomainError("homework.not_given")
        await check_takes_part(student_id, submission.group_id, today_of(clock, zone), uow)
        message = await add_message(submission, form, text, now, actor=actor, uow=uow)
        uow.audit("homework.student_wrote", ENTITY, submission.id, actor=actor, permission=STUDENT)
        answer = await message_answer(message, actor=actor, uow=uow, links=links)
        await uow.commit()
    return answer


async def _own(homework_id: int, student_id: int, uow: UnitOfWork) -> Submission:
    submission = await uow.find(Submission, lock=True, homework_id=homework_id, student_id=student_id)
    if submission is None:
        raise NotFound("Homework", homework_id)
    return submission
