"""Days without lessons; future lessons are regenerated at once (D-71, D-153)."""

from collections.abc import Iterable
from typing import Any

from application.actor import Actor
from application.attendance.ports.sheets import AttendanceViews
from application.authorization import SIGNED_IN, check_writable, permits, writable_offices
from application.ports import UnitOfWork
from contracts.attendance.attendance_sheets import AddHoliday, HolidayAnswer, HolidayRow, Holidays
from contracts.job_kinds import LESSONS_MAKE
from contracts.shared import Empty, Named, check
from domain.access.escalation import branches_beyond
from domain.attendance.holiday import Holiday, HolidayOffice
from domain.branches.office import Office
from domain.shared.errors import DomainError, FieldError
from domain.shared.text import clean_line

GUARD = "all_groups:attendance"


@permits(SIGNED_IN)
async def list_holidays(*, actor: Actor, attendance: AttendanceViews) -> Holidays:
    """Lists the holidays of the centre and of the caller's branches, newest first."""
    return await attendance.holidays(actor)


@permits(GUARD, do="update")
async def add_holiday(form: AddHoliday, *, actor: Actor, uow: UnitOfWork) -> HolidayAnswer:
    """Adds a holiday of the named branches, or of the whole centre.

    Untouched future lessons of that day are removed there.

    Raises DomainError if the day is a holiday there already; DomainError("access.centre_wide") for the whole centre by
    a caller of some branches; ValidationError, also for branches that are not the caller's.
    """
    wanted = set(form.office_ids)
    if not wanted:
        check_writable(actor)
    async with uow:
        offices = await _offices(wanted, actor, uow)
        check(form, officeIds=[FieldError("limit.unknown_choice")] if len(offices) < len(wanted) else [])
        closed = await uow.find(Holiday, date=form.date, whole_centre=True) if wanted else None
        if closed is not None:
            raise DomainError("attendance.holiday_taken")
        day = Holiday(form.date, clean_line(form.name), whole_centre=not wanted, created_by=actor.id)
        uow.add(day)
        await uow.flush()
        for office in offices:
            uow.add(HolidayOffice(day.id or 0, office.id, day.date))
        await uow.flush()
        after = _facts(day, wanted)
        shown = {"date": after["date"], "name": after["name"]}
        uow.audit("attendance.holiday_added", "holiday", day.id, actor=actor, permission=GUARD, after=after, **shown)
        await uow.enqueue(LESSONS_MAKE, {}, actor=actor)
        await uow.commit()
        row = HolidayRow(
            id=day.id or 0, date=day.date, name=day.name, whole_centre=day.whole_centre, offices=offices, elsewhere=0
        )
        return HolidayAnswer(holiday=row)


@permits(GUARD, do="update")
async def remove_holiday(holiday_id: int, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Removes a holiday; future lessons of that day are restored.

    Raises NotFound; DomainError("access.centre_wide") or DomainError("access.other_branches") if the holiday is not
    the caller's branches' alone.
    """
    async with uow:
        day = await uow.load(Holiday, holiday_id, seen_by=actor, lock=True)
        places = await uow.find_all(HolidayOffice, holiday_id=holiday_id)
        office_ids = {place.office_id for place in places}
        check_writable(actor, office_ids)
        before = _facts(day, office_ids)
        for place in places:
            await uow.remove(place)
        await uow.flush()
        await uow.remove(day)
        shown = {"date": before["date"], "name": before["name"]}
        uow.audit(
            "attendance.holiday_removed", "holiday", holiday_id, actor=actor, permission=GUARD, before=before, **shown
        )
        await uow.enqueue(LESSONS_MAKE, {}, actor=actor)
        await uow.commit()
        return Empty()


async def _offices(wanted: set[int], actor: Actor, uow: UnitOfWork) -> list[Named]:
    """Returns those of the wanted branches that the actor may write for, by name."""
    if not wanted or branches_beyond(writable_offices(actor), wanted):
        return []
    known = (office for office in await uow.find_all(Office) if office.id in wanted)
    return sorted((Named(id=office.id or 0, name=office.name) for office in known), key=lambda office: office.name)


def _facts(day: Holiday, office_ids: Iterable[int]) -> dict[str, Any]:
    """Returns the holiday as the audit log records it."""
    facts: dict[str, Any] = {"date": day.date.isoformat(), "name": day.name}
    return facts if day.whole_centre else facts | {"office_ids": sorted(office_ids)}
