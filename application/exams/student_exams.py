"""The student's own exams: list, hand in, write (D-86)."""

from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import STUDENT, permits
from application.exams.student_ports import StudentExams
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
from application.ports import Clock, UnitOfWork
from contracts.events import ExamHandedIn
from contracts.exams.student_exams import OwnExamAnswer, OwnExamPage
from contracts.homework.student_work import HandedIn, HandIn, OwnWorkQuery, WriteMessage, WrittenMessage
from contracts.shared import check
from domain.exams.exam import Exam
from domain.exams.hand_in import hand_in_exam
from domain.homework.submission import Submission
from domain.shared.errors import NotFound

ENTITY = "submission"


@permits(STUDENT)
async def list_own_exams(
    query: OwnWorkQuery, *, actor: Actor, student_exams: StudentExams, clock: Clock
) -> OwnExamPage:
    """Lists the exams in which the caller takes part, newest first.

    A result is shown once it is announced. They stay visible after the student has left the group (D-98).
    """
    check(query)
    return await student_exams.page(actor.student_id or 0, query, clock.now())


@permits(STUDENT)
async def show_own_exam(exam_id: int, *, actor: Actor, student_exams: StudentExams, clock: Clock) -> OwnExamAnswer:
    """Returns an exam of the caller with the own attempts and messages.

    The task is shown from the begin on, the result once it is announced. Raises NotFound for an exam without the
    caller.
    """
    return OwnExamAnswer(exam=await student_exams.one(actor.student_id or 0, exam_id, clock.now()))


@permits(STUDENT)
async def hand_in_own_exam(
    exam_id: int,
    form: HandIn,
    *,
    actor: Actor,
    uow: UnitOfWork,
    links: FileLinks,
    clock: Clock,
    zone: ZoneInfo,
) -> HandedIn:
    """Hands in work of an exam: a new attempt, which replaces one that waits.

    Raises NotFound, ValidationError; DomainError: homework.left_group, exams.announced_already, exams.not_begun,
    exams.closed, homework.being_checked.
    """
    now, student_id = clock.now(), actor.student_id or 0
    async with uow:
        # the exam first, as staff who announce it do
        exam = await uow.find(Exam, lock="shared", id=exam_id)
        submission = await _own(exam_id, student_id, uow)
        text = check_content(form)
        if exam is None:
            raise NotFound("Exam", exam_id)
        await check_takes_part(student_id, submission.group_id, today_of(clock, zone), uow)
        number = hand_in_exam(exam, submission, now)
        attempt = await add_attempt(submission, number, form, text, now, is_late=False, actor=actor, uow=uow)
        uow.audit("exams.handed_in", ENTITY, submission.id, actor=actor, permission=STUDENT, number=number)
        event = ExamHandedIn(
            exam_id=exam_id,
            group_id=submission.group_id,
            submission_id=int(submission.id or 0),
            student_id=student_id,
            attempt=number,
        )
        uow.emit(event, request_id=actor.request_id)
        answer = await attempt_answer(attempt, uow=uow, links=links)
        await uow.commit()
    return answer


@permits(STUDENT)
async def write_about_exam(
    exam_id: int,
    form: WriteMessage,
    *,
    actor: Actor,
    uow: UnitOfWork,
    links: FileLinks,
    clock: Clock,
    zone: ZoneInfo,
) -> WrittenMessage:
    """Writes a message about the own exam.

    Raises NotFound, ValidationError; DomainError("homework.left_group").
    """
    now, student_id = clock.now(), actor.student_id or 0
    async with uow:
        submission = await _own(exam_id, student_id, uow)
        text = check_content(form)
        await check_takes_part(student_id, submission.group_id, today_of(clock, zone), uow)
        message = await add_message(submission, form, text, now, actor=actor, uow=uow)
        uow.audit("homework.student_wrote", ENTITY, submission.id, actor=actor, permission=STUDENT)
        answer = await message_answer(message, actor=actor, uow=uow, links=links)
        await uow.commit()
    return answer


async def _own(exam_id: int, student_id: int, uow: UnitOfWork) -> Submission:
    submission = await uow.find(Submission, lock=True, exam_id=exam_id, student_id=student_id)
    if submission is None:
        raise NotFound("Exam", exam_id)
    return submission
