"""Reverts one change of an entity from its history.

The permissions and rules of an edit of the entity apply.
"""

import functools
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, Protocol
from zoneinfo import ZoneInfo

import msgspec

from application.actor import Actor
from application.audit.ports import (
    ApplyRevert,
    AuditRecord,
    AuditRecords,
    FaultsNow,
    PresentState,
    ReadPresent,
    RevertFaults,
    RevertibleNow,
)
from application.audit.presenters import flat
from application.authorization import permits
from application.ports import Clock, UnitOfWork
from contracts.audit import AuditChange, ConfirmRevert, NotReverted, RevertPreview
from contracts.texts import translate
from domain.audit.revert import TAKEN_BACK, NotRevertible, not_revertible, plan_revert
from domain.shared.errors import Conflict, DomainError


@dataclass(frozen=True)
class RevertibleRecord:
    """A kind of entity whose changes can be reverted, declared by its context.

    ``guards``: the permissions of an edit. ``prefix``: see ``domain.audit.revert.plan_revert``.
    ``scope``: that of an edit, see ``permits``.
    """

    entity: str
    guards: tuple[str, ...]
    present: ReadPresent
    apply_revert: ApplyRevert
    faults: RevertFaults | None = None
    prefix: str = ""
    scope: str = ""


class PreviewRevert(Protocol):
    """Previews a revert: restored fields, and unchanged ones with the reason.

    Raises NotFound, DomainError.
    """

    def __call__(
        self,
        id: int,
        audit_id: int,
        *,
        actor: Actor,
        uow: UnitOfWork,
        records: AuditRecords,
        clock: Clock,
        zone: ZoneInfo,
    ) -> Awaitable[RevertPreview]:
        """Changes nothing."""
        ...


class RevertChange(Protocol):
    """Reverts a change, as a change of its own.

    Raises Conflict with the current preview; DomainError if nothing is left to revert.
    """

    def __call__(
        self,
        id: int,
        audit_id: int,
        form: ConfirmRevert,
        *,
        actor: Actor,
        uow: UnitOfWork,
        records: AuditRecords,
        clock: Clock,
        zone: ZoneInfo,
    ) -> Awaitable[RevertPreview]:
        """Returns the effect."""
        ...


class RevertCalls(NamedTuple):
    """Both use cases of one kind of entity."""

    preview: PreviewRevert
    revert: RevertChange


def revertible(record: RevertibleRecord) -> RevertCalls:
    """Builds the use cases that preview and revert a change of such an entity."""

    @permits(*record.guards, do="update", scope=record.scope)
    async def show(
        id: int, audit_id: int, *, actor: Actor, uow: UnitOfWork, records: AuditRecords, clock: Clock, zone: ZoneInfo
    ) -> RevertPreview:
        """Previews the revert: restored fields, and unchanged ones with the reason."""
        return await preview_revert(record, id, audit_id, actor, uow, records, clock, zone)

    @permits(*record.guards, do="update", scope=record.scope)
    async def revert_change(
        id: int,
        audit_id: int,
        form: ConfirmRevert,
        *,
        actor: Actor,
        uow: UnitOfWork,
        records: AuditRecords,
        clock: Clock,
        zone: ZoneInfo,
    ) -> RevertPreview:
        """Reverts one change: the fields that are still as it left them."""
        return await apply_revert(record, id, audit_id, form, actor, uow, records, clock, zone)

    return RevertCalls(show, revert_change)


def obstacle(before: Mapping[str, Any], after: Mapping[str, Any], record: RevertibleNow, language: str) -> str | None:
    """Returns the reason why no field of a change can be restored, or None."""
    if record.present is None:
        return translate(f"history.untaken.{NotRevertible.GONE}", language)
    planned = _plan_fields(before, after, flat(record.present), record.faults, language)
    return None if planned.back else "; ".join(dict.fromkeys(planned.left.values()))


