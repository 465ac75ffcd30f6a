"""Days without lessons; future lessons are regenerated at once (D-71)."""

from typing import Any

from application.actor import Actor
from application.attendance.ports.sheets import AttendanceViews
from application.authorization import SIGNED_IN, permits
from application.ports import UnitOfWork
from contracts.attendance.attendance_sheets import AddHoliday, HolidayAnswer, HolidayRow, Holidays
from contracts.job_kinds import LESSONS_MAKE
from contracts.shared import Empty, check
from domain.attendance.holiday import Holiday

GUARD = "all_groups:attendance"


@permits(SIGNED_IN)
async def list_holidays(*, actor: Actor, attendance: AttendanceViews) -> Holidays:
    """Lists the holidays, newest first."""
    return await attendance.holidays()


@permits(GUARD, do="update")
async def add_holiday(form: AddHoliday, *, actor: Actor, uow: UnitOfWork) -> HolidayAnswer:
    """Adds a holiday; untouched future lessons of that day are removed.

    Raises DomainError if the day is a holiday already.
    """
    check(form)
    async with uow:
        day = Holiday(form.date, form.name.strip(), created_by=actor.id)
        uow.add(day)
        await uow.flush()
        facts: dict[str, Any] = {"date": day.date.isoformat(), "name": day.name}
        uow.audit("attendance.holiday_added", "holiday", day.id, actor=actor, permission=GUARD, after=facts, **facts)
        await uow.enqueue(LESSONS_MAKE, {}, actor=actor)
        await uow.commit()
        return HolidayAnswer(holiday=HolidayRow(id=day.id or 0, date=day.date, name=day.name))


@permits(GUARD, do="update")
async def remove_holiday(holiday_id: int, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Removes a holiday; future lessons of that day are restored. Raises NotFound."""
    async with uow:
        day = await uow.load(Holiday, holiday_id)
        facts: dict[str, Any] = {"date": day.date.isoformat(), "name": day.name}
        await uow.remove(day)
        uow.audit(
            "attendance.holiday_removed", "holiday", holiday_id, actor=actor, permission=GUARD, before=facts, **facts
        )
        await uow.enqueue(LESSONS_MAKE, {}, actor=actor)
        await uow.commit()
        return Empty()
