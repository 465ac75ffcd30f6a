"""Student statuses: texts and inclusion in statistics; the set is fixed (D-62)."""

from typing import Any

import msgspec

from application.actor import Actor
from application.authorization import CENTRE, SIGNED_IN, permits
from application.ports import UnitOfWork
from contracts.settings.control_actions import ChangeControlAction, ControlActionAnswer, ControlActionCard, StatusTexts
from contracts.shared import Empty, check, limits_of
from domain.settings.control_action import ControlAction
from domain.shared.errors import Conflict, FieldError
from domain.shared.text import clean_line

GUARD = "settings:student_statutes"


@permits(SIGNED_IN)
async def show_control_action(action_id: int, *, actor: Actor, uow: UnitOfWork) -> ControlActionAnswer:
    """Returns one status with its texts in every language. Raises NotFound."""
    async with uow:
        return ControlActionAnswer(control_action=to_card(await uow.load(ControlAction, action_id)))


@permits(GUARD, do="update", scope=CENTRE)
async def change_control_action(action_id: int, form: ChangeControlAction, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Changes a status's texts, and if its students count in statistics.

    Raises ValidationError with the missing or too long texts, as displayName.uz; Conflict (D-8); NotFound.
    """
    check_words(form)
    async with uow:
        action = await uow.load(ControlAction, action_id, lock=True)
        if action.version != form.version:
            raise Conflict(to_card(action))
        before, after = apply_form(action, form)
        if after:
            uow.audit(
                "settings.status_changed",
                "control_action",
                action_id,
                actor=actor,
                permission=GUARD,
                before=before,
                after=after,
                name=action.name,
            )
            await uow.commit()
    return Empty()


def apply_form(action: ControlAction, form: ChangeControlAction) -> tuple[dict[str, Any], dict[str, Any]]:
    """Applies the form to the status and returns before and after."""
    before = audit_values(action)
    texts = {language: clean_line(text) for language, text in msgspec.structs.asdict(form.display_name).items()}
    action.display_name, action.counts_in_statistics = texts, form.counts_in_statistics
    changed = {name: value for name, value in audit_values(action).items() if before[name] != value}
    return {name: before[name] for name in changed}, changed


def check_words(form: ChangeControlAction) -> None:
    """Raises ValidationError with the missing or too long texts, as displayName.uz."""
    check(form, **_faults(form))


def _faults(form: ChangeControlAction) -> dict[str, list[FieldError]]:
    limits = limits_of(type(form.display_name)).items()
    return {f"displayName.{name}": list(limit.faults(getattr(form.display_name, name))) for name, limit in limits}


def audit_values(action: ControlAction) -> dict[str, Any]:
    """Returns the status as the audit log records it."""
    return {"display_name": dict(action.display_name), "counts_in_statistics": action.counts_in_statistics}


def to_card(action: ControlAction) -> ControlActionCard:
    """Returns the status as its page shows it."""
    texts = {language: action.display_name.get(language, action.name) for language in ("uz", "ru", "en")}
    return ControlActionCard(
        id=action.id,
        name=action.name,
        display_name=StatusTexts(**texts),
        counts_in_statistics=action.counts_in_statistics,
        version=action.version,
    )
