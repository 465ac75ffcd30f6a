"""Entries that the door devices tell: who came, and when; they only propose marks (D-24, T4)."""

import hmac
from collections.abc import Sequence
from datetime import datetime

from application.actor import Actor
from application.authorization import PUBLIC, permits
from application.doors.ports import DevicesToken, DoorEntryStore, Told
from application.ports import Clock, UnitOfWork
from contracts.attendance.attendance_sheets import DOOR_EVENTS_MAX, DoorEvent, DoorEvents, TakenDoorEvents
from contracts.shared import check
from domain.doors.entries import Doubt, date_entry
from domain.shared.errors import DomainError, FieldError, ValidationError


@permits(PUBLIC)
async def take_door_events(
    form: DoorEvents,
    *,
    token: str,
    devices_token: DevicesToken,
    uow: UnitOfWork,
    doors: DoorEntryStore,
    clock: Clock,
    actor: Actor | None = None,
) -> TakenDoorEvents:
    """Keeps what a device tells; a repeat changes nothing. A device shows the token of the devices.

    A clock that is wrong by more than a minute, a date that can't be and a number that nobody has are kept and
    flagged, so that somebody looks (T4). Raises DomainError("shared.unauthorised"), ValidationError.
    """
    if not (devices_token and hmac.compare_digest(token.encode(), devices_token.encode())):
        raise DomainError("shared.unauthorised")
    _check(form.events)
    now = clock.now()
    told = [_told(event, now) for event in form.events]
    async with uow:
        kept = await doors.keep(told, now, uow)
        await uow.commit()
    return TakenDoorEvents(taken=kept.taken, known=len(told) - kept.taken, doubtful=kept.doubtful)


def _check(events: Sequence[DoorEvent]) -> None:
    if len(events) > DOOR_EVENTS_MAX:
        raise ValidationError({"events": [FieldError("limit.le", {"limit": DOOR_EVENTS_MAX})]})
    for event in events:
        check(event)


def _told(event: DoorEvent, now: datetime) -> Told:
    at = _instant(event.at)
    counts = date_entry(at, now, stored=event.stored)
    believable = None if counts.doubt is Doubt.DATE else at
    return Told(event.device.strip(), event.serial, event.person.strip(), believable, counts)


def _instant(text: str) -> datetime | None:
    """A moment with its zone; None for anything else that a broken clock may tell."""
    try:
        at = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return at if at.tzinfo else None
