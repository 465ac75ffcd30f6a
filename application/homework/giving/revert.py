"""Reverts a change of a homework's fields, by the rules of an edit (D-80)."""

import functools
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.audit.ports import AuditRecords, PresentState, RevertResult
from application.audit.revert import RevertibleRecord, apply_revert, preview_revert
from application.authorization import Audience, permits
from application.homework.giving.fields import facts_of, topic_faults
from application.homework.giving.give import ALL, ENTITY, OPTION, OWN, guard_of, load_homework
from application.homework.giving.ports import HomeworkStore
from application.homework.scope import work_scope
from application.ports import Clock, UnitOfWork
from contracts.audit import ConfirmRevert, RevertPreview
from contracts.homework.giving import EditHomework
from contracts.shared import check as check_limits
from domain.homework.deadlines import is_to_come
from domain.shared.errors import FieldError
from domain.shared.text import clean_text


@permits(admin=ALL, academic=OWN, do="update")
async def preview_homework_revert(
    homework_id: int,
    audit_id: int,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    homework_store: HomeworkStore,
    records: AuditRecords,
    clock: Clock,
    zone: ZoneInfo,
) -> RevertPreview:
    """Previews the revert: restored fields, and unchanged ones with the reason.

    Raises NotFound, DomainError("history.own_way").
    """
    record = _record(audience, homework_store)
    return await preview_revert(record, homework_id, audit_id, actor, uow, records, clock, zone)


@permits(admin=ALL, academic=OWN, do="update")
async def revert_homework_change(
    homework_id: int,
    audit_id: int,
    form: ConfirmRevert,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    homework_store: HomeworkStore,
    records: AuditRecords,
    clock: Clock,
    zone: ZoneInfo,
) -> RevertPreview:
    """Reverts one change: the fields that are still as it left them.

    Raises as the preview; Conflict with the present preview; ValidationError; DomainError: homework.given_already,
    history.nothing_to_take_back.
    """
    record = _record(audience, homework_store)
    return await apply_revert(record, homework_id, audit_id, form, actor, uow, records, clock, zone)


def homework_faults(
    present: Mapping[str, Any], back: Mapping[str, Any], *, now: datetime
) -> Mapping[str, Sequence[FieldError]]:
    """Returns the errors: no deadline in the past (D-80), and its hours only with it."""
    faults: dict[str, Sequence[FieldError]] = {}
    if "deadline" not in back:
        faults["hours"] = [FieldError("history.left.changed_since")]
    elif not is_to_come(datetime.fromisoformat(back["deadline"]), now):
        faults["deadline"] = faults["hours"] = [FieldError("history.left.past")]
    return faults


def _record(audience: Audience, homework_store: HomeworkStore) -> RevertibleRecord:
    present = functools.partial(_present_homework, audience=audience, homework_store=homework_store)
    restore = functools.partial(_restore_homework, audience=audience, homework_store=homework_store)
    return RevertibleRecord(ENTITY, (guard_of(audience),), present, restore, homework_faults)


async def _present_homework(
    id: int, *, actor: Actor, uow: UnitOfWork, audience: Audience, homework_store: HomeworkStore
) -> PresentState:
    scope = work_scope(actor, OPTION, do="update", audience=audience)
    homework = await load_homework(id, None, scope, uow, homework_store)
    return PresentState(homework.version, facts_of(homework))


async def _restore_homework(
    id: int,
    back: Mapping[str, Any],
    *,
    actor: Actor,
    uow: UnitOfWork,
    now: datetime,
    zone: ZoneInfo,
    audience: Audience,
    homework_store: HomeworkStore,
) -> RevertResult:
    scope = work_scope(actor, OPTION, do="update", audience=audience)
    homework = await load_homework(id, None, scope, uow, homework_store)
    before, earlier = facts_of(homework), homework.deadline
    values = {**before, **back}
    form = EditHomework(version=homework.version, description=values["description"], topic_id=values["topic_id"])
    context = await homework_store.lesson(homework.lesson_id, scope, uow)
    check_limits(form, topicId=topic_faults(form.topic_id, context) if "topic_id" in back else [])
    homework.edit(clean_text(form.description), form.topic_id, homework.voice_file_id, homework.voice_seconds)
    if "deadline" in back:
        homework.restore_deadline(values["hours"], datetime.fromisoformat(values["deadline"]))
        await homework_store.move_due(id, earlier, homework.deadline, uow)
    after = facts_of(homework)
    return RevertResult({name: before[name] for name in back}, {name: after[name] for name in back}, guard_of(audience))
