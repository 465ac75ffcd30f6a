"""Reverts a branch's name, by the rules of its form."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.audit.ports import PresentState, RevertResult
from application.audit.revert import RevertibleRecord, revertible
from application.branches.branches import GUARD
from application.ports import UnitOfWork
from contracts.branches import ChangeOffice
from contracts.shared import check
from domain.branches.office import Office


async def present_office(id: int, *, actor: Actor, uow: UnitOfWork) -> PresentState:
    """Returns the name; the head office does not change (R1-235).

    Raises NotFound for a branch outside the caller's scope.
    """
    office = await uow.load(Office, id, seen_by=actor, lock=True)
    return PresentState(office.version, {"name": office.name})


async def revert_office(
    id: int, back: Mapping[str, Any], *, actor: Actor, uow: UnitOfWork, now: datetime, zone: ZoneInfo
) -> RevertResult:
    """Restores the name; the branch stops following the school's name."""
    office = await uow.load(Office, id, seen_by=actor, lock=True)
    check(ChangeOffice(name=back["name"], version=office.version))
    before, office.name = office.name, back["name"]
    return RevertResult({"name": before}, {"name": office.name}, GUARD)


BRANCH_REVERT = revertible(RevertibleRecord("office", (GUARD,), present_office, revert_office))
