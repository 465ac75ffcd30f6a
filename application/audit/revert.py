"""Taking back one change of one thing from its history, by the right and the rules of an edit of it."""

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol
from zoneinfo import ZoneInfo

import msgspec

from application.access import revert as of_access
from application.access.account_service import STAFF, USERS
from application.access.roles import GUARD as ROLES
from application.actor import Actor
from application.audit.presenters import flat
from application.audit.revert_ports import (
    ApplyRevert,
    AuditRecord,
    AuditRecords,
    PresentState,
    ReadPresent,
    RevertFaults,
)
from application.authorization import permits
from application.branches import revert as of_branches
from application.branches.branches import GUARD as OFFICES
from application.people.students import revert as of_people
from application.people.students.edit import GUARD as STUDENTS
from application.ports import Clock, UnitOfWork
from application.settings import revert as of_settings
from application.settings.control_actions import GUARD as STATUSES
from contracts.audit import AuditChange, LeftAsItIs, TakeBack, TakingBack
from contracts.texts import translate
from domain.audit.revert import TAKEN_BACK, plan, untaken
from domain.shared.errors import Conflict, DomainError


@dataclass(frozen=True)
class Kind:
    """A kind of things whose changes can be taken back. ``prefix``: see ``domain.audit.revert.plan``."""

    entity: str
    guards: tuple[str, ...]
    present: ReadPresent
    put_back: ApplyRevert
    faults: RevertFaults | None = None
    prefix: str = ""


STUDENT = Kind("student", (STUDENTS,), of_people.present_student, of_people.put_back_student, of_people.student_faults)
ACCOUNT = Kind("user", (USERS, STAFF), of_access.present_account, of_access.put_back_account)
ROLE = Kind("role", (ROLES,), of_access.present_role, of_access.put_back_role, prefix="permissions.")
OFFICE = Kind("office", (OFFICES,), of_branches.present_office, of_branches.put_back_office)
STATUS = Kind("control_action", (STATUSES,), of_settings.present_status, of_settings.put_back_status)


class Shows(Protocol):
    """What taking a change back would do: what goes back, and what stays and why. Raises NotFound, DomainError."""

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
    ) -> Awaitable[TakingBack]:
        """Nothing is changed."""
        ...


class TakesBack(Protocol):
    """Does it, as a change of its own.

    Raises Conflict with what it would do now; DomainError where nothing is left to do.
    """

    def __call__(
        self,
        id: int,
        audit_id: int,
        form: TakeBack,
        *,
        actor: Actor,
        uow: UnitOfWork,
        records: AuditRecords,
        clock: Clock,
        zone: ZoneInfo,
    ) -> Awaitable[TakingBack]:
        """What was done."""
        ...


def _shows(kind: Kind) -> Shows:
    @permits(*kind.guards, do="update")
    async def show(
        id: int, audit_id: int, *, actor: Actor, uow: UnitOfWork, records: AuditRecords, clock: Clock, zone: ZoneInfo
    ) -> TakingBack:
        """Shows what taking this change back would do: what goes back, and what stays as it is and why."""
        async with uow:
            present = await kind.present(id, actor=actor, uow=uow)
        recorded = await _recorded(kind, id, audit_id, records)
        planned = _planned(kind, recorded, present, clock.now().astimezone(zone).date(), actor.language)
        return await _told(kind, recorded, present, planned, actor, records)

    return show


def _takes_back(kind: Kind) -> TakesBack:
    @permits(*kind.guards, do="update")
    async def take_back(
        id: int,
        audit_id: int,
        form: TakeBack,
        *,
        actor: Actor,
        uow: UnitOfWork,
        records: AuditRecords,
        clock: Clock,
        zone: ZoneInfo,
    ) -> TakingBack:
        """Takes one change back: the fields that still are as it left them."""
        async with uow:
            present = await kind.present(id, actor=actor, uow=uow)
            recorded = await _recorded(kind, id, audit_id, records)
            planned = _planned(kind, recorded, present, clock.now().astimezone(zone).date(), actor.language)
            told = await _told(kind, recorded, present, planned, actor, records)
            if present.version != form.version:
                raise Conflict(told)
            if not planned.back:
                raise DomainError("history.nothing_to_take_back")
            done = await kind.put_back(id, planned.back, actor=actor, uow=uow, now=clock.now(), zone=zone)
            uow.audit(
                TAKEN_BACK, kind.entity, id, actor=actor, permission=done.permission,
                before=done.before, after=done.after, personal=done.personal, change=audit_id,
            )  # fmt: skip
            await uow.commit()
        return told

    return take_back


show_student, take_back_student = _shows(STUDENT), _takes_back(STUDENT)
show_account, take_back_account = _shows(ACCOUNT), _takes_back(ACCOUNT)
show_role, take_back_role = _shows(ROLE), _takes_back(ROLE)
show_office, take_back_office = _shows(OFFICE), _takes_back(OFFICE)
show_status, take_back_status = _shows(STATUS), _takes_back(STATUS)


async def _recorded(kind: Kind, id: int, audit_id: int, records: AuditRecords) -> AuditRecord:
    recorded = await records.recorded(kind.entity, id, audit_id)
    if untaken(kind.entity, recorded.verb, by_run=False):
        raise DomainError("history.own_way")
    return recorded


@dataclass(frozen=True)
class _Planned:
    """``left``: field → why it stays, in words."""

    back: Mapping[str, Any]
    left: Mapping[str, str]


def _planned(kind: Kind, recorded: AuditRecord, present: PresentState, today: date, language: str) -> _Planned:
    now = _now(present)
    by_rule = plan(flat(recorded.before), flat(recorded.after), now, kind.prefix)
    faults = kind.faults(now, by_rule.back, today=today) if kind.faults else {}
    left = {name: translate(f"history.left.{why}", language) for name, why in by_rule.left.items()}
    refused = {name: faults[name] for name in by_rule.back if name in faults}
    left |= {
        name: " ".join(translate(one.code, language, **one.params) for one in all) for name, all in refused.items()
    }
    return _Planned({name: value for name, value in by_rule.back.items() if name not in refused}, left)


def _now(present: PresentState) -> Mapping[str, Any]:
    """As JSON has it: what is compared was kept so."""
    return flat(msgspec.to_builtins(dict(present.values)))


async def _told(
    kind: Kind, recorded: AuditRecord, present: PresentState, planned: _Planned, actor: Actor, records: AuditRecords
) -> TakingBack:
    was, now = flat(recorded.before), {**flat(recorded.after), **_now(present)}

    async def of(names: Mapping[str, Any]) -> list[AuditChange]:
        sides = {name: now.get(name) for name in names}, {name: was.get(name) for name in names}
        return await records.told(kind.entity, *sides, actor, personal=recorded.personal)

    left = [LeftAsItIs(change=change, reason=planned.left[change.field]) for change in await of(planned.left)]
    return TakingBack(version=present.version, changes=await of(planned.back), left=left)
