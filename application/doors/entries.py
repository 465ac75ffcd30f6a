"""Entries reported by door devices; they only propose marks (D-24, T4)."""

import hmac
from collections.abc import Sequence
from datetime import datetime

from application.actor import Actor
from application.authorization import PUBLIC, permits
from application.doors.ports import DevicesToken, DoorEntryStore, ReportedEntry
from application.ports import Clock, UnitOfWork
from contracts.attendance.attendance_sheets import MAX_DOOR_EVENTS, AcceptedDoorEvents, DoorEvent, DoorEvents
from contracts.shared import check
from domain.doors.entries import Doubt, date_entry
from domain.shared.errors import DomainError, FieldError, ValidationError


def admit_device(token: str, *, devices_token: DevicesToken) -> None:
    """Raises DomainError("shared.unauthorised") for a caller without the device token."""
    if not (devices_token and hmac.compare_digest(token.encode(), devices_token.encode())):
        raise DomainError("shared.unauthorised")


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
) -> AcceptedDoorEvents:
    """Stores the entries that a device reports; a repeat changes nothing.

    A device authenticates with the device token.

    A clock that deviates by more than a minute, an impossible date and an unknown person number are stored with a flag
    for review (T4). Raises DomainError("shared.unauthorised"), ValidationError.
    """
    admit_device(token, devices_token=devices_token)
    _check(form.events)
    now = clock.now()
    entries = [_reported(event, now) for event in form.events]
    async with uow:
        stored = await doors.store(entries, now, uow)
        await uow.commit()
    return AcceptedDoorEvents(taken=stored.taken, known=len(entries) - stored.taken, doubtful=stored.doubtful)


def _check(events: Sequence[DoorEvent]) -> None:
    if len(events) > MAX_DOOR_EVENTS:
        raise ValidationError({"events": [FieldError("limit.le", {"limit": MAX_DOOR_EVENTS})]})
    for event in events:
        check(event)


def _reported(event: DoorEvent, now: datetime) -> ReportedEntry:
    at = _instant(event.at)
    counts = date_entry(at, now, stored=event.stored)
    believable = None if counts.doubt is Doubt.DATE else at
    return ReportedEntry(event.device.strip(), event.serial, event.person.strip(), believable, counts)


def _instant(text: str) -> datetime | None:
    """Parses a time with its zone; None for anything else."""
    try:
        at = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return at if at.tzinfo else None