async def preview_revert(
    record: RevertibleRecord,
    id: int,
    audit_id: int,
    actor: Actor,
    uow: UnitOfWork,
    records: AuditRecords,
    clock: Clock,
    zone: ZoneInfo,
) -> RevertPreview:
    """Previews a revert, for a use case that has its own ports. See ``PreviewRevert``."""
    async with uow:
        present = await record.present(id, actor=actor, uow=uow)
    audit_record = await _load_record(record, id, audit_id, records)
    planned = _plan(record, audit_record, present, clock.now().astimezone(zone), actor.language)
    return await _present_plan(record, audit_record, present, planned, actor, records)


async def apply_revert(
    record: RevertibleRecord,
    id: int,
    audit_id: int,
    form: ConfirmRevert,
    actor: Actor,
    uow: UnitOfWork,
    records: AuditRecords,
    clock: Clock,
    zone: ZoneInfo,
) -> RevertPreview:
    """Reverts a change, for a use case that has its own ports. See ``RevertChange``."""
    async with uow:
        present = await record.present(id, actor=actor, uow=uow)
        audit_record = await _load_record(record, id, audit_id, records)
        now = clock.now()
        planned = _plan(record, audit_record, present, now.astimezone(zone), actor.language)
        preview = await _present_plan(record, audit_record, present, planned, actor, records)
        if present.version != form.version:
            raise Conflict(preview)
        if not planned.back:
            raise DomainError("history.nothing_to_take_back")
        done = await record.apply_revert(id, planned.back, actor=actor, uow=uow, now=now, zone=zone)
        uow.audit(
            TAKEN_BACK, record.entity, id, actor=actor, permission=done.permission,
            before=done.before, after=done.after, personal=done.personal, change=audit_id,
        )  # fmt: skip
        await uow.commit()
    return preview


async def _load_record(record: RevertibleRecord, id: int, audit_id: int, records: AuditRecords) -> AuditRecord:
    audit_record = await records.find(record.entity, id, audit_id)
    if not_revertible(record.entity, audit_record.verb, by_run=False):
        raise DomainError("history.own_way")
    return audit_record


@dataclass(frozen=True)
class _Planned:
    """``left``: field → the reason why it stays, as text."""

    back: Mapping[str, Any]
    left: Mapping[str, str]


def _plan(
    record: RevertibleRecord, audit_record: AuditRecord, present: PresentState, now: datetime, language: str
) -> _Planned:
    faults = functools.partial(record.faults, now=now) if record.faults else None
    current = _current_values(present)
    return _plan_fields(audit_record.before, audit_record.after, current, faults, language, record.prefix)


def _plan_fields(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    current: Mapping[str, Any],
    faults_of: FaultsNow | None,
    language: str,
    prefix: str = "",
) -> _Planned:
    by_rule = plan_revert(flat(before), flat(after), current, prefix)
    faults = faults_of(current, by_rule.back) if faults_of else {}
    left = {name: translate(f"history.left.{why}", language) for name, why in by_rule.left.items()}
    refused = {name: faults[name] for name in by_rule.back if name in faults}
    left |= {
        name: " ".join(translate(one.code, language, **one.params) for one in all) for name, all in refused.items()
    }
    return _Planned({name: value for name, value in by_rule.back.items() if name not in refused}, left)


def _current_values(present: PresentState) -> Mapping[str, Any]:
    """Converts the current values to JSON types, as records store them."""
    return flat(msgspec.to_builtins(dict(present.values)))


async def _present_plan(
    record: RevertibleRecord,
    audit_record: AuditRecord,
    present: PresentState,
    planned: _Planned,
    actor: Actor,
    records: AuditRecords,
) -> RevertPreview:
    was, now = flat(audit_record.before), {**flat(audit_record.after), **_current_values(present)}

    async def of(names: Mapping[str, Any]) -> list[AuditChange]:
        sides = {name: now.get(name) for name in names}, {name: was.get(name) for name in names}
        return await records.present_changes(record.entity, *sides, actor, personal=audit_record.personal)

    left = [NotReverted(change=change, reason=planned.left[change.field]) for change in await of(planned.left)]
    return RevertPreview(version=present.version, changes=await of(planned.back), left=left)
