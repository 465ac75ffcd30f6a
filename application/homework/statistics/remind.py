"""Reminds students of homework that they have not handed in (R2-310, D-89)."""

from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.homework.scope import work_scope
from application.homework.statistics.ports import HomeworkStatistics, ReminderStore
from application.ports import Clock, UnitOfWork
from contracts.events import HomeworkReminded
from contracts.homework.statistics import Remind, Reminded, RemindOptions
from domain.shared.errors import FieldError, ValidationError

ALL, OWN, OPTION = "all_groups:all_homeworks", "my_groups:all_homeworks", "all_homeworks"


@permits(ALL, OWN)
async def remind_options(
    group_id: int, *, actor: Actor, homework_statistics: HomeworkStatistics, clock: Clock, zone: ZoneInfo
) -> RemindOptions:
    """Returns homework of the last seven days and who has not handed it in.

    With the instant at which each was reminded. Raises NotFound.
    """
    today = clock.now().astimezone(zone).date()
    return await homework_statistics.remindable(group_id, today, work_scope(actor, OPTION))


@permits(ALL, OWN, do="update")
async def remind(
    form: Remind,
    *,
    actor: Actor,
    uow: UnitOfWork,
    homework_statistics: HomeworkStatistics,
    reminders: ReminderStore,
    clock: Clock,
    zone: ZoneInfo,
) -> Reminded:
    """Reminds the students of homework of the last seven days.

    Each student at most once a day of a homework; who was reminded today, or has handed in since, is left out.

    Raises NotFound for a group outside the caller's scope, ValidationError for homework that is older, or of another
    group, and without any.
    """
    now = clock.now()
    today = now.astimezone(zone).date()
    options = await homework_statistics.remindable(form.group_id, today, work_scope(actor, OPTION, do="update"))
    known = {one.homework_id for one in options.homework}
    topics = {one.topic_id for one in options.homework if one.topic_id is not None}
    faults = {
        "topicIds": [FieldError("limit.unknown_choice")] if set(form.topic_ids) - topics else [],
        "homeworkIds": [FieldError("limit.unknown_choice")] if set(form.homework_ids) - known else [],
    }
    if not form.topic_ids and not form.homework_ids:
        faults["topicIds"] = [FieldError("limit.required")]
    if any(faults.values()):
        raise ValidationError({name: found for name, found in faults.items() if found})
    wanted = {*form.homework_ids, *(one.homework_id for one in options.homework if one.topic_id in form.topic_ids)}
    async with uow:
        sent, left_out = await reminders.remind(
            form.group_id, sorted(wanted), form.student_ids, today, actor=actor, now=now, uow=uow
        )
        for homework_id, students in sent.items():
            event = HomeworkReminded(homework_id=homework_id, group_id=form.group_id, student_ids=students)
            uow.emit(event, request_id=actor.request_id)
            uow.audit("homework.reminded", "homework", homework_id, actor=actor, permission=ALL, count=len(students))
        await uow.commit()
    return Reminded(reminded=sum(map(len, sent.values())), left_out=left_out)
