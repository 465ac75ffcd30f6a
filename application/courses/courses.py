"""Study courses: list, add, edit, delete, order (part 2 §3, D-100, D-101, D-103)."""

from collections.abc import Mapping
from typing import Any

from application.actor import Actor
from application.audit.fields import instant_value
from application.authorization import CENTRE, permits
from application.courses.ports import COURSES, READERS, CourseStore, CourseViews
from application.ports import Clock, UnitOfWork
from contracts.courses.courses import (
    AddCourse,
    CourseAnswer,
    CourseFilters,
    CourseGroupPage,
    CourseGroupsQuery,
    CourseOrder,
    CoursePage,
    CourseSaved,
    CoursesQuery,
    DeleteQuery,
    EditCourse,
    MoveCourse,
    Removed,
    Use,
)
from contracts.events import CourseChanged
from contracts.shared import check
from contracts.texts import translate
from domain.courses.course import Course, moved
from domain.people.student import StickyField
from domain.shared.errors import Conflict, FieldError, NotFound
from domain.shared.text import clean_line

ENTITY = "course"
Facts = Mapping[str, Any]


@permits(*READERS)
async def list_courses(query: CoursesQuery, *, actor: Actor, course_views: CourseViews) -> CoursePage:
    """Lists study courses in their order (R2-385, R2-465)."""
    return await course_views.page(query)


@permits(*READERS)
async def show_course(course_id: int, *, actor: Actor, course_views: CourseViews) -> CourseAnswer:
    """Returns one study course with its months (R2-206).

    Raises NotFound.
    """
    return CourseAnswer(course=await course_views.card(course_id))


@permits(*READERS)
async def course_filters(*, actor: Actor, course_views: CourseViews) -> CourseFilters:
    """Returns categories, statuses, and courses that have not ended."""
    return await course_views.filters(actor.language)


@permits(COURSES)
async def list_course_groups(
    course_id: int, query: CourseGroupsQuery, *, actor: Actor, course_views: CourseViews
) -> CourseGroupPage:
    """Lists the course's groups with the progress of each.

    Those of the caller's branches. Raises NotFound.
    """
    return await course_views.groups(course_id, query, actor)


@permits(COURSES, do="create", scope=CENTRE)
async def add_course(form: AddCourse, *, actor: Actor, uow: UnitOfWork, course_store: CourseStore) -> CourseSaved:
    """Adds a study course of the centre's own, behind all others (D-101).

    Raises ValidationError.
    """
    async with uow:
        check(form, categoryId=await category_faults(form.category_id, uow, course_store))
        order = await course_store.lock_order(uow)
        course = Course(clean_line(form.name), category_id=form.category_id)
        uow.add(course)
        await uow.flush()
        id = int(course.id or 0)
        await course_store.save_order([*order.ids, id], uow)
        uow.audit(
            "courses.added", ENTITY, id, actor=actor, permission=COURSES, after=facts_of(course), name=course.name
        )
        uow.emit(CourseChanged(course_id=id), request_id=actor.request_id)
        await uow.commit()
        return CourseSaved(id=id, version=course.version)


@permits(COURSES, do="update", scope=CENTRE)
async def edit_course(
    course_id: int,
    form: EditCourse,
    *,
    actor: Actor,
    uow: UnitOfWork,
    course_store: CourseStore,
    course_views: CourseViews,
) -> CourseSaved:
    """Replaces name and category of a study course.

    Those of the school's become sticky, until the school's value is given again (D-102).

    Raises NotFound; ValidationError; Conflict with the present card.
    """
    async with uow:
        check(form, categoryId=await category_faults(form.category_id, uow, course_store))
        course = await load_course(course_id, uow)
        if course.version != form.version:
            raise Conflict(await course_views.card(course_id))
        before, after = await change_course(course, clean_line(form.name), form.category_id, actor, uow)
        if after:
            uow.audit(
                "courses.edited", ENTITY, course_id, actor=actor, permission=COURSES, before=before, after=after,
                name=course.name,
            )  # fmt: skip
            uow.emit(CourseChanged(course_id=course_id), request_id=actor.request_id)
            await uow.commit()
        return CourseSaved(id=course_id, version=course.version)


