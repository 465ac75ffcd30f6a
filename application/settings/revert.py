"""Reverts a student status, by the rules of its form."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.audit.ports import PresentState, RevertResult
from application.audit.revert import RevertibleRecord, revertible
from application.authorization import CENTRE
from application.ports import UnitOfWork
from application.settings.control_actions import GUARD, apply_form, audit_values, check_words, to_card
from contracts.settings.control_actions import ChangeControlAction, ChangedStatusTexts
from domain.settings.control_action import ControlAction

WORDS = ("uz", "ru", "en")


async def present_status(id: int, *, actor: Actor, uow: UnitOfWork) -> PresentState:
    """Returns the texts and the inclusion in statistics. Raises NotFound."""
    action = await uow.load(ControlAction, id, lock=True)
    return PresentState(action.version, audit_values(action))


async def revert_status(
    id: int, back: Mapping[str, Any], *, actor: Actor, uow: UnitOfWork, now: datetime, zone: ZoneInfo
) -> RevertResult:
    """Restores the values.

    A text that was empty at the time cannot be restored: the form requires it.
    """
    action = await uow.load(ControlAction, id, lock=True)
    card = to_card(action)
    texts = {name: back.get(f"display_name.{name}", getattr(card.display_name, name)) or "" for name in WORDS}
    counts = bool(back.get("counts_in_statistics", card.counts_in_statistics))
    form = ChangeControlAction(
        display_name=ChangedStatusTexts(**texts), counts_in_statistics=counts, version=action.version
    )
    check_words(form)
    before, after = apply_form(action, form)
    return RevertResult(before, after, GUARD)


CONTROL_ACTION_REVERT = revertible(
    RevertibleRecord("control_action", (GUARD,), present_status, revert_status, scope=CENTRE)
)
