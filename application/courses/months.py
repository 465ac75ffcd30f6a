"""The study months of a course (R2-206, R2-312, D-102)."""

from application.actor import Actor
from application.authorization import CENTRE, permits
from application.courses.courses import ENTITY, load_course
from application.courses.ports import CURRICULUM, MONTHS, READERS, CourseStore, CourseViews
from application.ports import UnitOfWork
from contracts.courses.courses import MonthForm, MonthList, ResetMonth, SaveMonths
from contracts.courses.curriculum import Curriculum
from contracts.events import CourseChanged
from contracts.shared import check, limits_of
from domain.courses.curriculum import CourseCurriculum, MonthEdit
from domain.shared.errors import Conflict, FieldError
from domain.shared.text import clean_line


@permits(*READERS)
async def list_months(course_id: int, *, actor: Actor, course_views: CourseViews) -> MonthList:
    """Lists the study months of a course (R2-386).

    Raises NotFound.
    """
    return await course_views.months(course_id)


@permits(MONTHS, do="update", scope=CENTRE)
async def save_months(
    course_id: int, form: SaveMonths, *, actor: Actor, uow: UnitOfWork, course_store: CourseStore
) -> MonthList:
    """Replaces the study months: names, planned lessons, own months (R2-386, R2-312).

    A month of the school keeps its number and stays; its name is sticky until it is the school's again (D-102).

    Raises NotFound; ValidationError; Conflict with the present months; DomainError: courses.month_of_school,
    courses.month_in_use.
    """
    check(form, **_faults(form))
    async with uow:
        course = await load_course(course_id, uow)
        curriculum = await course_store.lock_curriculum(course_id, uow)
        if curriculum.version != form.version:
            raise Conflict(await course_store.months(course_id, uow))
        before = month_facts(curriculum)
        check(form, **curriculum.save_months([_edit(month) for month in form.months]))
        if before != (after := month_facts(curriculum)):
            await course_store.save_curriculum(curriculum, uow)
            uow.audit(
                "courses.months_saved", ENTITY, course_id, actor=actor, permission=MONTHS, before={"months": before},
                after={"months": after}, name=course.name,
            )  # fmt: skip
            uow.emit(CourseChanged(course_id=course_id), request_id=actor.request_id)
        present = await course_store.months(course_id, uow)
        await uow.commit()
        return present


@permits(CURRICULUM, do="update", scope=CENTRE)
async def reset_month_order(
    course_id: int, month_id: int, form: ResetMonth, *, actor: Actor, uow: UnitOfWork, course_store: CourseStore
) -> Curriculum:
    """Restores the school's order of a month; returns the whole order (D-102).

    Own topics stay behind the one they stood behind. Raises NotFound; Conflict with the present order; DomainError:
    courses.not_of_school.
    """
    async with uow:
        await load_course(course_id, uow)
        curriculum = await course_store.lock_curriculum(course_id, uow)
        if curriculum.version != form.version:
            raise Conflict(await course_store.curriculum(course_id, uow))
        month = curriculum.month(month_id)
        curriculum.reset_order(month)
        await course_store.save_curriculum(curriculum, uow)
        if curriculum.version != form.version:
            uow.audit(
                "courses.order_reset", ENTITY, course_id, actor=actor, permission=CURRICULUM,
                month=month.name or str(month.number),
            )  # fmt: skip
            uow.emit(CourseChanged(course_id=course_id), request_id=actor.request_id)
        present = await course_store.curriculum(course_id, uow)
        await uow.commit()
        return present


def month_facts(curriculum: CourseCurriculum) -> list[str]:
    """The months as the audit log records them: number, name, planned lessons."""
    return [f"{month.number}. {month.name} ({month.planned_lessons})" for month in curriculum.months]


def _edit(form: MonthForm) -> MonthEdit:
    return MonthEdit(form.id, form.number, clean_line(form.name), form.lessons)


def _faults(form: SaveMonths) -> dict[str, list[FieldError]]:
    """The broken limits of the rows, by their place in the list."""
    return {
        f"months.{place}.{name}": list(limit.faults(value))
        for place, month in enumerate(form.months)
        for name, limit in limits_of(MonthForm).items()
        if (value := getattr(month, name)) is not None
    }