@permits(COURSES, do="delete", scope=CENTRE)
async def delete_course(
    course_id: int,
    query: DeleteQuery,
    *,
    actor: Actor,
    uow: UnitOfWork,
    course_store: CourseStore,
    course_views: CourseViews,
    clock: Clock,
) -> Removed:
    """Deletes an own study course that nothing refers to, else ends it (D-101, D-102).

    An ended course is offered nowhere. Raises NotFound; Conflict with the present card; DomainError:
    courses.of_school.
    """
    async with uow:
        order = await course_store.lock_order(uow)
        course = await load_course(course_id, uow)
        if query.version is not None and course.version != query.version:
            raise Conflict(await course_views.card(course_id))
        course.check_own()
        before, uses = facts_of(course), await course_store.uses_of_course(course_id, uow)
        if uses:
            course.ended_at = course.ended_at or clock.now()
            verb, after = "courses.ended", facts_of(course)
        else:
            await course_store.save_order([id for id in order.ids if id != course_id], uow)
            await uow.remove(course)
            verb, after = "courses.deleted", None
        uow.audit(
            verb, ENTITY, course_id, actor=actor, permission=COURSES, before=before, after=after, name=course.name
        )
        uow.emit(CourseChanged(course_id=course_id), request_id=actor.request_id)
        await uow.commit()
    return Removed(id=course_id, outcome="ended" if uses else "deleted", uses=uses_of(uses, actor.language))


@permits(COURSES, do="update", scope=CENTRE)
async def move_course(form: MoveCourse, *, actor: Actor, uow: UnitOfWork, course_store: CourseStore) -> CourseOrder:
    """Puts a course behind another and returns the whole order (D-103).

    Raises ValidationError for a course that is not in it; Conflict with the present order.
    """
    async with uow:
        order = await course_store.lock_order(uow)
        if order.version != form.version:
            raise Conflict(await course_store.order(uow))
        known = [FieldError("limit.unknown_choice")]
        check(
            form,
            id=known if form.id not in order.ids else [],
            afterId=known if form.after_id is not None and form.after_id not in {*order.ids} - {form.id} else [],
        )
        ids = moved(order.ids, form.id, form.after_id)
        if ids != list(order.ids):
            await course_store.save_order(ids, uow)
            course = await load_course(form.id, uow)
            before, after = ({"position": one.index(form.id) + 1} for one in (list(order.ids), ids))
            uow.audit(
                "courses.moved", ENTITY, form.id, actor=actor, permission=COURSES, before=before, after=after,
                name=course.name,
            )  # fmt: skip
            uow.emit(CourseChanged(course_id=form.id), request_id=actor.request_id)
        present = await course_store.order(uow)
        await uow.commit()
        return present


async def load_course(course_id: int, uow: UnitOfWork) -> Course:
    """Locks a course that the school has not deleted. Raises NotFound."""
    course = await uow.load(Course, course_id, lock=True)
    if course.school_deleted_at is not None:
        raise NotFound("Course", course_id)
    return course


async def change_course(
    course: Course, name: str, category_id: int | None, actor: Actor, uow: UnitOfWork
) -> tuple[Facts, Facts]:
    """Replaces the fields that differ; those of the school's become sticky.

    D-49. Returns them before and after.
    """
    was = {"name": course.name, "category_id": course.category_id}
    becomes = {"name": name, "category_id": category_id}
    differing = [field for field in was if was[field] != becomes[field]]
    if course.h_id is not None:
        for field in differing:
            await _mark(course, field, was[field], becomes[field], actor, uow)
    course.edit(name, category_id)
    return {field: was[field] for field in differing}, {field: becomes[field] for field in differing}


async def _mark(course: Course, field: str, was: object, becomes: object, actor: Actor, uow: UnitOfWork) -> None:
    sticky = await uow.find(StickyField, lock=True, entity=ENTITY, entity_id=course.id, field=field)
    if sticky is None:
        uow.add(StickyField(ENTITY, int(course.id or 0), field, was, marked_by=actor.id))
    elif sticky.school_value == becomes:
        await uow.remove(sticky)
    else:
        # a value that a revert restored counts as entered by staff from now on
        sticky.run_id, sticky.marked_by = None, actor.id


def facts_of(course: Course) -> dict[str, Any]:
    """The course as the audit log records it."""
    return {
        "name": course.name,
        "category_id": course.category_id,
        "ended_at": instant_value(course.ended_at) if course.ended_at else None,
    }


def uses_of(uses: Mapping[str, int], language: str) -> list[Use]:
    """The references by kind, in words."""
    return [Use(kind, translate(f"courses.use.{kind}", language), count) for kind, count in uses.items()]


async def category_faults(category_id: int | None, uow: UnitOfWork, course_store: CourseStore) -> list[FieldError]:
    """The errors of a category."""
    known = category_id is None or await course_store.has_category(category_id, uow)
    return [] if known else [FieldError("limit.unknown_choice")]
