"""Reverts a change of an exam's fields, by the rules of an edit (D-86).

Nothing of it can be reverted after the announcement.
"""

import functools
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.audit.ports import AuditRecords, PresentState, RevertResult
from application.audit.revert import RevertibleRecord, apply_revert, preview_revert
from application.authorization import permits
from application.exams.fields import date_faults, facts_of, month_facts, month_faults
from application.exams.give import ENTITY, load_exam
from application.exams.ports import ExamStore
from application.exams.sight import EXAM, EXAMS, guard_of
from application.homework.scope import work_scope
from application.ports import Clock, UnitOfWork
from contracts.audit import ConfirmRevert, RevertPreview
from contracts.exams.exams import EditExam
from contracts.shared import check as check_limits
from domain.exams.exam import Exam
from domain.shared.errors import FieldError
from domain.shared.text import clean_text


@permits(*EXAMS, do="update")
async def preview_exam_revert(
    exam_id: int,
    audit_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    records: AuditRecords,
    clock: Clock,
    zone: ZoneInfo,
) -> RevertPreview:
    """Previews the revert: restored fields, and unchanged ones with the reason.

    Raises NotFound; DomainError: exams.announced_already, history.own_way.
    """
    return await preview_revert(_record(exam_store), exam_id, audit_id, actor, uow, records, clock, zone)


@permits(*EXAMS, do="update")
async def revert_exam_change(
    exam_id: int,
    audit_id: int,
    form: ConfirmRevert,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    records: AuditRecords,
    clock: Clock,
    zone: ZoneInfo,
) -> RevertPreview:
    """Reverts one change: the fields that are still as it left them.

    Raises as the preview; Conflict with the present preview; ValidationError; DomainError:
    history.nothing_to_take_back.
    """
    return await apply_revert(_record(exam_store), exam_id, audit_id, form, actor, uow, records, clock, zone)


def exam_faults(
    present: Mapping[str, Any], back: Mapping[str, Any], *, now: datetime
) -> Mapping[str, Sequence[FieldError]]:
    """Returns the errors of restored dates, by the rules of an edit."""
    faults: dict[str, Sequence[FieldError]] = {}
    if "deadline" in back and datetime.fromisoformat(back["deadline"]) <= now:
        faults["deadline"] = [FieldError("history.left.past")]
    values = {**present, **{name: value for name, value in back.items() if name not in faults}}
    if datetime.fromisoformat(values["deadline"]) <= datetime.fromisoformat(values["begins_at"]):
        order = [FieldError("error.exams.deadline_before_begin")]
        faults = {name: order for name in ("begins_at", "deadline") if name in back} | faults
    return faults


def _record(exam_store: ExamStore) -> RevertibleRecord:
    present = functools.partial(_present_exam, exam_store=exam_store)
    restore = functools.partial(_restore_exam, exam_store=exam_store)
    return RevertibleRecord(ENTITY, EXAMS, present, restore, exam_faults)


async def _present_exam(id: int, *, actor: Actor, uow: UnitOfWork, exam_store: ExamStore) -> PresentState:
    exam = await _load(id, actor, uow, exam_store)
    exam.check_unannounced()
    return PresentState(exam.version, facts_of(exam) | month_facts(await exam_store.study_month_ids(id, uow)))


async def _restore_exam(
    id: int,
    back: Mapping[str, Any],
    *,
    actor: Actor,
    uow: UnitOfWork,
    now: datetime,
    zone: ZoneInfo,
    exam_store: ExamStore,
) -> RevertResult:
    exam = await _load(id, actor, uow, exam_store)
    before = facts_of(exam) | month_facts(await exam_store.study_month_ids(id, uow))
    values = {**before, **back}
    form = EditExam(
        version=exam.version,
        study_month_ids=values["study_month_ids"],
        description=values["description"],
        begins_at=datetime.fromisoformat(values["begins_at"]),
        deadline=datetime.fromisoformat(values["deadline"]),
    )
    group = await exam_store.group(exam.group_id, work_scope(actor, EXAM, do="update"), uow)
    months = month_faults(form.study_month_ids, group) if "study_month_ids" in back else []
    dates = {"beginsAt": date_faults(form.begins_at), "deadline": date_faults(form.deadline)}
    check_limits(form, studyMonthIds=months, **dates)
    exam.edit(clean_text(form.description), form.begins_at, form.deadline, now)
    if "study_month_ids" in back:
        await exam_store.set_study_months(id, form.study_month_ids, uow)
    await exam_store.move_due(id, exam.deadline, uow)
    after = facts_of(exam) | month_facts(form.study_month_ids)
    return RevertResult(
        {name: before[name] for name in back}, {name: after[name] for name in back}, guard_of(actor, "update")
    )


async def _load(id: int, actor: Actor, uow: UnitOfWork, exam_store: ExamStore) -> Exam:
    return await load_exam(id, None, work_scope(actor, EXAM, do="update"), uow, exam_store)
